package io.deltawire.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("transports")
class QueueQuotesTest {
    private final SetTimeProvider time = new SetTimeProvider(TimeUnit.DAYS.toNanos(20_000));

    @TempDir
    Path dir;

    private ChronicleQueue open() {
        return SingleChronicleQueueBuilder.binary(dir.toFile())
                .rollCycle(TestRollCycles.TEST_SECONDLY)
                .timeProvider(time)
                .build();
    }

    /** Reads what there is, with at most one error where reading begins. */
    private static List<Quote> read(ExcerptTailer tailer) {
        List<Quote> quotes = new ArrayList<>();
        List<WireException> problems = new ArrayList<>();
        QueueQuotes.read(tailer, new QuoteReceiver(quotes::add, e -> {
            assertEquals(0, quotes.size(), e.getMessage());
            problems.add(e);
        }));
        assertTrue(problems.size() <= 1, problems.toString());
        return quotes;
    }

    private static List<Long> indexes(ChronicleQueue queue) {
        List<Long> indexes = new ArrayList<>();
        Bytes<?> excerpt = Bytes.allocateElasticOnHeap();
        try (ExcerptTailer tailer = queue.createTailer()) {
            while (tailer.readBytes(excerpt)) {
                indexes.add(tailer.lastReadIndex());
                excerpt.clear();
            }
        }
        return indexes;
    }

    @Test
    void quotesAreReadFromTheStartFromTheMiddleAndFromEachFile() {
        List<Quote> sent = Quotes.some(1050);
        try (ChronicleQueue queue = open()) {
            QueueQuotes quotes = new QueueQuotes(queue);
            for (int i = 0; i < sent.size(); i++) {
                if (i % 350 == 0) {
                    time.advanceMillis(1000);
                }
                quotes.append(sent.get(i));
            }
            assertEquals(sent, read(queue.createTailer()));
            List<Long> indexes = indexes(queue);
            for (int i = 0; i < 1000; i += 41) {
                try (ExcerptTailer tailer = queue.createTailer()) {
                    assertTrue(tailer.moveToIndex(indexes.get(i)));
                    List<Quote> read = read(tailer);
                    assertTrue(read.size() >= 50, "from excerpt " + i + ": " + read.size());
                    List<Quote> tail = read.subList(Quotes.SYMBOLS, read.size());
                    assertEquals(sent.subList(sent.size() - tail.size(), sent.size()), tail, "from excerpt " + i);
                }
            }
            int last = queue.rollCycle().toCycle(queue.lastIndex());
            ExcerptTailer tailer = queue.createTailer();
            assertTrue(tailer.moveToCycle(last));
            assertEquals(Quotes.fromKeyFrame(sent, 700), read(tailer), "where a key frame was due");
            assertTrue(tailer.moveToCycle(last - 1));
            assertEquals(Quotes.fromKeyFrame(sent, 351), read(tailer), "the key frame comes after the first quote");
        }
    }

    @Test
    void receiverGoesOnWhenTheSenderWasStartedAgain() {
        List<Quote> sent = Quotes.some(300);
        List<Quote> received = new ArrayList<>();
        List<WireException> problems = new ArrayList<>();
        try (ChronicleQueue queue = open()) {
            ExcerptTailer tailer = queue.createTailer();
            QuoteReceiver receiver = new QuoteReceiver(received::add, problems::add);
            for (int i = 0; i < 3; i++) {
                QueueQuotes quotes = new QueueQuotes(queue);
                sent.subList(100 * i, 100 * i + 100).forEach(quotes::append);
                if (i == 0) {
                    quotes.close();
                } // else it was killed
                QueueQuotes.read(tailer, receiver);
            }
        }
        assertEquals(sent, received);
        assertEquals(1, problems.size(), problems.toString());
    }
}
