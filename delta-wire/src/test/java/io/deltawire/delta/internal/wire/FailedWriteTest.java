package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A failed message leaves the writer unchanged, wherever it fails: the next messages have the same bytes as without it.
 */
class FailedWriteTest {
    private static final WireLimits SMALL = new WireLimits(6, 1 << 20, 100, 100, 20, 30, 1 << 20, 50, 10);
    private static final WireOptions BY_ID =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(WireOptions.LIMITS, SMALL);

    private static final String LONG_NAME = "a name that is longer than twenty";

    /** Messages that fail at different tokens, after they have written all kinds of new names and types. */
    private static final List<Consumer<WireOut>> FAILURES = List.of(
            out -> begun(out, Trees.map("id", 1L, "new", "x".repeat(101))),
            out -> begun(out, Trees.map("id", 1L, "new", new Trees.Blob(new byte[101]))),
            out -> begun(out, Trees.map("id", 1L, LONG_NAME, 1L)),
            out -> begun(out, Trees.map("id", 1L, Trees.map(LONG_NAME, 1L), 1L)),
            out -> begun(out, Trees.map("id", 1L, new Trees.Typed(LONG_NAME, Trees.map("a", 1L)), 1L)),
            out -> begun(out, Trees.map("id", 1L, "typed", new Trees.Typed(LONG_NAME, Trees.map("a", 1L)))),
            out -> begun(out, Trees.map("id", 1L, "list", listWith(Trees.map(LONG_NAME, 1L)))),
            out -> begun(out, Trees.map("id", 1L, "list", listWith(new Trees.Typed(LONG_NAME, Trees.map("a", 1L))))),
            out -> begun(out, List.of(Trees.map(LONG_NAME, 1L))),
            out -> begun(out, Trees.map("id", 1L, "other", 1L, "deep", deep(8))),
            out -> begun(out, new Trees.Typed("Fresh", Trees.map("id", 1L, "deep", deep(8)))),
            out -> begun(out, Trees.map(new Name("fresh"), Trees.map("deep", deep(8)))),
            out -> begun(out, Trees.map("id", 1L, "list", longList(), "text", "x".repeat(101))),
            out -> {
                out.beginMessage(MessageKind.DELETE);
                Trees.write(out, Trees.map("id", 1L, "fresh", "x".repeat(101)));
                out.endMessage();
            },
            FailedWriteTest::twice,
            FailedWriteTest::unfinished,
            FailedWriteTest::thrownHalfway,
            FailedWriteTest::thrownInAKey);

    private static void begun(WireOut out, Object message) {
        out.beginMessage();
        Trees.write(out, message);
        out.endMessage();
    }

    private static Object deep(int depth) {
        return depth == 0 ? 1L : Trees.map("d" + depth, deep(depth - 1));
    }

