package io.deltawire.examples.transports;

import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.deltawire.wire.WireException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Quotes over a stream of Aeron. */
final class AeronQuotes {
    private AeronQuotes() {}

    /** Returns a sender. A message that nobody is there to receive is dropped: who joins later begins at a key frame. */
    static QuoteSender sender(Publication publication) {
        UnsafeBuffer buffer = new UnsafeBuffer();
        return new QuoteSender(message -> {
            buffer.wrap(message);
            long result = publication.offer(buffer);
            while (result == Publication.BACK_PRESSURED || result == Publication.ADMIN_ACTION) {
                Thread.onSpinWait();
                result = publication.offer(buffer);
            }
            if (result < 0 && result != Publication.NOT_CONNECTED) {
                throw new IllegalStateException("Aeron: " + Publication.errorString(result));
            }
        });
    }

    /** Returns what {@link Subscription#poll} needs. Each session has a stream of its own, and so a receiver. */
    static FragmentHandler receiver(Consumer<Quote> listener, Consumer<WireException> problems) {
        Map<Integer, QuoteReceiver> sessions = new HashMap<>();
        return new FragmentAssembler((buffer, offset, length, header) -> {
            byte[] message = new byte[length];
            buffer.getBytes(offset, message);
            sessions.computeIfAbsent(header.sessionId(), id -> new QuoteReceiver(listener, problems))
                    .receive(message);
        });
    }
}
