package io.deltawire.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private static List<Quote> read(ExcerptTailer tailer) {
        List<Quote> quotes = new ArrayList<>();
        QueueQuotes.read(tailer, new QuoteReceiver(quotes::add));
        return quotes;
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
            for (long index = queue.firstIndex(); index < queue.lastIndex(); index += 41) {
                try (ExcerptTailer tailer = queue.createTailer()) {
                    if (tailer.moveToIndex(index)) {
                        List<Quote> read = read(tailer);
                        assertTrue(read.size() >= 50, "from " + index + ": " + read.size());
                        List<Quote> tail = read.subList(Quotes.SYMBOLS, read.size());
                        assertEquals(sent.subList(sent.size() - tail.size(), sent.size()), tail, "from " + index);
                    }
                }
            }
            int last = queue.rollCycle().toCycle(queue.lastIndex());
            ExcerptTailer tailer = queue.createTailer();
            assertTrue(tailer.moveToCycle(last));
            // The key frame of a file comes after its first quote.
            assertEquals(Quotes.fromKeyFrame(sent, 701), read(tailer));
        }
    }

    @Test
    void receiverGoesOnWhenTheSenderWasStartedAgain() {
        List<Quote> sent = Quotes.some(300);
        List<Quote> received = new ArrayList<>();
        try (ChronicleQueue queue = open()) {
            ExcerptTailer tailer = queue.createTailer();
            QuoteReceiver receiver = new QuoteReceiver(received::add);
            for (int i = 0; i < 3; i++) {
                sent.subList(100 * i, 100 * i + 100).forEach(new QueueQuotes(queue)::append);
                QueueQuotes.read(tailer, receiver);
            }
        }
        assertEquals(sent, received);
    }
}
