package io.deltawire.json;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;

/** Names of entries as they stand in JSON, quotes and colon included, made once for a shape or a string. */
final class JsonNames {
    /** The names of a shape. */
    static final Shape.Attachment<JsonNames> OF_SHAPE = Shape.Attachment.computedBy(JsonNames::new);

    /** {@code "name":} by ordinal. */
    final byte[][] encoded;

    /** True where a name begins with {@code @}, which has a meaning of its own. */
    final boolean anyAt;

    /** Length of the longest name in UTF-8 bytes. */
    final int longest;

    private JsonNames(Shape shape) {
        encoded = new byte[shape.size()][];
        boolean at = false;
        int max = 0;
        for (int i = 0; i < encoded.length; i++) {
            String name = shape.name(i);
            encoded[i] = encode("\"", name);
            at |= name.startsWith("@");
            max = Math.max(max, Utf8.length(name));
        }
        anyAt = at;
        longest = max;
    }

    /** Returns the name with what goes before it, and {@code ":} after it. */
    static byte[] encode(String before, String name) {
        OutputBuffer out = OutputBuffer.inMemory();
        out.ensure(before.length());
        for (int i = 0; i < before.length(); i++) {
            out.array[out.position++] = (byte) before.charAt(i);
        }
        JsonText.append(out, name);
        out.ensure(2);
        out.array[out.position++] = '"';
        out.array[out.position++] = ':';
        return Arrays.copyOf(out.array, out.position);
    }

    /** A few hundred names by string, for callers that have no shape. Not thread-safe. */
    static final class Cache {
        private static final int SLOTS = 512;

        private final String before;
        private final int maxBytes;
        private final String[] names = new String[SLOTS];
        private final byte[][] encoded = new byte[SLOTS][];

        /**
         * @param before what is written in front of the name
         * @param maxBytes the most UTF-8 bytes that a name may have
         */
        Cache(String before, int maxBytes) {
            this.before = before;
            this.maxBytes = maxBytes;
        }

        /** The bytes of a name, or null where it is too long. */
        byte[] get(String name) {
            int hash = name.hashCode();
            int slot = (hash ^ hash >>> 9) & SLOTS - 1;
            String known = names[slot];
            // The same instance mostly; equals() otherwise.
            return known != null && known.equals(name) ? encoded[slot] : put(slot, name);
        }

        private byte[] put(int slot, String name) {
            if (name.length() > maxBytes || Utf8.length(name) > maxBytes) {
                return null;
            }
            byte[] bytes = encode(before, name);
            names[slot] = name;
            encoded[slot] = bytes;
            return bytes;
        }
    }
}
