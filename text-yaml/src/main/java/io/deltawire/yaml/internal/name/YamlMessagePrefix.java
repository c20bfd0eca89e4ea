package io.deltawire.yaml.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.PlainText;
import java.io.ByteArrayOutputStream;

/**
 * The constant bytes at the start of a message: the document mark, the name of the event, the type tag, and the brace
 * that opens the fields. The writer copies them, and the reader recognises a message by comparing them. A prefix for
 * reading starts after the mark; one for writing ends before the brace.
 */
public final class YamlMessagePrefix extends MessagePrefix {
    private static final int MAX_BYTES = 200;

    /** The bytes, padded with zeros to a multiple of eight. */
    private final long[] words;

    private final int length;

    /** Shape of the fields; null if the prefix is for reading. */
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

    /** Returns the number of bytes without the padding. */
    public int length() {
        return length;
    }

    public Shape shape() {
        return shape;
    }

    /**
     * Returns the prefix of an object under an event, or null if a name needs more than its bytes to be recognised.
     *
     * @param before bytes before the event or type
     * @param after bytes after the type name and its space
     * @param shape shape of the object, or null if the prefix is for reading
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
                return null; // too long for a simple key
            }
            bytes.writeBytes(name);
        }
        bytes.writeBytes(YamlNameEncoder.encodeType(typeName, ""));
        bytes.writeBytes(after);
        return bytes.size() > MAX_BYTES ? null : new YamlMessagePrefix(event, bytes.toByteArray(), shape);
    }

    /** Like {@link #create}, for reading. Also returns null if a limit may forbid one of the names. */
    public static YamlMessagePrefix createForReading(String event, String typeName, WireLimits limits) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes())
                && typeName.length() <= limits.maxNameBytes();
        return fits ? create(new byte[0], event, typeName, new byte[] {'{'}, null) : null;
    }

    /**
     * Returns whether a name consists of ASCII letters, digits and underscores, starts with a letter, and has no
     * special meaning.
     */
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

    /** Writes the prefix and up to seven bytes of padding; returns the index after the prefix. */
    public int write(byte[] into, int index) {
        for (int i = 0, to = index; i < words.length; i++, to += 8) {
            ByteWords.LONG.set(into, to, words[i]);
        }
        return index + length;
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
    public boolean matches(byte[] a, int index, int end) {
        if (end - index < length || a.length - index < words.length << 3) {
            return false;
        }
        int last = words.length - 1;
        for (int i = 0; i < last; i++) {
            if ((long) ByteWords.LONG.get(a, index + (i << 3)) != words[i]) {
                return false;
            }
        }
        return ((long) ByteWords.LONG.get(a, index + (last << 3)) ^ words[last]) << -(length << 3) == 0;
    }
}
