package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Makes each call of a reader at each token. All formats refuse a call that does not fit with the same error, and the
 * next message is unharmed.
 */
class ReaderMisuseTest {
    private static final Shape SHAPE = Shape.of("Read", List.of("o", "t"));
    private static final Set<WireToken> NAMES = EnumSet.of(WireToken.FIELD, WireToken.EVENT);
    private static final Set<WireToken> ENDS =
            EnumSet.of(WireToken.END_OBJECT, WireToken.END_LIST, WireToken.END_MESSAGE);
    private static final Map<String, Consumer<WireIn>> SCALARS = new LinkedHashMap<>();

    static {
        SCALARS.put("bool", WireIn::bool);
        SCALARS.put("int64", WireIn::int64);
        SCALARS.put("float64", WireIn::float64);
        SCALARS.put("decimal", WireIn::decimal);
        SCALARS.put("text", WireIn::text);
        SCALARS.put("text into", in -> in.text(new StringBuilder()));
        SCALARS.put("bytes", WireIn::bytes);
        SCALARS.put("temporal", WireIn::temporal);
        SCALARS.put("null", WireIn::nullValue);
    }

    private static void write(WireOut out, long number) {
        out.beginMessage();
        out.beginObject();
        out.field("o");
        out.beginObject();
        out.field("b");
        out.int64(number);
        out.endObject();
        out.field("l");
        out.beginList();
        out.int64(1);
        out.text("x");
        out.endList();
        out.field("t");
        out.text("text");
        out.field("n");
        out.nullValue();
        out.field("d");
        out.float64(1.5);
        out.endObject();
        out.endMessage();
    }

    private static void step(WireIn in) {
        switch (in.peek()) {
            case BEGIN_OBJECT -> in.beginObject();
            case BEGIN_LIST -> in.beginList();
            case END_OBJECT -> in.endObject();
            case END_LIST -> in.endList();
            case FIELD, EVENT -> in.fieldName();
            case NULL -> in.nullValue();
            case END_MESSAGE -> {}
            default -> in.text();
        }
    }

    /** Returns a reader after the given number of tokens of the first message. */
    private static WireIn at(WireFormat format, byte[] bytes, int steps) {
        WireIn in = format.newReader(bytes, WireOptions.DEFAULTS);
        assertTrue(in.nextMessage());
        for (int i = 0; i < steps; i++) {
            step(in);
        }
        return in;
    }

    private static <T extends Throwable> void refused(Class<T> error, Consumer<WireIn> call, WireIn in, String what) {
        T thrown = assertThrows(error, () -> call.accept(in), what);
        assertNotNull(thrown.getMessage(), what);
        if (thrown instanceof WireDataException e) {
            assertNotNull(e.location(), what);
        }
        requireNext(in, what);
    }

    private static void requireNext(WireIn in, String what) {
        assertTrue(in.nextMessage(), what);
        in.beginObject();
        in.fieldName();
        in.beginObject();
        in.fieldName();
        assertEquals(2, in.int64(), what);
        assertFalse(in.nextMessage(), what);
    }

    @ParameterizedTest
    @EachFormat
    void misfitIsAnErrorWithAPath(String name) {
        WireFormat format = WireFormats.byName(name);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (WireOut out = format.newWriter(target, WireOptions.DEFAULTS)) {
            write(out, 1);
            write(out, 2);
        }
        byte[] bytes = target.toByteArray();
        int steps = 0;
        for (WireToken next = null; next != WireToken.END_MESSAGE; steps++) {
            next = at(format, bytes, steps).peek();
            String what = name + " at " + next + " after " + steps + ": ";
            boolean isName = NAMES.contains(next);
            boolean isEnd = ENDS.contains(next);
            if (!isName) {
                refused(WireDataException.class, WireIn::fieldName, at(format, bytes, steps), what + "fieldName");
                if (next != WireToken.END_OBJECT) {
                    refused(
                            WireDataException.class,
                            in -> in.nextField(SHAPE),
                            at(format, bytes, steps),
                            what + "nextField");
                }
            }
            refused(WireDataException.class, WireIn::key, at(format, bytes, steps), what + "key");
            if (next != WireToken.BEGIN_OBJECT) {
                refused(WireDataException.class, WireIn::beginObject, at(format, bytes, steps), what + "beginObject");
            }
            if (next != WireToken.BEGIN_LIST) {
                refused(WireDataException.class, WireIn::beginList, at(format, bytes, steps), what + "beginList");
            }
            if (isName || isEnd) {
                refused(WireDataException.class, WireIn::skipValue, at(format, bytes, steps), what + "skipValue");
            }
            if (isName || isEnd || next == WireToken.BEGIN_OBJECT || next == WireToken.BEGIN_LIST) {
                for (Map.Entry<String, Consumer<WireIn>> scalar : SCALARS.entrySet()) {
                    refused(
                            WireDataException.class,
                            scalar.getValue(),
                            at(format, bytes, steps),
                            what + scalar.getKey());
                }
            }
            WireIn in = at(format, bytes, steps);
            in.uuid();
            in.location();
            in.typeName();
            requireNext(in, what);
            if (next == WireToken.END_OBJECT || next == WireToken.END_MESSAGE) {
                refused(IllegalStateException.class, WireIn::endList, at(format, bytes, steps), what + "endList");
            }
            if (next == WireToken.END_LIST || next == WireToken.END_MESSAGE) {
                refused(IllegalStateException.class, WireIn::endObject, at(format, bytes, steps), what + "endObject");
            }
        }
        assertTrue(steps > 15, "steps: " + steps);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void aKeyIsNoName(String name) {
        WireFormat format = WireFormats.byName(name);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (WireOut out = format.newWriter(target, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.beginObject();
            out.key();
            out.beginList();
            out.int64(1);
            out.endList();
            out.text("a");
            out.endObject();
            out.endMessage();
        }
        WireIn in = format.newReader(target.toByteArray(), WireOptions.DEFAULTS);
        assertTrue(in.nextMessage());
        in.beginObject();
        assertEquals(WireToken.KEY, in.peek());
        assertThrows(WireDataException.class, in::fieldName);
        assertEquals(WireIn.UNKNOWN, in.nextField(SHAPE));
        in.key();
        in.beginList();
        assertEquals(1, in.int64());
        in.endList();
        assertEquals("a", in.text());
        in.endObject();
        assertFalse(in.nextMessage());
    }

    @ParameterizedTest
    @EachFormat
    void whereThereIsNoMessageThatIsTheCallersFault(String name) {
        WireFormat format = WireFormats.byName(name);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (WireOut out = format.newWriter(target, WireOptions.DEFAULTS)) {
            write(out, 1);
        }
        Map<String, Consumer<WireIn>> calls = new LinkedHashMap<>(SCALARS);
        calls.put("fieldName", WireIn::fieldName);
        calls.put("nextField", in -> in.nextField(SHAPE));
        calls.put("key", WireIn::key);
        calls.put("beginObject", WireIn::beginObject);
        calls.put("beginList", WireIn::beginList);
        calls.put("endObject", WireIn::endObject);
        calls.put("endList", WireIn::endList);
        calls.put("skipValue", WireIn::skipValue);
        calls.put("restart", WireIn::restartMessage);
        calls.forEach((call, each) -> {
            WireIn in = format.newReader(target.toByteArray(), WireOptions.DEFAULTS);
            assertThrows(IllegalStateException.class, () -> each.accept(in), call);
            assertTrue(in.nextMessage());
            assertFalse(in.nextMessage());
            assertThrows(IllegalStateException.class, () -> each.accept(in), call);
        });
    }
}
