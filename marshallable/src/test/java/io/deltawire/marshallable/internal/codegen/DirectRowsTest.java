package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.EditedTables;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.testing.Effort;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that direct reading of CSV rows gives the objects, errors and positions that tokens give, for any edit of the
 * table.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the generated classes have different names
class DirectRowsTest {
    static class Fill extends AbstractMarshallable {
        String symbol;
        long time;
        double price;
        boolean isLast;
        LocalDate day;

        @Alias("qty")
        int quantity;
    }

    static class LateFill extends Fill {
        Instant sent;
        Integer boxed;
    }

    static class WholeRow extends AbstractMarshallable {
        long a;
        int b;
    }

    static class OneText extends AbstractMarshallable {
        String text;
    }

    record Trade(String symbol, double price, LocalTime at, Samples.Colour colour) {
        Trade {
            if (price == 13) {
                throw new IllegalArgumentException("no luck");
            }
        }
    }

    static class KeepingFill extends Fill implements UnknownFields {
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    private static final List<Class<?>> CLASSES =
            List.of(Fill.class, LateFill.class, WholeRow.class, OneText.class, Trade.class);

    private static final WireFormat CSV = WireFormats.byName("csv");

    private final SplittableRandom random = new SplittableRandom(11);
    private final EditedTables tables = new EditedTables(random);
    private final RandomClasses classes = new RandomClasses(random, "StraightRow");

    // ---- random classes and tables

