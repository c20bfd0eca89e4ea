package io.deltawire.json.internal.name;

import io.deltawire.wire.Shape;

/** The names of a shape as they stand in JSON, made once. */
public final class EncodedNames {
    public static final Shape.Attachment<EncodedNames> OF_SHAPE = Shape.Attachment.computedBy(EncodedNames::new);

    /**
     * The bytes of the same, for code that puts names into the array itself; none where a name is so long that a limit may
     * forbid it, or begins with {@code @}.
     */
    public static final Shape.Attachment<byte[][]> DIRECT_BYTES_OF_SHAPE = Shape.Attachment.computedBy(EncodedNames::bytesOfShape);

    /** No limit is taken to be less than this for {@link #DIRECT_BYTES_OF_SHAPE}. */
    public static final int MAX_DIRECT_BYTES = 255;

    private static final byte[][] NO_NAMES = {};

    /** By ordinal. */
    private final EncodedName[] names;

    /** True where a name begins with {@code @}, which has a meaning of its own. */
    private final boolean anyAt;

    /** Length of the longest name in UTF-8 bytes, with the {@code @} that may be put in front. */
    private final int longest;

    private EncodedNames(Shape shape) {
        names = new EncodedName[shape.size()];
        boolean at = false;
        int max = 0;
        for (int i = 0; i < names.length; i++) {
            String name = shape.name(i);
            names[i] = EncodedName.encode("\"", name);
            at |= names[i].beginsWithAt();
            max = Math.max(max, EncodedName.lengthOf(name));
        }
        anyAt = at;
        longest = max;
    }

    public EncodedName[] names() {
        return names;
    }

    boolean anyAt() {
        return anyAt;
    }

    public int longest() {
        return longest;
    }

    private static byte[][] bytesOfShape(Shape shape) {
        EncodedNames known = shape.get(OF_SHAPE);
        if (known.anyAt || known.longest > MAX_DIRECT_BYTES) {
            return NO_NAMES;
        }
        byte[][] bytes = new byte[known.names.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = known.names[i].bytes();
        }
        return bytes;
    }
}
