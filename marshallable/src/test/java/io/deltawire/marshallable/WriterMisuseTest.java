package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Trees;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls of a writer in any order. Calls that fit are written, and all others are refused with a message. No refusal
 * changes the messages before and after.
 */
class WriterMisuseTest {
    private static final int PROGRAMS = 1500;
    private static final Shape SHAPE = Shape.of("Misused", List.of("a", "b", "c"));

    private enum Call {
        BEGIN_MESSAGE,
        END_MESSAGE,
        TYPE,
        BEGIN_OBJECT,
        BEGIN_SHAPED,
        END_OBJECT,
        BEGIN_LIST,
        END_LIST,
        FIELD,
        ORDINAL,
        KEY,
        INT64,
        TEXT,
        NULL
    }

    /** An object or list that is begun, with its type name if it has one. */
    private record Open(String type, List<Object> list, Map<Object, Object> object, boolean isShaped) {
        boolean isList() {
            return list != null;
        }
    }

    /** Records what the program has written and decides which call fits next. */
    private static final class Program {
        private final SplittableRandom random;
        private final WireOut out;
        final StringBuilder calls = new StringBuilder();
        final List<Object> messages = new ArrayList<>();
        private final Deque<Open> open = new ArrayDeque<>();
        /** The name, isKey and ordinal of the next value in each open container. */
        private final Deque<Object[]> names = new ArrayDeque<>();

        private boolean begun;
        private boolean hasValue;
        private Object value;
        private String type;
        private Object name;
        private boolean isKey;
        private int ordinal;

        Program(long seed, WireOut out) {
            this.random = new SplittableRandom(seed);
            this.out = out;
        }

        private boolean isValueDue() {
            if (open.isEmpty()) {
                return begun && !hasValue;
            }
            return open.peek().isList() || name != null || isKey;
        }

        private boolean isNameDue() {
            return !open.isEmpty() && !isValueDue();
        }

        boolean fits(Call call) {
            return switch (call) {
                case BEGIN_MESSAGE -> !begun;
                case END_MESSAGE -> begun && open.isEmpty() && hasValue;
                case TYPE -> isValueDue() && type == null;
                case END_OBJECT, FIELD, KEY -> isNameDue();
                case ORDINAL -> isNameDue() && open.peek().isShaped() && ordinal < SHAPE.size();
                case END_LIST -> !open.isEmpty() && open.peek().isList() && type == null;
                default -> isValueDue();
            };
        }

        /** Prefers, among the calls that fit, those that bring a message to its end. */
        Call next(boolean misuses) {
            Call[] all = Call.values();
            while (true) {
                Call call = all[random.nextInt(all.length)];
                // Keys are distinct numbers and texts.
                boolean isInside = call.name().startsWith("BEGIN") || call == Call.KEY || call == Call.NULL;
                boolean isDeep = isInside && (open.size() > 4 || isKey);
                if (misuses ? !fits(call) : fits(call) && !isDeep) {
                    return call;
                }
            }
        }

        /** Makes a call and lets its exception through. */
        void make(Call call) {
            calls.append(call).append(' ');
            switch (call) {
                case BEGIN_MESSAGE ->
                    run(WireOut::beginMessage, () -> {
                        begun = true;
                        hasValue = false;
                    });
                case END_MESSAGE ->
                    run(WireOut::endMessage, () -> {
                        messages.add(value);
                        begun = false;
                    });
                case TYPE -> run(o -> o.type("Named"), () -> type = "Named");
                case BEGIN_OBJECT -> run(WireOut::beginObject, () -> begin(false, false));
                case BEGIN_SHAPED -> run(o -> o.beginObject(SHAPE), () -> begin(false, true));
                case BEGIN_LIST -> run(WireOut::beginList, () -> begin(true, false));
                case END_OBJECT -> run(WireOut::endObject, this::end);
                case END_LIST -> run(WireOut::endList, this::end);
                case FIELD -> {
                    String field = "n" + calls.length();
                    run(o -> o.field(field), () -> name = field);
                }
                case ORDINAL -> {
                    int field = ordinal;
                    run(o -> o.field(field), () -> {
                        name = SHAPE.name(field);
                        ordinal++;
                    });
                }
                case KEY -> run(WireOut::key, () -> isKey = true);
                case INT64 -> {
                    long number = calls.length(); // a different one each time, so that no key is repeated
                    run(o -> o.int64(number), () -> put(number));
                }
                case TEXT -> {
                    String text = "t" + calls.length();
                    run(o -> o.text(text), () -> put(text));
                }
                case NULL -> run(WireOut::nullValue, () -> put(null));
            }
        }

        private void run(Consumer<WireOut> call, Runnable effect) {
            call.accept(out);
            effect.run();
        }

        private void begin(boolean isList, boolean isShaped) {
            open.push(
                    new Open(type, isList ? new ArrayList<>() : null, isList ? null : new LinkedHashMap<>(), isShaped));
            // The path to the value goes on the stack of the maps that hold it. Names found so far belong to the outer
            // map.
            names.push(new Object[] {name, isKey, ordinal});
            name = null;
            isKey = false;
            type = null;
            ordinal = 0;
        }

