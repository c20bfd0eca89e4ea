package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.WideClasses;
import io.deltawire.marshallable.testing.WideClasses.WideLevel;
import io.deltawire.marshallable.testing.WideSamples.RecordOfMany;
import io.deltawire.marshallable.testing.WideSamples.WideBase;
import io.deltawire.marshallable.testing.WideSamples.WideBoxed;
import io.deltawire.marshallable.testing.WideSamples.WideHolder;
import io.deltawire.marshallable.testing.WideSamples.WideKeyed;
import io.deltawire.marshallable.testing.WideSamples.WideNarrow;
import io.deltawire.marshallable.testing.WideSamples.WideOldState;
import io.deltawire.marshallable.testing.WideSamples.WidePlain;
import io.deltawire.marshallable.testing.WideSamples.WideState;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.testing.Effort;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes whose columns have several parts: bytes and objects equal those of tokens, and updates of existing records do
 * not use tokens.
 */
class WideColumnsTest {
    private static List<List<Integer>> keysOf(int fields) {
        return List.of(List.of(fields - 1), List.of(), List.of(0, 64), List.of(63, fields - 2), List.of(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 100, 128, 129, 180})
    void bytesAndObjectsMatchTokens(int fields) throws IllegalAccessException {
        SplittableRandom random = new SplittableRandom(fields);
        WideClasses classes = new WideClasses(random, "WideColumns" + fields + "_");
        int round = 0;
        for (List<Integer> keys : keysOf(fields)) {
            for (int flat : new int[] {0, 8}) {
                if ((round + round / 2 + fields) % Effort.step(2) != 0) {
                    round++;
                    continue;
                }
                Class<?> type = classes.define(fields, flat, keys, round % 3 == 1);
                ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
                assertNotNull(
                        codec.columns(CodecContext.ofDefaults("delta")),
                        () -> "no columns of " + codec.plan().fields());
                ColumnsAndTokens wires = new ColumnsAndTokens();
                Object[] states = new Object[1 + random.nextInt(4)];
                for (int i = 0; i < states.length; i++) {
                    states[i] = classes.make(codec, i);
                }
                Object into = codec.newInstance(null, null);
                for (int i = 0; i < 900; i++) {
                    Object state = states[random.nextInt(states.length)];
                    int step = round % 2 == 0 && i % 50 != 49 ? 7 : random.nextInt(4);
                    classes.change(state, codec, i % 9 == 0 ? fields : 1 + random.nextInt(30), step, i / 20);
                    wires.write("state", state, into, type + ", round " + round + ", message " + i);
                }
                round++;
            }
        }
    }

    /** Messages of existing records are written without tokens. */
    @ParameterizedTest
    @ValueSource(ints = {65, 128, 129, 180})
    void knownRecordsGoByColumns(int fields) throws IllegalAccessException {
        SplittableRandom random = new SplittableRandom(fields);
        WideClasses classes = new WideClasses(random, "WideKnown" + fields + "_");
        for (List<Integer> keys : keysOf(fields)) {
            for (int flat : new int[] {0, 6}) {
                ObjectCodec codec = CodecSet.BUILT_IN.ofObject(classes.define(fields, flat, keys, false));
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire writer = Wire.of("delta", bytes);
                CodecContext session = CodecContext.ofDefaults("delta");
                FieldColumns columns = codec.columns(session);
                String name = session.types().nameOf(codec.type());
                assertFalse(columns.isFlat());
                Object state = classes.make(codec, 1);
                RecordKeyEncoder key = new RecordKeyEncoder(CodecContext.ofDefaults("delta"));
                int written = 0;
                int read = 0;
                for (int i = 0; i < 40; i++) {
                    // added lists and objects are new to the type for a while
                    classes.change(state, codec, flat == 0 ? 9 : 10_000, 1, 1);
                    ColumnWriter out = (ColumnWriter) writer.out();
                    if (out.writeColumns("e", columns, state, null, 0)
                            || out.writeColumns("e", columns, state, key.bytes(), key.encode(state))) {
                        written++;
                    } else {
                        ColumnsAndTokens.writeTokens(writer, "e", state);
                    }
                }
                assertTrue(written > 36, "written " + written);
                WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS);
                while (in.nextMessage()) {
                    assertNotNull(((ColumnReader) in).columns(columns, name), "message " + read);
                    read++;
                }
                assertEquals(40, read);
            }
        }
    }

