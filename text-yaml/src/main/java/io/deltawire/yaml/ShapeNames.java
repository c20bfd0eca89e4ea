package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The names of a shape's fields as they stand in YAML, in words of eight bytes: to be copied and compared by the word.
 * Immutable and thread-safe, but for {@link #lines} that it keeps once made.
 */
final class ShapeNames {
    /** Computed once for a shape. */
    static final Shape.Attachment<ShapeNames> OF_SHAPE = Shape.Attachment.computedBy(ShapeNames::new);

    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int MAX_INDENT = 16;

    /** No limit is taken to be less than this for {@link #bytes}. */
    static final int LEAST_LIMIT = 255;

    private static final byte[][] NONE = {};

    /** By half the indent. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class
    private static final Shape.Attachment<byte[][]>[] BYTES = new Shape.Attachment[MAX_INDENT / 2 + 1];

    static {
        for (int i = 0; i < BYTES.length; i++) {
            int indent = 2 * i;
            BYTES[i] = Shape.Attachment.computedBy(shape -> shape.get(OF_SHAPE).bytes(indent));
        }
    }

    /** {@code name: }; null for a name that is too long for a simple key. */
    final byte[][] names;

    /** Length of the longest name in UTF-8 bytes. */
    final int longest;

    /** {@link #names}, to be compared. */
    final Texts plain;

    private final Texts[] lines = new Texts[MAX_INDENT + 1];

    /** Some texts one after the other, each beginning with a word of its own and filled up with zeros. Immutable. */
    static final class Texts {
        final long[] words;

        /** Index of the first word of each. */
        final int[] starts;

        /** Length of each in bytes; 0 where there is none. */
        final int[] lengths;

        Texts(String prefix, byte[][] texts) {
            starts = new int[texts.length];
            lengths = new int[texts.length];
            int count = 0;
            for (int i = 0; i < texts.length; i++) {
                starts[i] = count;
                lengths[i] = texts[i] == null ? 0 : prefix.length() + texts[i].length;
                count += (lengths[i] + 7) >> 3;
            }
            words = new long[count];
            for (int i = 0; i < texts.length; i++) {
                for (int j = 0; j < lengths[i]; j++) {
                    long b = j < prefix.length() ? prefix.charAt(j) : texts[i][j - prefix.length()] & 0xFF;
                    words[starts[i] + (j >> 3)] |= b << (j << 3);
                }
            }
        }

        /** Whether text {@code i} stands at an index, from which on there must be {@code lengths[i] + 7} bytes. */
        boolean isAt(byte[] a, int at, int i) {
            int k = starts[i];
            int left = lengths[i];
            int from = at;
            while (left >= 8) {
                if ((long) LONG.get(a, from) != words[k++]) {
                    return false;
                }
                from += 8;
                left -= 8;
            }
            return left == 0 || ((long) LONG.get(a, from) ^ words[k]) << 64 - (left << 3) == 0;
        }

        /** Copies text {@code i}, and up to seven bytes more; returns the index after the text. */
        int copy(int i, byte[] into, int at) {
            int end = at + lengths[i];
            for (int k = starts[i], to = at; to < end; to += 8) {
                LONG.set(into, to, words[k++]);
            }
            return end;
        }
    }

    private ShapeNames(Shape shape) {
        names = new byte[shape.size()][];
        int max = 0;
        for (int i = 0; i < names.length; i++) {
            names[i] = Names.encodeField(shape.name(i));
            max = Math.max(max, Utf8.length(shape.name(i)));
        }
        longest = max;
        plain = new Texts("", names);
    }

    /**
     * The names of a shape with what stands between the opening brace or the value before and them, for code that compares
     * and writes them itself: none where there is one so long that a limit may forbid it. Null for other indents than an
     * even number of spaces up to 16.
     */
    static Shape.Attachment<byte[][]> bytesOfShape(int indent) {
        return (indent & 1) == 0 && indent <= MAX_INDENT ? BYTES[indent >> 1] : null;
    }

    private byte[][] bytes(int indent) {
        byte[] line = ("\n" + " ".repeat(indent)).getBytes(StandardCharsets.ISO_8859_1);
        byte[][] bytes = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            if (names[i] == null || names[i].length > LEAST_LIMIT) {
                return NONE;
            }
            int comma = i == 0 ? 0 : 1;
            bytes[i] = new byte[comma + line.length + names[i].length];
            bytes[i][0] = ',';
            System.arraycopy(line, 0, bytes[i], comma, line.length);
            System.arraycopy(names[i], 0, bytes[i], comma + line.length, names[i].length);
        }
        return bytes;
    }

    /** What begins the line of a field that is not the first in its braces: comma, line break, indent, name. */
    Texts lines(int indent) {
        if (indent > MAX_INDENT) {
            return null;
        }
        Texts made = lines[indent];
        if (made == null) {
            made = new Texts(",\n" + " ".repeat(indent), names);
            lines[indent] = made;
        }
        return made;
    }
}