        private void end() {
            Open ended = open.pop();
            Object[] outer = names.pop();
            name = outer[0];
            isKey = (boolean) outer[1];
            ordinal = (int) outer[2];
            type = ended.type();
            put(ended.isList() ? ended.list() : ended.object());
        }

        private void put(Object untyped) {
            Object put = type == null ? untyped : new Trees.Typed(type, untyped);
            type = null;
            if (open.isEmpty()) {
                value = put;
                hasValue = true;
            } else if (open.peek().isList()) {
                open.peek().list().add(put);
            } else if (isKey) {
                isKey = false;
                name = put;
            } else {
                open.peek().object().put(name, put);
                name = null;
            }
        }

        void cancel() {
            calls.append("CANCEL ");
            out.cancelMessage();
            begun = false;
            open.clear();
            names.clear();
            name = null;
            isKey = false;
            type = null;
            ordinal = 0;
        }

        /** A refusal has a message and happens where it must. A table cannot hold everything that fits. */
        void runAll(boolean isTable) {
            for (int i = random.nextInt(5, 60); i > 0; i--) {
                boolean misuses = random.nextInt(12) == 0;
                Call call = next(misuses);
                try {
                    if (misuses && call == Call.ORDINAL) {
                        calls.append("MISUSED ");
                        out.field(isNameDue() && open.peek().isShaped() ? SHAPE.size() + random.nextInt(2) : 0);
                    } else {
                        make(call);
                    }
                    if (misuses) {
                        fail("took " + call + ": " + calls);
                    }
                } catch (IllegalStateException | IllegalArgumentException | WireDataException e) {
                    assertNotNull(e.getMessage());
                    assertTrue(misuses || isTable && e instanceof WireDataException, () -> "refused " + calls + e);
                    cancel();
                }
            }
            cancel();
            Trees.writeMessage(out, Trees.map("n", 1L));
            messages.add(Trees.map("n", 1L));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatFitsIsWrittenAndWhatDoesNotIsRefused(String format) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            Program program = new Program(seed, wire.out());
            program.runAll(false);
            List<Object> read = readAll(wire.in());
            assertEquals(shown(program.messages), shown(read), () -> program.calls.toString());
        }
    }

    @ParameterizedTest
    @EachFormat
    void bytesAreAllInTheirArray(String format) {
        for (int[] range :
                new int[][] {{0, 4}, {3, 1}, {-1, 2}, {1, -1}, {Integer.MAX_VALUE, 2}, {2, Integer.MAX_VALUE}}) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            WireOut out = wire.out();
            out.beginMessage();
            assertThrows(IndexOutOfBoundsException.class, () -> out.recordKey(new byte[3], range[0], range[1]));
            out.beginObject();
            out.field("b");
            assertThrows(IndexOutOfBoundsException.class, () -> out.bytes(new byte[3], range[0], range[1]));
            out.bytes(new byte[] {1, 2, 3}, 1, 2);
            out.endObject();
            out.endMessage();
            WireIn in = wire.in();
            assertTrue(in.nextMessage());
            in.beginObject();
            assertEquals("b", in.fieldName());
            assertArrayEquals(new byte[] {2, 3}, in.bytes());
        }
    }

    @ParameterizedTest
    @EachFormat
    void anEmptyTypeNameIsNone(String format) {
        WireOut out = Wire.of(format, Bytes.allocateElasticOnHeap()).out();
        out.beginMessage();
        assertThrows(WireDataException.class, () -> {
            out.type("");
            out.beginObject();
            out.endObject();
            out.endMessage();
        });
    }

    /** The first message defines the columns of a table, so the table refuses much that other formats accept. */
    @ParameterizedTest
    @ValueSource(strings = "csv")
    void whatATableCannotHoldIsRefusedToo(String format) {
        int written = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            Program program = new Program(seed, wire.out());
            try {
                program.runAll(true);
            } catch (WireDataException e) {
                continue; // the last message, which the table has no columns for
            }
            assertEquals(program.messages.size(), readAll(wire.in()).size(), () -> program.calls.toString());
            written++;
        }
        assertTrue(written > PROGRAMS / 10, "written: " + written);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void commentsAloneAreNoReasonForAMessageToGo(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 3; i++) {
            wire.out().beginMessage();
            wire.out().beginObject();
            wire.out().comment("empty");
            wire.out().endObject();
            wire.out().endMessage();
        }
        assertEquals(List.of(Map.of(), Map.of(), Map.of()), readAll(wire.in()));
    }

    private static List<Object> readAll(WireIn in) {
        List<Object> all = new ArrayList<>();
        while (in.nextMessage()) {
            all.add(Trees.readMessage(in));
        }
        return all;
    }

    /**
     * Returns the message as text, with keys as JSON has them. The order of fields is left out, since a delta stream
     * has one order for all records.
     */
    private static String shown(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(WriterMisuseTest::shown).toList().toString();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, of) -> sorted.put(shown(key), shown(of)));
            return sorted.toString();
        }
        return value instanceof Trees.Typed typed
                ? '!' + typed.type() + ' ' + shown(typed.value())
                : String.valueOf(value);
    }
}
