package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields that hold values of any kind get the same values back from a table, whatever else is in their column. */
class CsvKindsTest {
    private static final Object[] VALUES = {
        "5",
        "abc",
        "true",
        "null",
        "",
        "1.5",
        "2020-01-01",
        5L,
        7L,
        1.5,
        2.0,
        true,
        null,
        LocalDate.of(2020, 1, 1),
        "x,y",
        "NaN",
        Double.NaN,
        new BigDecimal("1.10"),
        new BigInteger("123456789012345678901234567890")
    };

    static class AnyKinds extends AbstractMarshallable {
        int id;
        Object any;
        Number number;
        Comparable<?> comparable;
        Serializable serializable;
    }

    @ParameterizedTest
    @EnumSource
    void comeBack(CsvFormat.Quotes quotes) {
        WireOptions options = WireOptions.DEFAULTS.with(CsvFormat.QUOTES, quotes);
        int read = 0;
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            List<Object> values = Arrays.asList(VALUES).subList(0, 1 + random.nextInt(VALUES.length));
            List<AnyKinds> written = new ArrayList<>();
            Wire wire = Wire.of(new CsvFormat(), Bytes.allocateElasticOnHeap(), options);
            for (int i = random.nextInt(6); i >= 0; i--) {
                AnyKinds object = new AnyKinds();
                object.id = i;
                object.any = pick(values, random);
                object.number = pick(values, random) instanceof Number number ? number : null;
                object.comparable = (Comparable<?>) pick(values, random);
                object.serializable = (Serializable) pick(values, random);
                try {
                    wire.write(object);
                    written.add(object);
                } catch (WireDataException e) {
                    // A value with its type name does not fit a column of other values.
                    assertTrue(e.getMessage().contains("expected one value for column"), e.getMessage());
                }
            }
            for (AnyKinds each : written) {
                assertEquals(each, wire.read(AnyKinds.class));
                read++;
            }
        }
        assertTrue(read > 1000, "read: " + read);
    }

    private static Object pick(List<Object> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
