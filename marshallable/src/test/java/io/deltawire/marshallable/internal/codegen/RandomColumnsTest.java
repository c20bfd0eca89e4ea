package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.wire.WireException;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.NumberText;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Compares columns with tokens for random classes, with private and final fields, of this and other class loaders.
 * Fields are reached directly or by handles.
 */
class RandomColumnsTest {
    private final SplittableRandom random = new SplittableRandom(17);

    @Test
    void columnsAgreeWithTokens() throws ReflectiveOperationException {
        RandomClasses classes = new RandomClasses(random, "RandomColumns");
        for (int round = 0; round < 60; round++) {
            Class<?> type = classes.defineFlat(1 + random.nextInt(round % 10 == 0 ? 60 : 12), round % 3 == 0);
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            assertNotNull(
                    codec.columns(CodecContext.ofDefaults("delta")),
                    () -> "no columns of " + codec.plan().fields());
            ColumnsAndTokens wires = new ColumnsAndTokens();
            Object[] states = new Object[1 + random.nextInt(5)];
            for (int i = 0; i < states.length; i++) {
                states[i] = classes.fill(codec.newInstance(null, null));
            }
            Object into = codec.newInstance(null, null);
            for (int i = 0; i < 150; i++) {
                Object state = states[random.nextInt(states.length)];
                classes.change(state, 2 + random.nextInt(8));
                wires.write("state", state, into, "round " + round + ", message " + i);
            }
        }
    }

    @Test
    void handlesAgreeWithDirectAccess() throws ReflectiveOperationException {
        RandomClasses classes = new RandomClasses(random, "HandleColumns");
        for (int round = 0; round < 40; round++) {
            Class<?> type = classes.defineFlat(1 + random.nextInt(20), false);
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            FieldColumns direct = columns(codec, AccessMode.DIRECT);
            FieldColumns handles = columns(codec, AccessMode.METHOD_HANDLES);
            int size = codec.plan().fields().size();
            int base = random.nextInt(3);
            Object from = classes.fill(codec.newInstance(null, null));
            Object before = classes.fill(codec.newInstance(null, null));
            long[] bits = new long[base + size];
            Object[] references = new Object[base + size];
            for (int i = 0; i < size; i++) {
                if (direct.kind(i).isReference()) {
                    references[base + i] = direct.reference(before, i);
                    assertEquals(direct.reference(from, i), handles.reference(from, i));
                } else {
                    bits[base + i] = column(direct, before, i);
                    assertEquals(direct.bits(from, i), handles.bits(from, i));
                }
            }
            assertEquals(direct.keyHash(from), handles.keyHash(from));
            long[] one = new long[size];
            long[] other = new long[size];
            long changed = direct.changes(from, bits, references, base, one);
            assertEquals(changed, handles.changes(from, bits, references, base, other));
            assertArrayEquals(one, other);
            assertEquals(0, direct.changes(before, bits, references, base, one));
            assertEquals(0, handles.changes(before, bits, references, base, other));
            Object some = codec.newInstance(null, null);
            assertTrue(handles.setAll(some, bits, references, base));
            assertEquals(before, some);
            assertTrue(handles.setSome(some, -1L, bits, references, base));
            assertEquals(before, some);
            assertTrue(direct.setSome(from, changed, bits, references, base));
            assertEquals(before, from);
        }
    }

    private static FieldColumns columns(ObjectCodec codec, AccessMode access) {
        GeneratedCodec io = assertInstanceOf(GeneratedCodec.class, CodecGenerator.generate(codec, access));
        return io.columns(CodecContext.ofDefaults("delta"));
    }

    /** Returns the column's value for a field. A float's column holds the double for the same text. */
    private static long column(FieldColumns columns, Object object, int i) {
        return switch (columns.kind(i)) {
            case FLOAT32 ->
                Double.doubleToRawLongBits(NumberText.widen(Float.intBitsToFloat((int) columns.bits(object, i))));
            default -> columns.bits(object, i);
        };
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class CharQuote extends AbstractMarshallable {
        @Key
        char key;

        char mark;
        String note;
    }

    @Test
    void writesCharsAsTexts() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        CharQuote quote = new CharQuote();
        CharQuote into = new CharQuote();
        String chars = "\0a1-\u00e9\u20ac\ud83d\ude00\uffff \n\"A";
        for (int i = 0; i < 400; i++) {
            quote.key = chars.charAt(random.nextInt(chars.length()));
            quote.mark = random.nextBoolean() ? quote.mark : chars.charAt(random.nextInt(chars.length()));
            quote.note = random.nextBoolean() ? quote.note : random.nextInt(3) == 0 ? null : "" + quote.mark;
            wires.write("quote", quote, into, "message " + i);
        }
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class CharText extends AbstractMarshallable {
        @Key
        String key = "k";

        String mark;
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class CharMark extends AbstractMarshallable {
        @Key
        String key = "k";

        char mark;
    }

    /**
     * A text of one char is a char, and so is an escaped surrogate. Any other text is rejected, and the stream goes on.
     */
    @Test
    void rejectsTextsThatAreNoCharAsTokensDo() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        TypeRegistry writes = TypeRegistry.create().register("Marked", CharText.class);
        TypeRegistry reads = TypeRegistry.create().register("Marked", CharMark.class);
        Wire wire = Wire.of("delta", bytes, writes.asOptions());
        Wire reader = Wire.of("delta", bytes, reads.asOptions());
        CharText text = new CharText();
        for (String mark :
                new String[] {"a", "b", "ab", "c", "", "\\u0041", "\\uD83D", "\ud83d", "\\u+041", null, "d"}) {
            text.mark = mark;
            wire.write("e", text);
            int expected = mark == null ? -1 : NumberNarrowing.charOf(mark);
            if (expected >= 0) {
                assertEquals((char) expected, reader.<CharMark>read(CharMark.class).mark);
            } else {
                WireException e = assertThrows(WireException.class, () -> reader.read(CharMark.class));
                assertTrue(e.getMessage().contains("mark"), e.getMessage());
            }
        }
    }

    static class FinalQuote extends AbstractMarshallable {
        @Key
        final String symbol;

        final double price;

        FinalQuote(String symbol, double price) {
            this.symbol = symbol;
            this.price = price;
        }
    }

    @Test
    void readsFinalFieldsIntoTheLiveObjectOfTheKey() {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 5; i++) {
            wire.write("quote", new FinalQuote("A", i)).write("quote", new FinalQuote("B", -i));
        }
        FinalQuote a = wire.readByKey(FinalQuote.class);
        FinalQuote b = wire.readByKey(FinalQuote.class);
        for (int i = 1; i < 5; i++) {
            assertSame(a, wire.readByKey(FinalQuote.class));
            assertEquals(new FinalQuote("A", i), a);
            assertSame(b, wire.readByKey(FinalQuote.class));
            assertEquals(new FinalQuote("B", -i), b);
        }
    }
}
