package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.Types;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * Similar layouts are not mistaken for one another: keys with the same hash, classes with the same leaves, texts that
 * are times.
 */
class LayoutIdentityTest {
    static {
        Types.registerNested(LayoutIdentityTest.class);
    }

    static class IdentityPart extends AbstractMarshallable {
        long size = 1;
        String at = "2026-01-01T00:00:00Z";
    }

    static class IdentityOfLong extends AbstractMarshallable {
        @Key
        long id;

        long n;
        IdentityPart part = new IdentityPart();

        IdentityOfLong() {}

        IdentityOfLong(long id) {
            this.id = id;
        }
    }

    @Test
    void objectsWhoseKeysHaveOneHashHaveRecordsOfTheirOwn() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        IdentityOfLong[] objects = {
            new IdentityOfLong(1), new IdentityOfLong(1L << 32), new IdentityOfLong(2L << 32 | 3)
        };
        for (int i = 0; i < 900; i++) {
            IdentityOfLong object = objects[(i >>> 1) % 3];
            object.n++;
            object.part.size += i % 5;
            wires.write("object", object, new IdentityOfLong(), "message " + i);
        }
    }

    @Test
    void aTextThatIsATimeIsPredicted() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        IdentityOfLong object = new IdentityOfLong(1);
        Instant at = Instant.parse(object.part.at);
        for (int i = 0; i < 1_800; i++) {
            at = at.plusSeconds(i % 50 == 0 ? 0 : 5);
            object.part.at = i % 70 == 0 ? "at " + i : at.toString();
            object.n += i & 1;
            wires.write("object", object, new IdentityOfLong(), "message " + i);
        }
    }

    interface IdentityOfText {}

    static class IdentityOfUri extends AbstractMarshallable implements IdentityOfText {
        URI value = URI.create("PT1S");
    }

    static class IdentityOfDuration extends AbstractMarshallable implements IdentityOfText {
        Duration value = Duration.ofSeconds(1);
    }

    static class IdentityOfTexts extends AbstractMarshallable {
        @Key
        int id;

        long n;
        IdentityOfText text = new IdentityOfUri();
    }

    @Test
    void oneTextIsAnotherObjectInEachClass() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        IdentityOfTexts object = new IdentityOfTexts();
        IdentityOfTexts into = new IdentityOfTexts();
        for (int i = 0; i < 900; i++) {
            object.n += i & 1;
            if (i % 3 == 0) {
                object.text = object.text instanceof IdentityOfUri ? new IdentityOfDuration() : new IdentityOfUri();
            }
            wires.write("object", object, into, "message " + i);
        }
    }
}