    @ParameterizedTest
    @ValueSource(strings = {"update", "", "@"})
    void readsWhatTokensReadOfRandomClassesWhateverIsEdited(String event) throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(40); round++) {
            Class<?> parent = round % 3 == 0 ? classes.defineOfColumns(Object.class, random.nextInt(6)) : Object.class;
            Class<?> type = round % 4 == 0
                    ? classes.define(parent, 1 + random.nextInt(5))
                    : classes.defineOfColumns(parent, 1 + random.nextInt(round % 10 == 9 ? 64 : 12));
            WireOptions options = tables.dialect();
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            List<Object> objects = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                objects.add(classes.fill(codec.newInstance(null, null)));
            }
            String good = arranged(EditedTables.table(objects, event, options), options);
            compare(type, good, options, "round " + round);
            for (int i = 0; i < 25; i++) {
                compare(type, tables.edited(good, options), options, "round " + round + " edit " + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "", "@"})
    void registeredClassesMatchTokensAfterAnyEdit(String event) throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(50); round++) {
            Class<?> type = CLASSES.get(round % CLASSES.size());
            WireOptions options = tables.dialect();
            String good = arranged(EditedTables.table(objects(type, 1 + random.nextInt(9)), event, options), options);
            compare(type, good, options, "round " + round);
            for (int i = 0; i < 25; i++) {
                compare(type, tables.edited(good, options), options, "round " + round + " edit " + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", ""})
    void readsRowsOfAnotherClass(String event) throws ReflectiveOperationException {
        for (Class<?> written : CLASSES) {
            for (Class<?> read : CLASSES) {
                for (boolean isTyped : new boolean[] {true, false}) {
                    WireOptions options = tables.dialect();
                    String table = EditedTables.table(objects(written, 5), event, options);
                    table = table.replace(TypeNames.simpleName(written), TypeNames.simpleName(read));
                    table = isTyped ? table : EditedTables.untyped(table, options);
                    compare(read, table, options, written + " as " + read);
                }
            }
        }
    }

    /** Returns the table, or the table with its columns in another order. */
    private String arranged(String table, WireOptions options) {
        return random.nextBoolean() ? table : tables.rearranged(table, options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "", "@"})
    void handlesUnknownColumnsAsTokensDo(String event) throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(60); round++) {
            Class<?> type = round % 2 == 0 ? Fill.class : KeepingFill.class;
            UnknownFieldPolicy policy = random.nextBoolean() ? UnknownFieldPolicy.SKIP : UnknownFieldPolicy.REFUSE;
            WireOptions options = tables.dialect().with(MarshallableOptions.UNKNOWN_FIELDS, policy);
            String good = EditedTables.table(objects(type, 1 + random.nextInt(9)), event, options);
            good = good.replace("quantity", random.nextBoolean() ? "qty" : "quantity");
            for (int i = 0; i < 10; i++) {
                String rearranged = tables.rearranged(good, options);
                rearranged = i % 2 == 0 ? rearranged : EditedTables.untyped(rearranged, options);
                compare(type, rearranged, options, "round " + round + " table " + i);
            }
        }
    }

    // ---- every change of a byte, and every end

    @ParameterizedTest
    @ValueSource(strings = {"update", "", "@"})
    void readsWhatTokensReadWhereAnyByteIsChanged(String event) throws ReflectiveOperationException {
        for (Class<?> type : CLASSES) {
            for (boolean isTyped : new boolean[] {true, false}) {
                WireOptions commas = WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, ',');
                String table = arranged(EditedTables.table(objects(type, 3), event, commas), commas);
                table = isTyped ? table : EditedTables.untyped(table, commas);
                byte[] good = table.getBytes(StandardCharsets.UTF_8);
                int second = table.indexOf('\n', table.indexOf('\n') + 1) + 1; // the first row goes by tokens
                for (int i = second; i < good.length; i++) {
                    for (int b = 0; b < 256; b++) {
                        if (!isSyntax(b) && random.nextInt(Effort.step(24)) > 0) {
                            continue;
                        }
                        byte[] bad = good.clone();
                        bad[i] = (byte) b;
                        compare(type, bad, WireOptions.DEFAULTS, false, true);
                    }
                }
            }
        }
    }

    /** Whether a byte always means something. Other bytes are only sampled. */
    private static boolean isSyntax(int b) {
        return "\n\r,\"{}".indexOf(b) >= 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "", "@"})
    void readsWhatTokensReadWhereTheInputEndsAnywhere(String event) throws ReflectiveOperationException {
        for (Class<?> type : CLASSES) {
            for (boolean isTyped : new boolean[] {true, false}) {
                WireOptions options = tables.dialect();
                String table = arranged(EditedTables.table(objects(type, 4), event, options), options);
                table = isTyped ? table : EditedTables.untyped(table, options);
                byte[] good = table.getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i <= good.length; i++) {
                    compare(type, Arrays.copyOf(good, i), options, false, random.nextBoolean());
                    compare(type, Arrays.copyOf(good, i), options, true, random.nextBoolean());
                }
            }
        }
    }

    // ---- other events in a row

    static class Moody extends AbstractMarshallable {
        static int made;

        int a;
        int b;

        Moody() {
            if (++made % 3 == 0) {
                throw new IllegalStateException("not now");
            }
        }
    }

    @Test
    void continuesAfterARowWhoseObjectFails() throws ReflectiveOperationException {
        StringBuilder table = new StringBuilder("a,b\n");
        for (int i = 0; i < 12; i++) {
            table.append(i).append(",\"").append(i).append("\"\r\n");
        }
        byte[] input = table.toString().getBytes(StandardCharsets.UTF_8);
        Moody.made = 0;
        List<String> expected = read(Moody.class, input, WireOptions.DEFAULTS, false, false, false);
        Moody.made = 0;
        assertEquals(expected, read(Moody.class, input, WireOptions.DEFAULTS, false, false, true));
        assertTrue(expected.toString().contains("not now"));
    }

    @Test
    void locatesARecordWhoseConstructorThrows() throws ReflectiveOperationException {
        String rows = "A,1.5,12:30,RED\nB,2.5,12:31,RED\nC,13.0,12:32,GREEN\nD,3.5,12:33,RED\nE,13.0,12:34,\n";
        String header = "symbol,price,at,colour\n";
        String typed = "update.@dw:type,update." + header.replace(",", ",update.") + TypeNames.simpleName(Trade.class)
                + ',' + rows.strip().replace("\n", '\n' + TypeNames.simpleName(Trade.class) + ',') + '\n';
        for (String table : List.of(header + rows, typed)) {
            byte[] input = table.getBytes(StandardCharsets.UTF_8);
            List<String> expected = read(Trade.class, input, WireOptions.DEFAULTS, false, false, false);
            assertEquals(expected, read(Trade.class, input, WireOptions.DEFAULTS, false, false, true));
            assertTrue(expected.toString().contains("no luck"));
        }
    }

    @Test
    void readsTimesThatContainTheDelimiter() throws ReflectiveOperationException {
        String table = "symbol:at:colour:day\nA::RED:2016-07-22\nB::RED:2016-07-22\nC:12:30:15.1:RED:2016-07-22\n";
        WireOptions options = WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, ':');
        byte[] input = table.getBytes(StandardCharsets.UTF_8);
        List<String> expected = read(Days.class, input, options, false, false, false);
        assertEquals(expected, read(Days.class, input, options, false, false, true));
    }

    record Days(String symbol, LocalTime at, Samples.Colour colour, LocalDate day) {}

    // ---- direct reading is used

    @Test
    void matchesThePrefixOfRecordsInTheColumnsOnly() throws ReflectiveOperationException {
        String typed = EditedTables.table(objects(Fill.class, 3), "update", WireOptions.DEFAULTS);
        assertTrue(isStraight(typed, Fill.class, null, "update"));
        assertTrue(isStraight(
                EditedTables.table(objects(Fill.class, 3), "", WireOptions.DEFAULTS), Fill.class, null, null));
        assertTrue(isStraight(EditedTables.untyped(typed, WireOptions.DEFAULTS), Fill.class, "", null));
        assertTrue(isStraight(typed.replace("Fill", "LateFill"), LateFill.class, null, "update"));
        assertTrue(isStraight(typed.replace("isLast", "isFirst"), Fill.class, null, "update"));
        assertTrue(isStraight(
                tables.rearranged(typed, WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, ',')),
                Fill.class,
                null,
                "update"));
        assertTrue(!isStraight(typed, Days.class, null, "another"));
        assertTrue(isStraight(typed.replace("time", "time[]"), Fill.class, null, "update")); // no JSON, so it is a name
        assertTrue(!isStraight(typed, Fill.class, null, "up,date"));
        assertTrue(!isStraight(typed, Fill.class, "", null));
    }

    private static boolean isStraight(String table, Class<?> type, String typeName, String event) {
        byte[] input = table.getBytes(StandardCharsets.UTF_8);
        WireIn in = CSV.newReader(input, WireOptions.DEFAULTS);
        assertTrue(in.nextMessage());
        MessageDecoder decoder = (MessageDecoder) in;
        Shape shape = CodecSet.BUILT_IN.ofObject(type).plan().shape();
        MessagePrefix head =
                typeName == null ? decoder.prefixOf(event, TypeNames.simpleName(type), shape) : decoder.prefixOf(shape);
        if (head == null) {
            return false;
        }
        assertTrue(decoder.nextFields(head) > 0);
        assertNotNull(CodecSet.BUILT_IN.ofObject(type).directIo(decoder, head));
        return true;
    }

    // ---- tables

    private List<Object> objects(Class<?> type, int count) {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(object(type));
        }
        return objects;
    }

    private Object object(Class<?> type) {
        String symbol = random.nextInt(8) == 0 ? null : random.nextInt(6) == 0 ? "a,b" : "EUR" + random.nextInt(3);
        double price = random.nextInt(4) == 0 ? random.nextDouble() : random.nextInt(100_000) / 100.0;
        if (type == WholeRow.class) {
            WholeRow whole = new WholeRow();
            whole.a = random.nextLong() >> random.nextInt(64);
            whole.b = random.nextInt();
            return whole;
        }
        if (type == OneText.class) {
            OneText one = new OneText();
            one.text = symbol;
            return one;
        }
        if (type == Trade.class) {
            return new Trade(symbol, price == 13 ? 0 : price, LocalTime.of(12, 30), Samples.Colour.RED);
        }
        Fill fill = type == Fill.class ? new Fill() : type == KeepingFill.class ? new KeepingFill() : late();
        fill.symbol = symbol;
        fill.time = 1_469_190_896_789L + random.nextInt(1000);
        fill.price = price;
        fill.isLast = random.nextBoolean();
        fill.day = random.nextInt(6) == 0 ? null : LocalDate.of(2016, 7, 1 + random.nextInt(9));
        fill.quantity = random.nextInt(10_000);
        return fill;
    }

    private LateFill late() {
        LateFill late = new LateFill();
        late.sent = LocalDate.of(2016, 7, 22)
                .atTime(1, 2, 3)
                .atZone(ZoneId.of("UTC"))
                .toInstant();
        late.boxed = random.nextInt(3) == 0 ? null : random.nextInt(9);
        return late;
    }

    // ---- direct and by tokens

    private WireOptions limits(WireOptions options) {
        WireLimits limits = switch (random.nextInt(8)) {
            case 0 -> new WireLimits(3, 60, 1 << 20, 1000, 1000, 10, 1 << 20, 5, 2);
            case 1 -> new WireLimits(3, 4000, 16, 1000, 1000, 10, 1 << 20, 5, 2);
            case 2 -> new WireLimits(3, 4000, 4, 8, 1000, 10, 1 << 20, 5, 2);
            case 3 -> new WireLimits(3, 4000, 18, 16, 40, 10, 1 << 20, 5, 2);
            default -> WireLimits.DEFAULTS;
        };
        return options.with(WireOptions.LIMITS, limits);
    }

    private void compare(Class<?> type, String table, WireOptions given, String what)
            throws ReflectiveOperationException {
        int body = table.indexOf('\n') + 1;
        String header = table.substring(0, body);
        boolean hasHeader = random.nextInt(6) > 0 || header.isBlank() || header.contains("\"");
        WireOptions options = limits(hasHeader ? given : EditedTables.withColumns(given, header));
        byte[] input = (hasHeader ? table : table.substring(body)).getBytes(StandardCharsets.UTF_8);
        boolean streamed = random.nextBoolean();
        boolean reuses = random.nextBoolean();
        List<String> expected = read(type, input, options, streamed, reuses, false);
        assertEquals(expected, read(type, input, options, streamed, reuses, true), () -> what + "\n" + table);
    }

    private void compare(Class<?> type, byte[] input, WireOptions options, boolean streamed, boolean reuses)
            throws ReflectiveOperationException {
        List<String> expected = read(type, input, options, streamed, reuses, false);
        assertEquals(
                expected,
                read(type, input, options, streamed, reuses, true),
                () -> new String(input, StandardCharsets.UTF_8));
    }

    private static List<String> read(
            Class<?> type, byte[] input, WireOptions options, boolean streamed, boolean reuses, boolean straight)
            throws ReflectiveOperationException {
        WireIn in = streamed
                ? CSV.newReader(Inputs.inPieces(input), options)
                : CSV.newReader(Arrays.copyOf(input, input.length), options);
        List<String> all = new ArrayList<>();
        Object into =
                reuses && !type.isRecord() ? CodecSet.BUILT_IN.ofObject(type).newInstance(null, null) : null;
        try (Wire wire = Wires.reading(CSV, straight ? in : Inputs.only(WireIn.class, in), options)) {
            for (int i = 0; i < 30; i++) {
                try {
                    Object read = into == null ? wire.read(type) : wire.read(into);
                    all.add(wire.event() + " " + (read == null ? "null" : text(read)) + " at " + in.messageOffset());
                    if (read == null) {
                        break;
                    }
                    if (i % 4 == 3) { // peeks at the row
                        all.add(in.location().toString());
                    }
                } catch (WireException e) {
                    all.add(wire.event() + " " + e + " then line "
                            + in.location().line() + " of " + in.messageOffset());
                }
            }
        } catch (WireException | IllegalArgumentException e) {
            all.add(e.toString()); // impossible columns, maybe
        }
        return all;
    }

    private static String text(Object read) {
        return read instanceof Record ? read.toString() : YamlTexts.of(read);
    }
}
