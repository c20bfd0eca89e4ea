package io.deltawire.json.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.internal.json.JsonSyntax;

/** The encoded names of a shape. They are computed once for each shape and attached to it. */
public final class EncodedNames {
    public static final Shape.Attachment<EncodedNames> OF_SHAPE = Shape.Attachment.computedBy(EncodedNames::new);

    /**
     * The bytes of the names, for generated code that writes them into the array itself. The array is empty if a name
     * is longer than {@link #MAX_DIRECT_BYTES} or starts with {@link JsonSyntax#MARK}.
     */
    public static final Shape.Attachment<byte[][]> DIRECT_BYTES_OF_SHAPE =
            Shape.Attachment.computedBy(EncodedNames::bytesOfShape);

    /** Longest name for generated code. Readers and writers with a lower limit on names do not offer direct fields. */
    public static final int MAX_DIRECT_BYTES = 255;

    private static final byte[][] NO_NAMES = {};

    /** By ordinal. */
    private final JsonEncodedName[] names;

    /** Whether a name starts with the mark of names with a special meaning. */
    private final boolean anyMark;

    /** UTF-8 bytes of the longest name, with the mark that may escape it. */
    private final int longest;

    private EncodedNames(Shape shape) {
        names = new JsonEncodedName[shape.size()];
        boolean index = false;
        int max = 0;
        for (int i = 0; i < names.length; i++) {
            String name = shape.name(i);
            names[i] = JsonEncodedName.encode("\"", name);
            index |= names[i].beginsWithMark();
            max = Math.max(max, JsonEncodedName.lengthOf(name));
        }
        anyMark = index;
        longest = max;
    }

    public JsonEncodedName[] names() {
        return names;
    }

    boolean anyMark() {
        return anyMark;
    }

    public int longest() {
        return longest;
    }

    private static byte[][] bytesOfShape(Shape shape) {
        EncodedNames encoded = shape.get(OF_SHAPE);
        if (encoded.anyMark || encoded.longest > MAX_DIRECT_BYTES) {
            return NO_NAMES;
        }
        byte[][] bytes = new byte[encoded.names.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = encoded.names[i].bytes();
        }
        return bytes;
    }
}
