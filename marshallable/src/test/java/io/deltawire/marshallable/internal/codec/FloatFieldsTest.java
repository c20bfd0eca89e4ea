package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.EachFormat;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floats come back bit for bit. Their text has as many digits as it takes, the same on every JDK. */
class FloatFieldsTest {
    static class Floats extends AbstractMarshallable {
        float one;
        Float boxed;
        float[] many = {};
    }

    @ParameterizedTest
    @EachFormat
    void comeBackAsTheyWere(String format) {
        SplittableRandom random = new SplittableRandom(1);
        Floats floats = new Floats();
        for (int i = 0; i < 500; i++) {
            floats.many = new float[50];
            for (int j = 0; j < floats.many.length; j++) {
                floats.many[j] = finite(random, i);
            }
            floats.one = i == 0 ? Float.MIN_NORMAL : finite(random, i);
            floats.boxed = i == 0 ? 811091584f : finite(random, i);
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(floats).write(floats).flush();
            Floats read = wire.read(Floats.class);
            assertEquals(floats, read);
            assertEquals(floats, wire.read(read));
            assertArrayEquals(floats.many, read.many);
        }
    }

    static class NumberTexts extends AbstractMarshallable {
        String value;
    }

    static class NumberDecimals extends AbstractMarshallable {
        BigDecimal value;
    }

    static class Doubles extends AbstractMarshallable {
        double value;
    }

    /** A number that is not zero is never read as zero, whether the wire has it as a number or as text. */
    @ParameterizedTest
    @EachFormat
    void tooSmallForADoubleIsAnError(String format) {
        for (String text : List.of("1E-400", "-1E-400", "2E-324", "0." + "0".repeat(330) + "1", "1E-9999")) {
            NumberTexts texts = new NumberTexts();
            texts.value = text;
            NumberDecimals decimals = new NumberDecimals();
            decimals.value = new BigDecimal(text);
            for (Object each : List.of(texts, decimals)) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                for (int i = 0; i < 3; i++) {
                    wire.write("event", each);
                }
                wire.flush();
                for (int i = 0; i < 3; i++) {
                    assertThrows(WireDataException.class, () -> wire.read(Doubles.class), text);
                }
            }
        }
        for (String text : List.of("0E-400", "0.00", "-0.0", "4.9E-324", "3E-324")) {
            NumberTexts texts = new NumberTexts();
            texts.value = text;
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write("event", texts).write("event", texts).flush();
            assertEquals(Double.parseDouble(text), wire.read(Doubles.class).value);
            assertEquals(Double.parseDouble(text), wire.read(Doubles.class).value);
        }
    }

    /** As other programs write the number, so that the code for ordinary numbers sees it first. */
    @ParameterizedTest
    @CsvSource({
        "json, '{\"value\":%s}\\n'",
        "json, '{\"@dw:Doubles\":{\"value\":%s}}\\n'",
        "yaml, '---\\nvalue: %s\\n'",
        "yaml, '--- !Doubles {value: %s}\\n'",
        "csv, 'value\\n%s\\n'"
    })
    void tooSmallForADoubleIsAnErrorInTextToo(String format, String message) {
        for (String number : List.of("1e-400", "-1e-400", "2e-324", "123.25E-350", "0.0001e-330")) {
            Wire wire = Wire.of(format, Bytes.from(message.replace("\\n", "\n").formatted(number)));
            assertThrows(WireDataException.class, () -> wire.read(Doubles.class), number);
        }
        for (String number : List.of("0e-400", "0.00", "-0.0", "4.9e-324", "3e-324")) {
            Wire wire = Wire.of(format, Bytes.from(message.replace("\\n", "\n").formatted(number)));
            assertEquals(Double.parseDouble(number), wire.read(Doubles.class).value);
        }
    }

    private static float finite(SplittableRandom random, int kind) {
        float value = kind % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt() / 1000f;
        return Float.isFinite(value) ? value : kind;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.17549435E-38", "8.1109158E8", "8.110916E8", "811091584", "811091584.0", "0.1"})
    void areReadFromTheTextOfOtherWritersToo(String text) {
        Floats read = Marshallable.fromString(Floats.class, "one: " + text);
        assertEquals(Float.parseFloat(text), read.one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"123456789", "0.3333333333333333", "8.1109151E8", "1e39", "0.100000001490117"})
    void areNotReadFromNumbersThatTheyCannotHold(String text) {
        assertThrows(WireDataException.class, () -> Marshallable.fromString(Floats.class, "one: " + text));
    }
}
