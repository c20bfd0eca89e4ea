package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.MessageHead;
import java.io.ByteArrayOutputStream;

/** The bytes from a message's first up to the brace that its fields begin with. */
final class YamlHead extends MessageHead {
    private static final int MOST_BYTES = 200;

    /** Filled up with zeros to a multiple of eight. */
    final long[] words;

    final int length;

    /** The fields; null where the head is for reading. */
    final Shape shape;

    private YamlHead(String event, byte[] bytes, Shape shape) {
        super(event, true);
        this.length = bytes.length;
        this.words = new long[(bytes.length + 7) >> 3];
        for (int i = 0; i < bytes.length; i++) {
            words[i >> 3] |= (bytes[i] & 0xFFL) << (i << 3);
        }
        this.shape = shape;
    }

    /**
     * Returns the head of an object under an event, or null where names are out of the ordinary.
     *
     * @param before what the message begins with
     * @param after what stands after the type name and its space
     * @param shape of the object, or null where the head is for reading
     */
    static YamlHead of(byte[] before, String event, String typeName, byte[] after, Shape shape) {
        if (event != null && !isOrdinary(event) || !isOrdinary(typeName)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before);
        if (event != null) {
            byte[] name = Names.encodeField(event);
            if (name == null) {
                return null; // too long for a key of one line
            }
            bytes.writeBytes(name);
        }
        bytes.writeBytes(Names.encodeType(typeName, ""));
        bytes.writeBytes(after);
        return bytes.size() > MOST_BYTES ? null : new YamlHead(event, bytes.toByteArray(), shape);
    }

    /** As {@link #of}, for reading; null where a limit may forbid one of the names, too. */
    static YamlHead forReading(String event, String typeName, WireLimits limits) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes())
                && typeName.length() <= limits.maxNameBytes();
        return fits ? of(new byte[0], event, typeName, new byte[] {'{'}, null) : null;
    }

    /** Letters and digits, a letter first, and so long that it is no word with a meaning. */
    private static boolean isOrdinary(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (!isLetter && (i == 0 || (c < '0' || c > '9') && c != '_')) {
                return false;
            }
        }
        return !name.isEmpty() && PlainText.isPlain(name);
    }

    /** Writes the bytes, and up to seven more; returns the index after them. */
    int write(byte[] into, int at) {
        for (int i = 0, to = at; i < words.length; i++, to += 8) {
            ShapeNames.LONG.set(into, to, words[i]);
        }
        return at + length;
    }

    @Override
    public byte[] bytes() {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (words[i >> 3] >>> (i << 3));
        }
        return bytes;
    }

    @Override
    public boolean isAt(byte[] a, int at, int end) {
        if (end - at < length || a.length - at < words.length << 3) {
            return false;
        }
        int last = words.length - 1;
        for (int i = 0; i < last; i++) {
            if ((long) ShapeNames.LONG.get(a, at + (i << 3)) != words[i]) {
                return false;
            }
        }
        return ((long) ShapeNames.LONG.get(a, at + (last << 3)) ^ words[last]) << -(length << 3) == 0;
    }
}
