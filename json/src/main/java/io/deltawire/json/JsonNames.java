package io.deltawire.json;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;

/** The names of a shape as they stand in JSON, made once. */
final class JsonNames {
    static final Shape.Attachment<JsonNames> OF_SHAPE = Shape.Attachment.computedBy(JsonNames::new);

    /**
     * The bytes of the same, for code that puts names into the array itself; none where a name is so long that a limit may
     * forbid it, or begins with {@code @}.
     */
    static final Shape.Attachment<byte[][]> BYTES_OF_SHAPE = Shape.Attachment.computedBy(JsonNames::bytesOfShape);

    /** No limit is taken to be less than this for {@link #BYTES_OF_SHAPE}. */
    static final int LEAST_LIMIT = 255;

    private static final byte[][] NONE = {};

    /** By ordinal. */
    final Encoded[] names;

    /** True where a name begins with {@code @}, which has a meaning of its own. */
    final boolean anyAt;

    /** Length of the longest name in UTF-8 bytes, with the {@code @} that may be put in front. */
    final int longest;

    private JsonNames(Shape shape) {
        names = new Encoded[shape.size()];
        boolean at = false;
        int max = 0;
        for (int i = 0; i < names.length; i++) {
            String name = shape.name(i);
            names[i] = encode("\"", name);
            at |= names[i].beginsWithAt;
            max = Math.max(max, lengthOf(name));
        }
        anyAt = at;
        longest = max;
    }

    /** The most UTF-8 bytes of a name as it stands, which may have another {@code @}. */
    private static int lengthOf(String name) {
        return Utf8.length(name) + (name.startsWith("@") ? 1 : 0);
    }

    private static byte[][] bytesOfShape(Shape shape) {
        JsonNames known = shape.get(OF_SHAPE);
        if (known.anyAt || known.longest > LEAST_LIMIT) {
            return NONE;
        }
        byte[][] bytes = new byte[known.names.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Arrays.copyOf(known.names[i].bytes, known.names[i].length);
        }
        return bytes;
    }

    /** Returns a name with what goes before it, and {@code ":} after it. */
    static Encoded encode(String before, String name) {
        OutputBuffer out = OutputBuffer.inMemory();
        out.ensure(before.length());
        for (int i = 0; i < before.length(); i++) {
            out.array[out.position++] = (byte) before.charAt(i);
        }
        JsonText.append(out, name);
        out.ensure(2);
        out.array[out.position++] = '"';
        out.array[out.position++] = ':';
        return new Encoded(out.array, out.position, name.startsWith("@"));
    }

    /** A name in quotes, with a colon. */
    static final class Encoded {
        /** The name, with zeros up to a multiple of eight bytes that is at least 16. */
        final byte[] bytes;

        /** The number of bytes without the zeros. */
        final int length;

        final boolean beginsWithAt;

        private final long first;
        private final long second;

        Encoded(byte[] bytes, int length, boolean beginsWithAt) {
            this.bytes = Arrays.copyOf(Arrays.copyOf(bytes, length), Math.max(16, length + 7 & ~7));
            this.length = length;
            this.beginsWithAt = beginsWithAt;
            this.first = Swar.load(this.bytes, 0);
            this.second = Swar.load(this.bytes, 8);
        }

        /** Writes the name into an array with room for all of {@link #bytes}; returns the index after the name. */
        int write(byte[] into, int at) {
            Swar.store(into, at, first);
            Swar.store(into, at + 8, second);
            if (length > 16) {
                writeRest(into, at);
            }
            return at + length;
        }

        private void writeRest(byte[] into, int at) {
            for (int i = 16; i < bytes.length; i += 8) {
                Swar.store(into, at + i, Swar.load(bytes, i));
            }
        }
    }

    /** A few hundred names by string, for callers that have no shape. Not thread-safe. */
    static final class Cache {
        private static final int MOST = 512;

        private final String before;
        private final int maxBytes;
        private String[] names = new String[16];
        private Encoded[] encoded = new Encoded[16];
        private int added;

        /**
         * @param before what is written in front of the name
         * @param maxBytes the most UTF-8 bytes that a name may have
         */
        Cache(String before, int maxBytes) {
            this.before = before;
            this.maxBytes = maxBytes;
        }

        /** The bytes of a name, or null where it is too long. */
        Encoded get(String name) {
            String[] all = names;
            int hash = name.hashCode();
            int slot = (hash ^ hash >>> 9) & all.length - 1;
            String known = all[slot];
            // The same instance mostly, which equals() looks at first.
            return known != null && known.equals(name) ? encoded[slot] : put(name);
        }

        private Encoded put(String name) {
            if (name.length() > maxBytes || lengthOf(name) > maxBytes) {
                return null;
            }
            if (++added > names.length / 4 && names.length < MOST) {
                // Starts anew: what is still in use comes back by itself.
                names = new String[2 * names.length];
                encoded = new Encoded[names.length];
                added = 1;
            }
            int hash = name.hashCode();
            int slot = (hash ^ hash >>> 9) & names.length - 1;
            Encoded bytes = encode(before, name);
            names[slot] = name;
            encoded[slot] = bytes;
            return bytes;
        }
    }
}