    /** All keys have one hash, so the fields of the last part have to distinguish them. */
    private static WideState state(int number) {
        WideState state = new WideState();
        state.id = new UUID(5, 5);
        state.symbol = (number & 1) == 0 ? "Aa" : "BB";
        state.symbol += (number & 2) == 0 ? "Aa" : "BB";
        state.symbol += (number & 4) == 0 ? "Aa" : "BB";
        state.levels.add(new WideLevel());
        state.levels.add(new WideLevel());
        return state;
    }

    private static void move(WideState state, int step) {
        state.move(step);
        state.time = step % 9 == 0 ? null : Instant.ofEpochMilli(step);
        state.box = step % 5 == 0 ? null : (Integer) step;
        state.open = step % 3 == 0;
        state.best.price += step % 2;
        state.levels.get(step % 2).quantity = step;
        if (step % 40 == 39) {
            state.levels.add(new WideLevel());
        }
    }

    @Test
    void everyReadCallWorksOverEpochs() {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 700);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(new DeltaFormat(), bytes, options);
        List<WideState> states = new ArrayList<>();
        List<WideState> written = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            states.add(state(i));
        }
        for (int i = 0; i < 1_500; i++) {
            WideState state = states.get(i % 5);
            move(state, i);
            writer.write("state", state);
            written.add((WideState) state.deepCopy());
        }
        writer.close();
        Wire reader = Wire.of(new DeltaFormat(), bytes, options);
        List<WideState> live = new ArrayList<>();
        WideState into = new WideState();
        for (int i = 0; i < written.size(); i++) {
            if (i % 4 == 0) {
                assertTrue(reader.next());
                assertEquals("state", reader.event());
            }
            WideState read;
            if (i < 5 || i % 3 == 0) {
                read = reader.readByKey(WideState.class);
                if (i < 5) {
                    live.add(read);
                }
                assertSame(live.get(i % 5), read, "message " + i);
            } else {
                read = i % 3 == 1 ? reader.read(into) : reader.read(WideState.class);
            }
            assertEquals(written.get(i), read, "message " + i);
        }
        assertFalse(reader.next());
    }

    interface WideEvents {
        void state(WideState state);

        void boxed(WideBoxed boxed);
    }

    @Test
    void eventsByMethods() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        WideEvents events = writer.methodWriter(WideEvents.class);
        List<Object> written = new ArrayList<>();
        WideState state = state(1);
        WideBoxed boxed = new WideBoxed();
        for (int i = 0; i < 300; i++) {
            if (i % 3 == 0) {
                boxed.move(i);
                boxed.i15 = i % 4;
                boxed.count = i % 7 == 0 ? null : (Integer) i;
                events.boxed(boxed);
                written.add(boxed.deepCopy());
            } else {
                move(state, i);
                events.state(state);
                written.add(state.deepCopy());
            }
        }
        List<Object> read = new ArrayList<>();
        MethodReader reader = Wire.of("delta", bytes).methodReader(new WideEvents() {
            @Override
            public void state(WideState given) {
                read.add(given.deepCopy());
            }

            @Override
            public void boxed(WideBoxed given) {
                read.add(given.deepCopy());
            }
        });
        while (reader.readOne()) {
            assertEquals(written.get(read.size() - 1), read.get(read.size() - 1));
        }
        assertEquals(written.size(), read.size());
    }

    /** Two classes share one event and key, and neither is compared with what the other has written. */
    @Test
    void recordThatTwoClassesWriteAlternatelyLosesNoUpdate() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        TypeRegistry plains = TypeRegistry.create().register("W", WidePlain.class);
        Wire writer = Wire.of("delta", bytes);
        WideEventsOf<WideBoxed> asBoxed = of(writer, BoxedEvents.class);
        WideEventsOf<WidePlain> asPlain = of(writer, PlainEvents.class);
        Wire reader = Wire.of("delta", bytes, plains.asOptions());
        WideBoxed boxed = new WideBoxed();
        WidePlain plain = new WidePlain();
        boxed.count = 1;
        plain.count = 1;
        WidePlain into = new WidePlain();
        for (int i = 0; i < 90; i++) {
            boolean isBoxed = i / 7 % 2 == 0;
            WideKeyed written = isBoxed ? boxed : plain;
            written.i15 = i % 2;
            written.d03 = i % 3;
            boxed.number = i % 5;
            plain.number = i % 5;
            if (isBoxed) {
                asBoxed.on(boxed);
            } else {
                asPlain.on(plain);
            }
            WidePlain read = reader.read(into);
            assertEquals(written.d03, read.d03, "message " + i);
            assertEquals(written.i15, read.i15, "message " + i);
            assertEquals(i % 5, read.number, "message " + i);
            assertEquals(1, read.count, "message " + i);
        }
    }

    interface WideEventsOf<T> {
        void on(T object);
    }

    interface BoxedEvents extends WideEventsOf<WideBoxed> {
        @Override
        void on(WideBoxed boxed);
    }

    interface PlainEvents extends WideEventsOf<WidePlain> {
        @Override
        void on(WidePlain plain);
    }

    private static <T extends WideEventsOf<?>> T of(Wire writer, Class<T> events) {
        return writer.methodWriter(events);
    }

    /** An older class, one with few of the fields, and the class itself, from a stream in which the type grows. */
    @Test
    void classesWithOtherFieldsReadWhatTheyHave() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        WideState state = state(2);
        state.levels.clear();
        List<WideState> written = new ArrayList<>();
        for (int i = 1; i < 300; i++) {
            if (i == 100) {
                state.levels.add(new WideLevel());
                state.levels.add(new WideLevel());
            }
            if (i > 100) {
                move(state, i);
            } else {
                state.move(i);
            }
            state.box = i;
            writer.write("state", state);
            written.add((WideState) state.deepCopy());
        }
        Wire wide = Wire.of("delta", Bytes.wrapForRead(bytes.toByteArray()));
        Wire old = Wire.of("delta", Bytes.wrapForRead(bytes.toByteArray()));
        Wire narrow = Wire.of("delta", Bytes.wrapForRead(bytes.toByteArray()));
        WideState into = new WideState();
        WideOldState oldInto = new WideOldState();
        WideNarrow narrowInto = new WideNarrow();
        for (int i = 1; i < 300; i++) {
            state = written.get(i - 1);
            assertEquals(state, wide.read(into));
            WideOldState asOld = i % 2 == 0 ? old.read(oldInto) : old.readByKey(WideOldState.class);
            assertEquals(state.d03, asOld.d03);
            assertEquals(state.s09, asOld.s09);
            assertEquals(state.time, asOld.time);
            assertEquals(i, asOld.box);
            assertEquals(state.symbol, asOld.symbol);
            WideNarrow asNarrow = narrow.read(narrowInto);
            assertEquals(state.n07, asNarrow.n07);
            assertEquals(state.id, asNarrow.id);
        }
    }

    @Test
    void newerClassesReadWhatOlderOnesHaveWritten() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        WideOldState state = new WideOldState();
        state.id = new UUID(1, 1);
        for (int i = 0; i < 200; i++) {
            state.move(i);
            state.box = i % 20 == 19 ? 1L << 40 : i;
            writer.write("state", state);
            if (i % 20 == 19) {
                WireException e = assertThrows(WireException.class, () -> reader.read(WideState.class));
                assertTrue(e.getMessage().contains("box"), e.getMessage());
                continue;
            }
            WideState read = i % 3 == 0 ? reader.readByKey(WideState.class) : reader.read(WideState.class);
            assertEquals(state.d23, read.d23, "message " + i);
            assertEquals(i, read.box, "message " + i);
            assertEquals(state.id, read.id);
        }
    }

    private static Object changed(Object former, int step) throws ReflectiveOperationException {
        RecordComponent[] components = former.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < values.length; i++) {
            components[i].getAccessor().setAccessible(true);
            values[i] = components[i].getAccessor().invoke(former);
            types[i] = components[i].getType();
            int turn = (step * 31 + i) % 23;
            values[i] = switch (components[i].getName()) {
                case "i11" -> step % 2;
                case "d03" -> step / 2.0;
                case "time" -> turn < 5 ? null : Instant.ofEpochSecond(step);
                case "box" -> turn < 5 ? null : (Integer) turn;
                case "open" -> turn < 9;
                case "mark" -> (char) ('a' + turn);
                case "ratio" -> turn < 3 ? turn / 4f : values[i];
                case "n00" -> (long) values[i] + 3;
                case "s08", "s09" -> turn < 3 ? null : turn < 9 ? "t" + turn : values[i];
                default -> values[i];
            };
        }
        Constructor<?> constructor = former.getClass().getDeclaredConstructor(types);
        return constructor.newInstance(values);
    }

    private static Object blank(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < values.length; i++) {
            types[i] = components[i].getType();
            values[i] = switch (types[i].getSimpleName()) {
                case "double" -> 0.0;
                case "long" -> 0L;
                case "int" -> 0;
                case "boolean" -> false;
                case "char" -> 'c';
                case "float" -> 1.5f;
                case "String" -> components[i].getName();
                case "UUID" -> new UUID(1, 2);
                case "List" -> List.of(new WideLevel());
                default -> null;
            };
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    @ParameterizedTest
    @ValueSource(classes = {RecordOfMany.class, WideHolder.class})
    void records(Class<?> type) throws ReflectiveOperationException {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        Object state = blank(type);
        Object into = state;
        for (int i = 0; i < 900; i++) {
            state = changed(state, i);
            wires.write("record", state, into, "message " + i);
        }
    }

    /** An exception of the constructor is reported as by tokens, and reading continues. */
    @Test
    void aRecordWhoseConstructorThrows() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        TypeRegistry writes = TypeRegistry.create().register("W", WideRecordBase.class);
        TypeRegistry reads = TypeRegistry.create().register("W", RecordOfMany.class);
        Wire writer = Wire.of("delta", bytes, writes.asOptions());
        Wire reader = Wire.of("delta", bytes, reads.asOptions());
        WideRecordBase state = new WideRecordBase();
        for (int i = 0; i < 50; i++) {
            state.move(i);
            state.mark = i % 10 == 8 ? "no char" : "c";
            writer.write("e", state);
            if (i % 3 == 2 || i % 10 == 8) {
                WireException e = assertThrows(WireException.class, () -> reader.read(RecordOfMany.class));
                String expected = i % 10 == 8 ? "mark" : "two";
                assertTrue(e.getMessage().contains(expected), e.getMessage());
            } else {
                assertEquals(
                        state.d03, reader.<RecordOfMany>read(RecordOfMany.class).d03(), "message " + i);
            }
        }
    }

    /** The fields of {@link RecordOfMany}. */
    static final class WideRecordBase extends WideBase {
        Instant time;
        Integer box;
        boolean open;
        String mark;
        float ratio;

        @Key
        UUID id;

        @Key
        String symbol;
    }

    @Test
    void aMessageThatCannotBeWrittenChangesNothing() {
        WireOptions options = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS,
                new io.deltawire.wire.WireLimits(100, 1 << 20, 40, 1_000, 1_024, 1_000, 1 << 20, 50, 10));
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(new DeltaFormat(), byColumns, options);
        WideState state = state(1);
        for (int i = 0; i < 5; i++) {
            move(state, i);
            writer.write("state", state);
        }
        state.d03 = 77;
        state.symbol = "x".repeat(41);
        WireDataException error = assertThrows(WireDataException.class, () -> writer.write("state", state));
        assertTrue(error.getMessage().contains("at most 40 chars"), error.getMessage());
        state.symbol = state(1).symbol;
        state.s09 = "x".repeat(41);
        error = assertThrows(WireDataException.class, () -> writer.write("state", state));
        assertTrue(error.getMessage().contains("at most 40 chars"), error.getMessage());
        state.s09 = "fits";
        state.levels.get(0).tag = "x".repeat(41);
        error = assertThrows(WireDataException.class, () -> writer.write("state", state));
        assertTrue(error.getMessage().contains("at most 40 chars"), error.getMessage());
        state.levels.get(0).tag = null;
        writer.write("state", state);
        writer.close();
        Wire reader = Wire.of("delta", byColumns);
        for (int i = 0; i < 5; i++) {
            reader.read(WideState.class);
        }
        assertEquals(state, reader.read(WideState.class));
        assertFalse(reader.next());
    }

    private static byte[] stream() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        WideState state = state(1);
        for (int i = 0; i < 8; i++) {
            move(state, i);
            writer.write("state", state);
        }
        return bytes.toByteArray();
    }

    @Test
    void damageIsReadByColumnsAsByTokens() {
        byte[] bytes = stream();
        for (int i = 0; i < 8 * bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i >>> 3] ^= (byte) (1 << (i & 7));
            String tokens = Wires.readAll(Wires.byTokens(damaged), WideState.class, false);
            Wire columns = Wire.of("delta", Bytes.wrapForRead(damaged));
            assertEquals(tokens, Wires.readAll(columns, WideState.class, i % 2 == 0), "bit " + i);
        }
    }

    @Test
    void bytesOfSamplesMatchTokens() {
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = Wire.of("delta", byColumns);
        Wire tokens = Wire.of("delta", byTokens);
        WideState[] states = {state(0), state(1), state(2)};
        for (int i = 0; i < 2_000; i++) {
            WideState state = states[i % 7 % 3];
            move(state, i);
            columns.write("state", state);
            ColumnsAndTokens.writeTokens(tokens, "state", state);
        }
        assertArrayEquals(byTokens.toByteArray(), byColumns.toByteArray());
    }
}
