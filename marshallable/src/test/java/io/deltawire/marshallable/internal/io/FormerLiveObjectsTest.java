package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Which of the objects of the epoch before a live reader finds again. */
class FormerLiveObjectsTest {
    static final class FormerQuote extends AbstractMarshallable {
        @Key
        int id;

        long volume;

        FormerQuote() {}

        FormerQuote(int id, long volume) {
            this.id = id;
            this.volume = volume;
        }
    }

    /** Has a class of the same name, and with the same fields. */
    static final class Elsewhere {
        static final class FormerQuote extends AbstractMarshallable {
            @Key
            int id;

            long volume;
        }
    }

    private final Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());

    private FormerQuote quote(String event, int id, long volume) {
        FormerQuote quote = new FormerQuote(id, volume);
        wire.write(event, quote);
        FormerQuote read = wire.readByKey(FormerQuote.class);
        assertEquals(quote, read);
        return read;
    }

    @Test
    void anotherClassHasAnotherObjectThoughKeyAndEventAreTheSame() {
        FormerQuote first = quote("e", 1, 1);
        wire.keyFrame();
        wire.write("e", new FormerQuote(1, 2));
        Elsewhere.FormerQuote second = wire.readByKey(Elsewhere.FormerQuote.class);
        assertEquals(1, second.id);
        assertEquals(2, second.volume);
        assertEquals(1, first.volume);
    }

    /** The names have one hash. */
    @Test
    void anotherEventHasAnotherObject() {
        assertEquals("AaQuote".hashCode(), "BBQuote".hashCode());
        FormerQuote a = quote("AaQuote", 1, 1);
        FormerQuote b = quote("BBQuote", 1, 2);
        assertNotSame(a, b);
        for (int i = 0; i < 4; i++) {
            wire.keyFrame();
            if (i % 2 == 0) {
                assertSame(b, quote("BBQuote", 1, 3 + i));
                assertSame(a, quote("AaQuote", 1, 4 + i));
            } else {
                assertSame(a, quote("AaQuote", 1, 4 + i));
                assertSame(b, quote("BBQuote", 1, 3 + i));
            }
        }
    }

    /** Also where it is changed after the epoch has begun in which it would be found again. */
    @Test
    void aKeyThatTheApplicationHasChangedSinceIsNotFoundAgain() {
        FormerQuote a = quote("e", 1, 1);
        FormerQuote b = quote("e", 2, 1);
        wire.keyFrame();
        assertSame(a, quote("e", 1, 2));
        b.id = 3; // it is the application's now
        FormerQuote other = quote("e", 2, 2);
        assertNotSame(b, other);
        assertEquals(3, b.id);
    }

    @Test
    void anObjectThatHasNotComeInAWholeEpochIsLetGo() {
        FormerQuote a = quote("e", 1, 1);
        FormerQuote b = quote("e", 2, 1);
        wire.keyFrame();
        assertSame(b, quote("e", 2, 2)); // of record 1 nothing is asked
        wire.keyFrame();
        assertSame(b, quote("e", 2, 3));
        assertNotSame(a, quote("e", 1, 2));
    }
}
