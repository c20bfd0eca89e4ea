package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.ColumnsBesideTokens;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests classes with more fields than code is generated for, and objects with more values than a delta record. */
class LargeClassesTest {
    @ParameterizedTest
    @EachFormat
    void readsAClassOfManyFieldsInEveryMode(String format) throws ReflectiveOperationException {
        RandomClasses classes = new RandomClasses(new SplittableRandom(3), "Large_" + format);
        Class<?> type = classes.defineOfColumns(Object.class, 200);
        TypeRegistry.shared().register(type);
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            objects.add(classes.fill(CodecSet.BUILT_IN.ofObject(type).newInstance(null, null)));
        }
        for (String event : new String[] {null, "update"}) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            try (Wire wire = Wire.of(format, stream)) {
                objects.forEach(object -> write(wire, event, object));
            }
            byte[] bytes = stream.toByteArray();
            Object into = CodecSet.BUILT_IN.ofObject(type).newInstance(null, null);
            check(format, bytes, objects, wire -> wire.read(type));
            check(format, bytes, objects, wire -> wire.read(into));
            check(format, bytes, objects, wire -> wire.readByKey(type));
            check(format, bytes, objects, wire -> wire.read().value());
            check(format, bytes, objects, wire -> {
                assertTrue(wire.next());
                assertEquals(event == null ? "" : event, wire.event());
                return wire.read(type);
            });
        }
    }

    private static void write(Wire wire, String event, Object object) {
        if (event == null) {
            wire.write(object);
        } else {
            wire.write(event, object);
        }
    }

    private static void check(String format, byte[] bytes, List<Object> objects, Function<Wire, Object> way) {
        for (Wire wire :
                List.of(Wire.of(format, Bytes.wrapForRead(bytes)), Wire.of(format, new ByteArrayInputStream(bytes)))) {
            FieldEquality fields =
                    CodecSet.BUILT_IN.ofObject(objects.get(0).getClass()).equality();
            for (Object object : objects) {
                Object read = way.apply(wire);
                assertTrue(WireEquality.haveEqualFields(object, read, fields), () -> YamlTexts.of(object));
            }
        }
    }

    static class ManyValues extends AbstractMarshallable {
        Map<String, Long> counts = new LinkedHashMap<>();
        MoreValues inner = new MoreValues();
        int after = 5;
    }

    /** Lists that together fill all columns of a type on the delta wire. */
    static class ManyRows extends AbstractMarshallable {
        @Key
        long id;

        List<ManyRow> rows = new ArrayList<>();
        long last;

        static ManyRows of(int values) {
            ManyRows made = new ManyRows();
            for (int left = values; left > 0; left -= ManyRow.MOST) {
                ManyRow row = new ManyRow();
                row.values = new long[Math.min(ManyRow.MOST, left)];
                made.rows.add(row);
            }
            return made;
        }
    }

    static class ManyRow extends AbstractMarshallable {
        /** With one more item a list would be one value. */
        static final int MOST = 256;

        long[] values;
    }

    static class MoreValues extends AbstractMarshallable {
        String name = "inner";
        Map<String, Long> more = new LinkedHashMap<>();
        long last = 7;
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 8_191, 8_192, 20_000})
    void readsFieldsAfterMoreValuesThanADeltaRecordHolds(int count) {
        TypeRegistry.shared().register(ManyValues.class);
        ManyValues many = new ManyValues();
        for (int i = 0; i < count; i++) {
            (i % 2 == 0 ? many.counts : many.inner.more).put("k" + i, (long) i);
        }
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        wire.write(many).write(many).write("event", many);
        assertEquals(many, wire.read(ManyValues.class));
        assertEquals(many, wire.read(ManyValues.class));
        assertEquals(many, wire.read().value());
    }

    /**
     * The first message gives a type its last column, or one too many before fields that the type has already. Others
     * follow.
     */
    @Test
    void columnsWriteTheBytesOfTokensForATypeWithAllItsColumns() {
        int most = 4096 - 2; // the id and the last field take two
        for (int over = -1; over <= 2; over++) {
            ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
            ManyRows one = ManyRows.of(most - 20);
            both.write(one);
            ManyRows wide = ManyRows.of(most + over);
            wide.id = 1;
            for (int i = 0; i < 3; i++) {
                wide.last++;
                both.write(wide);
                one.last++;
                long before = both.byColumns().writePosition();
                both.write(one);
                assertTrue(both.byColumns().writePosition() - before < 10, over + " more: an update");
                ManyRows other = ManyRows.of(most - 20);
                other.id = 10L + i;
                before = both.byColumns().writePosition();
                both.write(other);
                assertTrue(
                        both.byColumns().writePosition() - before < 20, over + " more: a record like the one before");
            }
        }
    }
}
