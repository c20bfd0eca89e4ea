package io.deltawire.yaml.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * The names of a shape's fields as they stand in YAML, in words of eight bytes: to be copied and compared by the word.
 * Immutable and thread-safe, but for {@link #lineStarts} that it keeps once made.
 */
public final class YamlShapeNames {
    /** Computed once for a shape. */
    public static final Shape.Attachment<YamlShapeNames> OF_SHAPE = Shape.Attachment.computedBy(YamlShapeNames::new);

    private static final int MAX_INDENT = 16;

    /** No limit is taken to be less than this for {@link #encodeDirect}. */
    public static final int MAX_DIRECT_BYTES = 255;

    private static final byte[][] NO_NAMES = {};

    /** By half the indent. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class
    private static final Shape.Attachment<byte[][]>[] DIRECT_NAMES = new Shape.Attachment[MAX_INDENT / 2 + 1];

    static {
        for (int i = 0; i < DIRECT_NAMES.length; i++) {
            int indent = 2 * i;
            DIRECT_NAMES[i] = Shape.Attachment.computedBy(shape -> shape.get(OF_SHAPE).encodeDirect(indent));
        }
    }

    /** {@code name: }; null for a name that is too long for a simple key. */
    private final byte[][] names;

    /** Length of the longest name in UTF-8 bytes. */
    private final int longest;

    /** {@link #names}, to be compared. */
    private final PackedTexts packedNames;

    private final PackedTexts[] lineStarts = new PackedTexts[MAX_INDENT + 1];

    private YamlShapeNames(Shape shape) {
        names = new byte[shape.size()][];
        int max = 0;
        for (int i = 0; i < names.length; i++) {
            names[i] = YamlNameEncoder.encodeField(shape.name(i));
            max = Math.max(max, Utf8.length(shape.name(i)));
        }
        longest = max;
        packedNames = new PackedTexts("", names);
    }

    public byte[][] names() {
        return names;
    }

    public int longest() {
        return longest;
    }

    public PackedTexts packedNames() {
        return packedNames;
    }

    /**
     * The names of a shape with what stands between the opening brace or the value before and them, for code that compares
     * and writes them itself: none where there is one so long that a limit may forbid it. Null for other indents than an
     * even number of spaces up to 16.
     */
    public static Shape.Attachment<byte[][]> directNames(int indent) {
        return (indent & 1) == 0 && indent <= MAX_INDENT ? DIRECT_NAMES[indent >> 1] : null;
    }

    private byte[][] encodeDirect(int indent) {
        byte[] line = ("\n" + " ".repeat(indent)).getBytes(StandardCharsets.ISO_8859_1);
        byte[][] bytes = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            if (names[i] == null || names[i].length > MAX_DIRECT_BYTES) {
                return NO_NAMES;
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
    public PackedTexts lineStarts(int indent) {
        if (indent > MAX_INDENT) {
            return null;
        }
        PackedTexts packed = lineStarts[indent];
        if (packed == null) {
            packed = new PackedTexts(",\n" + " ".repeat(indent), names);
            lineStarts[indent] = packed;
        }
        return packed;
    }
}
