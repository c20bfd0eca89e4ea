package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * If a handwritten method of a nested object throws, the exception is thrown once, and the wire continues as if nothing
 * had been written.
 */
class FailingInnerWritesTest {
    /** How many calls of the method are left before one throws. */
    private static int callsLeft;

    /** Is read by a generated codec. */
    static class FailsInside extends AbstractMarshallable implements WriteMarshallable {
        int value;
        String text = "x";

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("value");
            out.int64(value);
            if (--callsLeft == 0) {
                throw new UnsupportedOperationException("by hand");
            }
            out.field("text");
            out.text(text);
        }
    }

    static class HasFailing extends AbstractMarshallable {
        @Key
        String key;

        int count;
        FailsInside one;
        List<FailsInside> items = new ArrayList<>();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void wireIsAsItWas(String format) {
        Bytes<?> expected = Bytes.allocateElasticOnHeap();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire undisturbed = Wire.of(format, expected);
        Wire wire = Wire.of(format, bytes);
        HasFailing[] objects = {new HasFailing(), new HasFailing()};
        List<HasFailing> written = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            HasFailing object = objects[i % 2];
            object.key = "key" + i % 2;
            change(object, random);
            int inside = object.items.size() + (object.one == null ? 0 : 1);
            if (inside > 0) {
                callsLeft = 1 + random.nextInt(inside);
                UnsupportedOperationException e =
                        assertThrows(UnsupportedOperationException.class, () -> wire.write("object", object));
                assertEquals("by hand", e.getMessage());
                assertEquals(0, callsLeft); // nor was it called again
            }
            callsLeft = 0;
            wire.write("object", object);
            undisturbed.write("object", object);
            written.add(object.deepCopy());
        }
        assertArrayEquals(expected.toByteArray(), bytes.toByteArray());
        for (HasFailing each : written) {
            assertEquals(each, wire.read(HasFailing.class));
        }
    }

    private static void change(HasFailing object, Random random) {
        object.count++;
        switch (random.nextInt(4)) {
            case 0 -> object.one = random.nextBoolean() ? null : new FailsInside();
            case 1 -> object.items.add(new FailsInside());
            case 2 -> object.items.removeIf(each -> random.nextInt(3) == 0);
            default -> object.items.forEach(each -> each.value += random.nextInt(2));
        }
    }
}