    private static Object longList() {
        List<Object> list = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            list.add(i);
        }
        return list;
    }

    private static Object listWith(Object last) {
        List<Object> list = new ArrayList<>((List<?>) longList());
        list.add(last);
        return list;
    }

    private static void twice(WireOut out) {
        out.beginMessage();
        out.beginObject();
        out.field("id");
        out.int64(1);
        out.field("fresh");
        out.bool(true);
        out.field("fresh");
        out.bool(true);
    }

    private static void unfinished(WireOut out) {
        out.beginMessage();
        out.beginObject();
        out.field("id");
        out.int64(2);
        out.field("inner");
        out.beginObject();
        out.endMessage();
    }

    private static void thrownHalfway(WireOut out) {
        out.beginMessage();
        out.beginObject();
        out.field("id");
        out.int64(3);
        out.field("list");
        out.beginList();
        out.text("one");
        throw new UnsupportedOperationException("the object's own fault");
    }

    private static void thrownInAKey(WireOut out) {
        out.beginMessage();
        out.beginObject();
        out.field("id");
        out.int64(3);
        out.key();
        out.beginList();
        out.int64(1);
        throw new UnsupportedOperationException("the object's own fault");
    }

    private static List<Object> messages(int count) {
        SplittableRandom random = new SplittableRandom(8);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<Object, Object> fields = new LinkedHashMap<>();
            fields.put("id", (long) random.nextInt(50));
            fields.put("n", (long) i);
            fields.put("text", "t" + random.nextInt(200));
            if (random.nextInt(4) == 0) {
                fields.put("f" + random.nextInt(20), random.nextInt(1000) / 8.0);
            }
            if (random.nextInt(4) == 0) {
                fields.put("list", List.of((long) random.nextInt(9), "x", Trees.map("y", 1L)));
            }
            messages.add(random.nextInt(5) == 0 ? new Trees.Typed("T" + random.nextInt(3), fields) : fields);
        }
        return messages;
    }

    /** @param failing how many of a hundred messages follow a failing one */
    private static byte[] write(List<Object> messages, int failing, WireOptions options) {
        SplittableRandom random = new SplittableRandom(9);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            for (Object message : messages) {
                if (random.nextInt(100) < failing) {
                    fail(out, FAILURES.get(random.nextInt(FAILURES.size())));
                }
                Trees.writeMessage(out, message);
            }
        }
        return bytes.toByteArray();
    }

    private static void fail(WireOut out, Consumer<WireOut> failure) {
        assertThrows(RuntimeException.class, () -> failure.accept(out));
        out.cancelMessage();
    }

    @Test
    void failedMessagesLeaveNoBytes() {
        List<Object> messages = messages(3000);
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.MESSAGE, DeltaFormat.Flush.BLOCK)) {
            for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
                WireOptions options = BY_ID.with(DeltaFormat.FLUSH, flush)
                        .with(DeltaFormat.WHEN_FULL, overflow)
                        .with(DeltaFormat.BLOCK_BYTES, 2000);
                byte[] expected = write(messages, 0, options);
                assertArrayEquals(expected, write(messages, 40, options), flush + ", " + overflow);
                try (WireIn in = new DeltaFormat().newReader(expected, options)) {
                    assertEquals(messages, Trees.readAll(in));
                }
            }
        }
    }

    @Test
    void failureAtAnyTokenDoesNotAffectTheNextMessage() {
        List<Object> messages = messages(5);
        for (int i = 0; i < FAILURES.size(); i++) {
            ByteArrayOutputStream with = new ByteArrayOutputStream();
            ByteArrayOutputStream without = new ByteArrayOutputStream();
            try (WireOut failing = new DeltaFormat().newWriter(with, BY_ID);
                    WireOut clean = new DeltaFormat().newWriter(without, BY_ID)) {
                for (Object message : messages) {
                    fail(failing, FAILURES.get(i));
                    Trees.writeMessage(failing, message);
                    Trees.writeMessage(clean, message);
                }
            }
            assertArrayEquals(without.toByteArray(), with.toByteArray(), "failure " + i);
        }
    }

    @Test
    void messageTooLongAfterEncodingResetsBothSides() {
        WireLimits tiny = new WireLimits(100, 500, 1000, 1000, 1024, 1000, 1 << 20, 50, 10);
        WireOptions options = BY_ID.with(WireOptions.LIMITS, tiny);
        List<Object> written = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int refused = 0;
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            for (Object message : messages(500)) {
                if (written.size() % 7 == 3) {
                    fail(out, o -> begun(o, Trees.map("id", 1L, "text", "x".repeat(600))));
                    refused++;
                }
                Trees.writeMessage(out, message);
                written.add(message);
            }
        }
        assertTrue(refused > 50);
        try (WireIn in = new DeltaFormat().newReader(bytes.toByteArray(), options)) {
            assertEquals(written, Trees.readAll(in));
        }
    }

    /** The limit of depth counts a type name as a field of its value, as readers do. */
    @Test
    void valuesTooDeepToReadAreNotWritten() {
        for (int depth = 0; depth < 8; depth++) {
            Object message = Trees.map("id", 1L, "inner", typedIn(depth));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = new DeltaFormat().newWriter(bytes, BY_ID)) {
                if (depth + 1 < SMALL.maxDepth()) {
                    Trees.writeMessage(out, message);
                } else {
                    fail(out, o -> begun(o, message));
                }
            }
            List<Object> expected = depth + 1 < SMALL.maxDepth() ? List.of(message) : List.of();
            try (WireIn in = new DeltaFormat().newReader(bytes.toByteArray(), BY_ID)) {
                assertEquals(expected, Trees.readAll(in), "depth " + depth);
            }
        }
    }

    private static Object typedIn(int depth) {
        return depth == 0 ? new Trees.Typed("Scalar", 1L) : Trees.map("d", typedIn(depth - 1));
    }
}
