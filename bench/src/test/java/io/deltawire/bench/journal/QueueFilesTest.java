package io.deltawire.bench.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.journal.Journal;
import io.deltawire.journal.JournalTailer;
import io.deltawire.marshallable.MethodReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files of a Chronicle Queue as a journal, also while they are written. */
class QueueFilesTest {
    /** The events, in an interface that is public because Chronicle Wire generates code for it. */
    public interface Events {
        void say(String text);

        void level(long number, double price);
    }

    /** Collects the calls as texts. */
    private record Recorder(List<String> calls) implements Events {
        @Override
        public void say(String text) {
            calls.add(text);
        }

        @Override
        public void level(long number, double price) {
            calls.add(number + " " + price);
        }
    }

    @TempDir
    Path folder;

    private ChronicleQueue queue(RollCycle cycle) {
        return SingleChronicleQueueBuilder.binary(folder.toFile())
                .rollCycle(cycle)
                .build();
    }

    @Test
    void messagesAreReadWhileTheyAreWritten() {
        List<String> calls = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        TreeSet<Long> indexes = new TreeSet<>();
        try (ChronicleQueue queue = queue(RollCycles.DEFAULT);
                Journal journal = Journal.open(folder)) {
            Events events = queue.createAppender().methodWriter(Events.class);
            MethodReader reader = null;
            for (int i = 0; i < 1000; i++) {
                events.say("text " + i);
                events.level(i, i / 4.0);
                expected.add("text " + i);
                expected.add(i + " " + i / 4.0);
                if (reader == null) {
                    reader = journal.tailer().methodReader(new Recorder(calls));
                }
                for (int tries = 0; calls.size() < expected.size() && tries < 10_000; tries++) {
                    if (reader.readOne()) {
                        indexes.add(reader.index());
                    }
                }
                assertEquals(expected.size(), calls.size());
            }
            assertEquals(expected, calls);
            assertFalse(reader.readOne());
            JournalTailer tailer = journal.tailer().toMessage(indexes.last());
            assertTrue(tailer.next());
            assertEquals("level", tailer.event());
            assertEquals(indexes.last(), tailer.index());
            assertTrue(assertThrows(UncheckedIOException.class, journal::appender)
                    .getMessage()
                    .contains("Chronicle Queue"));
        }
    }

    @Test
    void filesFollowOneAnother() throws InterruptedException {
        List<String> read = new ArrayList<>();
        List<Long> indexes = new ArrayList<>();
        try (ChronicleQueue queue = queue(TestRollCycles.TEST_SECONDLY);
                Journal journal = Journal.open(folder)) {
            Events events = queue.createAppender().methodWriter(Events.class);
            JournalTailer tailer = journal.tailer();
            for (int i = 0; i < 6; i++) {
                events.say("text " + i);
                while (read.size() <= i && tailer.await(Duration.ofSeconds(30))) {
                    if (tailer.next()) {
                        assertEquals("say", tailer.event());
                        indexes.add(tailer.index());
                        read.add(tailer.read(String.class));
                    }
                }
                Thread.sleep(400);
            }
            assertTrue(journal.files().size() > 1, () -> journal.files().toString());
        }
        assertEquals(List.of("text 0", "text 1", "text 2", "text 3", "text 4", "text 5"), read);
        assertEquals(new ArrayList<>(new TreeSet<>(indexes)), indexes);
    }
}
