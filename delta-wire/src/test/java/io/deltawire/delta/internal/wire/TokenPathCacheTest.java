package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Effort;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A message that follows a cached token path gives the same bytes as one that is collected token by token. */
class TokenPathCacheTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final Shape OUTER = Shape.of("Book", List.of("id", "levels", "note"));
    private static final Shape LEVEL = Shape.of("Level", List.of("price", "size", "more"));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private static DeltaWriter writer(ByteArrayOutputStream to, WireOptions options) {
        return (DeltaWriter) FORMAT.newWriter(to, options);
    }

    @Test
    void randomStreamsGiveTheSameBytesWithAndWithoutCachedPaths() {
        for (long seed = 0; seed < 40; seed++) {
            StreamModel model = new StreamModel(seed);
            WireOptions options = WireOptions.DEFAULTS.with(
                    WireOptions.KEY_FIELDS, model.keys() == Keys.FIELDS ? List.of("id") : List.of());
            List<Message> stream = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                stream.add(model.next());
            }
            assertArrayEquals(write(stream, options, false), write(stream, options, true), "seed " + seed);
        }
    }

    private static byte[] write(List<Message> stream, WireOptions options, boolean ignoresPaths) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (DeltaWriter out = writer(to, options)) {
            for (Message message : stream) {
                if (ignoresPaths) {
                    out.forgetLastPath();
                }
                message.write(out);
            }
        }
        return to.toByteArray();
    }

    /** Lists of many lengths; fields by number and by name, absent, null or typed; raw values; cancelled messages. */
    @Test
    void changingTokensGiveTheSameBytesWithAndWithoutCachedPaths() {
        for (long seed = 0; seed < Effort.times(60); seed++) {
            byte[] followed = shapes(seed, false);
            assertArrayEquals(shapes(seed, true), followed, "seed " + seed);
            try (WireIn in = FORMAT.newReader(followed, WireOptions.DEFAULTS)) {
                int count = 0;
                while (in.nextMessage()) {
                    Trees.readMessage(in);
                    count++;
                }
                assertEquals(300, count, "seed " + seed);
            }
        }
    }

    private static byte[] shapes(long seed, boolean ignoresPaths) {
        SplittableRandom random = new SplittableRandom(seed);
        int variety = random.nextInt(1, 40);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (DeltaWriter out = writer(to, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 300; i++) {
                if (ignoresPaths) {
                    out.forgetLastPath();
                }
                if (random.nextInt(20) == 0) {
                    SplittableRandom copy = random.split();
                    out.beginMessage();
                    begin(out, copy, variety);
                    out.cancelMessage();
                }
                out.beginMessage();
                begin(out, random, variety);
                out.endObject();
                out.endObject();
                out.endMessage();
            }
        }
        return to.toByteArray();
    }

    private static void begin(DeltaWriter out, SplittableRandom random, int variety) {
        out.beginObject();
        out.field(random.nextInt(variety) < 30 ? "book" : "other");
        out.type(random.nextInt(variety) < 30 ? "Book" : "Other");
        out.beginObject(OUTER);
        out.field(0);
        out.int64(random.nextInt(3));
        out.field(1);
        out.beginList();
        int size = random.nextInt(1 + variety / 4) == 0 ? 300 * random.nextInt(2) : 2 + random.nextInt(2);
        for (int i = 0; i < size; i++) {
            if (random.nextInt(variety) == 39) {
                out.type("Special");
            }
            out.beginObject(LEVEL);
            out.field(0);
            out.float64(random.nextInt(5) / 4.0);
            if (random.nextInt(variety) < 35) {
                out.field("size");
                out.decimal(BigDecimal.valueOf(random.nextInt(3), 1));
            }
            if (random.nextInt(variety) > 20) {
                out.field(2);
                out.nullValue();
            }
            out.endObject();
        }
        out.endList();
        if (random.nextInt(variety) == 38) {
            out.key();
            out.int64(7);
            out.bool(true);
        }
        out.field(2);
        if (random.nextInt(variety) < 25) {
            out.text("note " + random.nextInt(4));
        } else {
            out.bytes(new byte[] {1, (byte) random.nextInt(3)}, 0, 2);
        }
    }

    /**
     * Each name comes twice, before a field that all messages have, until the type has the maximum number of leaves.
     */
    @Test
    void typeWithMaximumLeavesGivesTheSameBytesWithAndWithoutCachedPaths() {
        byte[] followed = names(false);
        assertArrayEquals(names(true), followed);
        assertEquals(8_400, Streams.readOn(followed, new ArrayList<>()).size());
    }

    private static byte[] names(boolean ignoresPaths) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (DeltaWriter out = writer(to, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 8_400; i++) {
                if (ignoresPaths) {
                    out.forgetLastPath();
                }
                Trees.writeMessage(out, Trees.map("n" + i / 2, 5L, "last", (long) i));
            }
        }
        return to.toByteArray();
    }

    @Test
    void followsRepeatedTokens() {
        try (DeltaWriter out = writer(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 3; i++) {
                out.beginMessage();
                Trees.write(out, Trees.map("a", 1L, "b", List.of("x", Trees.map("c", (double) i))));
                assertEquals(i > 0, out.isOnCachedPath());
                out.endMessage();
            }
        }
        List<Object> read = Streams.readOn(bytes.toByteArray(), new ArrayList<>());
        assertEquals(Trees.map("a", 1L, "b", List.of("x", Trees.map("c", 2.0))), read.get(2));
    }

    @Test
    void doesNotFollowPathsOfAnEarlierEpoch() {
        try (DeltaWriter out = writer(bytes, WireOptions.DEFAULTS)) {
            Trees.writeMessage(out, Trees.map("a", 1L));
            out.keyFrame();
            out.beginMessage();
            Trees.write(out, Trees.map("a", 2L));
            out.endMessage();
        }
        List<Object> read = Streams.readOn(bytes.toByteArray(), new ArrayList<>());
        assertEquals(Trees.map("a", 2L), read.get(read.size() - 1));
    }

    @Test
    void rejectsMissingAndDuplicateTokensOfAFollowedMessage() {
        try (DeltaWriter out = writer(bytes, WireOptions.DEFAULTS)) {
            Trees.writeMessage(out, Trees.map("a", 1L, "b", 2L));
            out.beginMessage();
            out.beginObject();
            out.field("a");
            assertTrue(out.isOnCachedPath());
            IllegalStateException missing = assertThrows(IllegalStateException.class, out::endMessage);
            assertTrue(missing.getMessage().contains("not complete"), missing.getMessage());
            out.cancelMessage();
            out.beginMessage();
            out.beginObject();
            out.field("a");
            out.int64(1);
            assertThrows(WireDataException.class, () -> out.field("a"));
            out.cancelMessage();
            assertFalse(out.isOnCachedPath());
            Trees.writeMessage(out, Trees.map("a", 3L, "b", 4L));
        }
        assertEquals(
                List.of(Trees.map("a", 1L, "b", 2L), Trees.map("a", 3L, "b", 4L)),
                Streams.readOn(bytes.toByteArray(), new ArrayList<>()));
    }

    /**
     * {@link WireIn#nextField} returns such ordinals for no field. They must not match a field that was given by its
     * name.
     */
    @Test
    void rejectsNegativeOrdinals() {
        try (DeltaWriter out = writer(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 2; i++) {
                Trees.writeMessage(out, Trees.map("a", 1L, "b", (long) i));
            }
            for (int ordinal : new int[] {WireIn.END, WireIn.UNKNOWN, Integer.MIN_VALUE + 1}) {
                for (String first : new String[] {"", "a"}) {
                    out.beginMessage();
                    out.beginObject();
                    if (!first.isEmpty()) {
                        out.field(first);
                        out.int64(1);
                    }
                    assertThrows(RuntimeException.class, () -> out.field(ordinal), first + ordinal);
                    out.cancelMessage();
                }
            }
        }
        assertEquals(2, Streams.readOn(bytes.toByteArray(), new ArrayList<>()).size());
    }
}
