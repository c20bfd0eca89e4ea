package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records hold equal objects with values of other kinds, so the layout of one record says nothing about another. */
class LayoutKindsTest {
    static class KindsInner extends AbstractMarshallable {
        long number;
        String text;
    }

    static class KindsOuter extends AbstractMarshallable {
        @Key
        String id;

        long sequence;
        KindsInner inner = new KindsInner();
    }

    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
    private final Wire wire = Wire.of("delta", bytes);

    /** As another writer has it, to which the number is one of another kind. */
    private void write(String id, long sequence, Object number) {
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        WireOut out = wire.out();
        out.beginMessage();
        out.recordKey(key, 0, key.length);
        out.beginObject();
        out.field("outer");
        out.beginObject();
        out.field("id");
        out.text(id);
        out.field("sequence");
        out.int64(sequence);
        out.field("inner");
        out.beginObject();
        out.field("number");
        if (number instanceof Long whole) {
            out.int64(whole);
        } else if (number instanceof Double real) {
            out.float64(real);
        } else {
            out.text((String) number);
        }
        out.field("text");
        out.text("text");
        out.endObject();
        out.endObject();
        out.endObject();
        out.endMessage();
    }

    private KindsOuter read(boolean isLive, KindsOuter into) {
        return isLive ? wire.readByKey(KindsOuter.class) : wire.read(into);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRealNumberIsNotTakenForAWholeOneOfTheSameBits(boolean isLive) {
        KindsOuter into = new KindsOuter();
        for (int i = 0; i < 3; i++) {
            write("whole", i, 0L);
            assertEquals(0, read(isLive, into).inner.number);
        }
        double[] numbers = {0, 0, 0, 1, 2};
        for (int i = 0; i < numbers.length; i++) {
            write("real", i, numbers[i]);
            assertEquals((long) numbers[i], read(isLive, into).inner.number, "message " + i);
        }
        write("real", 9, 0.5);
        assertThrows(WireDataException.class, () -> read(isLive, into));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTextIsNotTakenForANumber(boolean isLive) {
        KindsOuter into = new KindsOuter();
        for (int i = 0; i < 3; i++) {
            write("whole", i, 0L);
            assertEquals(0, read(isLive, into).inner.number);
        }
        String[] numbers = {"0", "0", "0", "1", "7"};
        for (int i = 0; i < numbers.length; i++) {
            write("text", i, numbers[i]);
            assertEquals(Long.parseLong(numbers[i]), read(isLive, into).inner.number, "message " + i);
        }
    }

    /** A record that was written by tokens before does not fit the cached layout of another record either. */
    @Test
    void columnsAfterTokensOfAnotherKindAreReadCorrectly() {
        KindsOuter object = new KindsOuter();
        KindsOuter into = new KindsOuter();
        Wire reader = Wire.of("delta", bytes);
        object.id = "whole";
        object.inner.text = "text";
        for (int i = 0; i < 3; i++) {
            object.sequence++;
            wire.write("outer", object);
            assertEquals(object, reader.read(into));
        }
        write("real", 0, 0.0);
        reader.read(into);
        object.id = "real";
        object.inner.number = 0;
        for (int i = 0; i < 5; i++) {
            object.sequence++;
            wire.write("outer", object);
            assertEquals(object, reader.read(into), "message " + i);
            object.inner.number += i;
        }
    }
}
