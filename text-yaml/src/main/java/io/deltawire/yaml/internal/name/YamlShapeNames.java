package io.deltawire.yaml.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.text.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * The encoded names of a shape, attached to it: as bytes, packed for comparison, and packed with the separator before
 * them for each indent. Thread-safe: the packed line starts are created on demand, and a race only creates them twice.
 */
public final class YamlShapeNames {
    /** The names of a shape, computed once for each. */
    public static final Shape.Attachment<YamlShapeNames> OF_SHAPE = Shape.Attachment.computedBy(YamlShapeNames::new);

    private static final int MAX_INDENT = 16;

    /** Longest name for generated code. Readers and writers with a lower limit on names do not offer direct fields. */
    public static final int MAX_DIRECT_BYTES = 255;

    private static final byte[][] NO_NAMES = {};

    /** By half the indent. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static final Shape.Attachment<byte[][]>[] DIRECT_NAMES = new Shape.Attachment[MAX_INDENT / 2 + 1];

    static {
        for (int i = 0; i < DIRECT_NAMES.length; i++) {
            int indent = 2 * i;
            DIRECT_NAMES[i] =
                    Shape.Attachment.computedBy(shape -> shape.get(OF_SHAPE).encodeDirect(indent));
        }
    }

    /** {@code name: }; null for a name that is too long for a simple key. */
    private final byte[][] names;

    /** UTF-8 bytes of the longest name. */
    private final int longest;

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

    /** Returns the {@link #names}, packed for comparison. */
    public PackedTexts packedNames() {
        return packedNames;
    }

    /**
     * Returns the names with the bytes that separate them from the opening brace or the last value, for generated
     * code. The array is empty if a name is longer than {@link #MAX_DIRECT_BYTES}. Returns null unless the indent is
     * an even number up to 16.
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

    /**
     * Returns the bytes that start the line of a field after the first: comma, line break, indent and name. Returns
     * null if the indent is too deep.
     */
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
