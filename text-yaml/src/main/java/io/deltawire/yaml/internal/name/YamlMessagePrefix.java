package io.deltawire.yaml.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.PlainText;
import java.io.ByteArrayOutputStream;

/** The bytes from a message's first up to the brace that its fields begin with. */
public final class YamlMessagePrefix extends MessageHead {
    private static final int MAX_BYTES = 200;

    /** Filled up with zeros to a multiple of eight. */
    private final long[] words;

    private final int length;

    /** The fields; null where the head is for reading. */
    private final Shape shape;

    private YamlMessagePrefix(String event, byte[] bytes, Shape shape) {
        super(event, true);
        this.length = bytes.length;
        this.words = new long[(bytes.length + 7) >> 3];
        for (int i = 0; i < bytes.length; i++) {
            words[i >> 3] |= (bytes[i] & 0xFFL) << (i << 3);
        }
        this.shape = shape;
    }

    public int length() {
        return length;
    }

    public Shape shape() {
        return shape;
    }

    /**
     * Returns the head of an object under an event, or null where names are out of the ordinary.
     *
     * @param before what the message begins with
     * @param after what stands after the type name and its space
     * @param shape of the object, or null where the head is for reading
     */
    public static YamlMessagePrefix create(byte[] before, String event, String typeName, byte[] after, Shape shape) {
        if (event != null && !isUnambiguous(event) || !isUnambiguous(typeName)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before);
        if (event != null) {
            byte[] name = YamlNameEncoder.encodeField(event);
            if (name == null) {
                return null; // too long for a key of one line
            }
            bytes.writeBytes(name);
        }
        bytes.writeBytes(YamlNameEncoder.encodeType(typeName, ""));
        bytes.writeBytes(after);
        return bytes.size() > MAX_BYTES ? null : new YamlMessagePrefix(event, bytes.toByteArray(), shape);
    }

    /** As {@link #create}, for reading; null where a limit may forbid one of the names, too. */
    public static YamlMessagePrefix createForReading(String event, String typeName, WireLimits limits) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes())
                && typeName.length() <= limits.maxNameBytes();
        return fits ? create(new byte[0], event, typeName, new byte[] {'{'}, null) : null;
    }

    /** Letters and digits, a letter first, and so long that it is no word with a meaning. */
    private static boolean isUnambiguous(String name) {
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
    public int write(byte[] into, int at) {
        for (int i = 0, to = at; i < words.length; i++, to += 8) {
            ByteWords.LONG.set(into, to, words[i]);
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
            if ((long) ByteWords.LONG.get(a, at + (i << 3)) != words[i]) {
                return false;
            }
        }
        return ((long) ByteWords.LONG.get(a, at + (last << 3)) ^ words[last]) << -(length << 3) == 0;
    }
}
