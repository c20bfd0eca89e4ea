package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireDataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floats as text: the shortest that reads back to them, which as a double is another number. */
class FloatTextTest {
    static final class FloatSample extends AbstractMarshallable {
        float primitive;
        Float boxed;
        float[] array;
        Object any;

        FloatSample(float value) {
            primitive = value;
            boxed = value;
            array = new float[] {value, -value};
            any = value;
        }
    }

    private static List<Float> floats() {
        List<Float> floats = new ArrayList<>(List.of(-2147483648f, Float.MIN_VALUE, Float.MAX_VALUE, 0.1f, 1.1f));
        for (int exponent = 0; exponent < 255; exponent++) {
            floats.add(Float.intBitsToFloat(exponent << 23));
        }
        Random random = new Random(7);
        while (floats.size() < 5_000) {
            floats.add(Float.intBitsToFloat(random.nextInt()));
        }
        return floats;
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "csv", "binary", "delta"})
    void everyFloatReadsBackAsItself(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (float value : floats()) {
            wire.write(new FloatSample(value));
        }
        for (float value : floats()) {
            FloatSample read = wire.read(FloatSample.class);
            assertEquals(Float.floatToIntBits(value), Float.floatToIntBits(read.primitive));
            assertEquals(new FloatSample(value), read);
        }
    }

    @Test
    void nineDigitsAreAFloatToo() {
        for (float value : floats()) {
            if (Float.isFinite(value)) {
                FloatSample read = Marshallable.fromString(FloatSample.class, String.format("primitive: %.8e", value));
                assertEquals(Float.floatToIntBits(value), Float.floatToIntBits(read.primitive));
            }
        }
    }

    @Test
    void otherNumbersAreRefused() {
        for (String text : List.of("0.1000000001", "1e39", "16777217", "1.23456789012")) {
            WireDataException e = assertThrows(
                    WireDataException.class, () -> Marshallable.fromString(FloatSample.class, "primitive: " + text));
            assertEquals("yaml", e.format());
        }
    }
}
