package io.deltawire.examples.transports;

import java.io.Closeable;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;

/** Quotes in a Chronicle Queue, an excerpt for each. */
final class QueueQuotes implements Closeable {
    private final QuoteSender sender = new QuoteSender(this::append);
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private int cycle = Integer.MIN_VALUE;

    QueueQuotes(ChronicleQueue queue) {
        this.queue = queue;
        appender = queue.createAppender();
    }

    void append(Quote quote) {
        sender.send(quote);
        int last = queue.rollCycle().toCycle(appender.lastIndexAppended());
        if (cycle != last) {
            cycle = last;
            sender.keyFrame(); // so that each file of the queue can be read without the one before
        }
    }

    private void append(byte[] message) {
        appender.writeBytes(bytes -> bytes.write(message));
    }

    /** Ends the stream of quotes. The queue stays open. */
    @Override
    public void close() {
        sender.close();
        appender.close();
    }

    /** Reads what there is from where a tailer stands, which may be in the middle. */
    static void read(ExcerptTailer tailer, QuoteReceiver receiver) {
        Bytes<?> excerpt = Bytes.allocateElasticOnHeap();
        while (tailer.readBytes(excerpt)) {
            receiver.receive(excerpt.toByteArray());
            excerpt.clear();
        }
    }
}
