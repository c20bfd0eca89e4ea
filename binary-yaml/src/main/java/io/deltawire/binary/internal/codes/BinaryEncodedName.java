package io.deltawire.binary.internal.codes;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/**
 * A name with its code, encoded once and kept as whole words.
 *
 * <p>Names repeat with each message. So a writer copies a name by a few stores of eight bytes, and a reader compares
 * it by a few loads. The words of the usual lengths are fields, so that neither needs a loop. Immutable.
 */
public final class BinaryEncodedName {
    /** The encoded names of a shape's fields. */
    public static final Shape.Attachment<BinaryEncodedName[]> OF_SHAPE =
            Shape.Attachment.computedBy(BinaryEncodedName::ofShape);

    /** The encoded names of a shape's fields, as bytes. */
    public static final Shape.Attachment<byte[][]> BYTES_OF_SHAPE =
            Shape.Attachment.computedBy(BinaryEncodedName::bytesOfShape);

    /** The length in bytes of the longest name of a shape. */
    public static final Shape.Attachment<Long> LONGEST_OF_SHAPE =
            Shape.Attachment.computedBy(BinaryEncodedName::longestOfShape);

    public static final BinaryEncodedName LITERAL_TYPE = ofType(ChronicleTypeNames.LITERAL);
    public static final BinaryEncodedName BIG_DECIMAL_TYPE = ofType(ChronicleTypeNames.BIG_DECIMAL);
    public static final BinaryEncodedName INSTANT_TYPE = ofType(ChronicleTypeNames.INSTANT);
    public static final BinaryEncodedName OFFSET_DATE_TIME_TYPE = ofType(ChronicleTypeNames.OFFSET_DATE_TIME);

    private static final int MAX_LATIN1_INLINE = 31;

    /** The bytes, eight in each word, little-endian, padded with zeros. */
    private final long[] words;

    private final int length;
    private final int room;
    private final boolean reinterpretsText;
    private final boolean marksCompression;

    private final long first;
    private final long second;
    private final long third;
    private final long fourth;
    private final long mask;
    private final long last;
    private final long beforeLast;

    public BinaryEncodedName(byte[] bytes, int length) {
        this(bytes, length, null);
    }

    private BinaryEncodedName(byte[] bytes, int length, String typeName) {
        this.length = length;
        this.reinterpretsText = typeName != null && ChronicleTypeNames.reinterpretsText(typeName);
        this.marksCompression = BytesCompression.forTypeName(typeName) != null;
        this.words = new long[(length + 7) / 8];
        byte[] padded = Arrays.copyOf(bytes, words.length * 8);
        Arrays.fill(padded, length, padded.length, (byte) 0);
        for (int i = 0; i < words.length; i++) {
            words[i] = ArrayAccess.getLong(padded, 8 * i);
        }
        this.room = Math.max(4, words.length) * Long.BYTES;
        this.first = words[0];
        this.second = word(1);
        this.third = word(2);
        this.fourth = word(3);
        this.mask = length < 8 ? (1L << 8 * length) - 1 : -1;
        this.last = length < 8 ? 0 : ArrayAccess.getLong(padded, length - 8);
        this.beforeLast = length < 16 ? 0 : ArrayAccess.getLong(padded, length - 16);
    }

    private long word(int i) {
        return i < words.length ? words[i] : 0;
    }

    private static BinaryEncodedName[] ofShape(Shape shape) {
        BinaryEncodedName[] codes = new BinaryEncodedName[shape.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = ofField(shape.name(i));
        }
        return codes;
    }

    private static long longestOfShape(Shape shape) {
        return shape.names().stream().mapToLong(Cesu8::length).max().orElse(0);
    }

    private static byte[][] bytesOfShape(Shape shape) {
        BinaryEncodedName[] codes = shape.get(OF_SHAPE);
        byte[][] bytes = new byte[codes.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = codes[i].bytes();
        }
        return bytes;
    }

    /**
     * Encodes a field name. A number becomes {@code BA}, up to 31 characters of Latin-1 become {@code C0} to {@code
     * DF}, longer ones {@code B7}. Any other name becomes {@code BD} and text.
     */
    public static BinaryEncodedName ofField(String name) {
        int number = canonicalNumber(name);
        if (number >= 0) {
            byte[] bytes = new byte[11];
            bytes[0] = (byte) Codes.FIELD_NUMBER;
            return new BinaryEncodedName(bytes, NumberEncoder.writeStopBit(bytes, 1, number));
        }
        if (!isLatin1(name)) {
            return ofText(name);
        }
        return name.length() <= MAX_LATIN1_INLINE
                ? ofLatin1(Codes.FIELD_NAME0 + name.length(), name)
                : ofLatin1(Codes.FIELD_NAME_ANY, name);
    }

    /** Encodes an event name: {@code B9}, or {@code BD} and text if it is not Latin-1. */
    public static BinaryEncodedName ofEvent(String name) {
        return isLatin1(name) ? ofLatin1(Codes.EVENT_NAME, name) : ofText(name);
    }

    /** Encodes a type name: {@code B6} and text. */
    public static BinaryEncodedName ofType(String name) {
        byte[] bytes = new byte[11 + (int) Cesu8.length(name)];
        bytes[0] = (byte) Codes.TYPE_PREFIX;
        int p = NumberEncoder.writeStopBit(bytes, 1, Cesu8.length(name));
        return new BinaryEncodedName(bytes, Cesu8.encode(name, bytes, p), name);
    }

    /** Returns the name that a field number stands for. */
    public static String nameOf(long number) {
        return number == -1 ? "history" : Long.toString(number);
    }

    private static BinaryEncodedName ofText(String name) {
        byte[] bytes = new byte[12 + (int) Cesu8.length(name)];
        bytes[0] = (byte) Codes.EVENT_OBJECT;
        int length = (int) Cesu8.length(name);
        int p = NumberEncoder.writeTextPrefix(bytes, 1, length);
        return new BinaryEncodedName(bytes, Cesu8.encode(name, bytes, p));
    }

    private static BinaryEncodedName ofLatin1(int code, String name) {
        byte[] bytes = new byte[11 + name.length()];
        bytes[0] = (byte) code;
        int p = code >= Codes.FIELD_NAME0 ? 1 : NumberEncoder.writeStopBit(bytes, 1, name.length());
        for (int i = 0; i < name.length(); i++) {
            bytes[p++] = (byte) name.charAt(i);
        }
        return new BinaryEncodedName(bytes, p);
    }

    private static boolean isLatin1(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number from 0 to 2^31-1 that prints as exactly this name, or -1. */
    private static int canonicalNumber(String name) {
        int length = name.length();
        if (length == 0 || length > 10 || length > 1 && name.charAt(0) == '0') {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + (c - '0');
        }
        return number <= Integer.MAX_VALUE ? (int) number : -1;
    }

    public int length() {
        return length;
    }

    /** The space in bytes that {@link #write} may touch. */
    public int room() {
        return room;
    }

    public int firstByte() {
        return (int) first & 0xFF;
    }

    /** Whether this is a type name that makes the text after it another kind of value. */
    public boolean reinterpretsText() {
        return reinterpretsText;
    }

    /** Whether this is a type name that says that the bytes after it are compressed. */
    public boolean marksCompression() {
        return marksCompression;
    }

    /** Returns a copy of the encoded bytes. */
    public byte[] bytes() {
        byte[] all = new byte[room];
        write(all, 0);
        return Arrays.copyOf(all, length);
    }

    /** Writes the name into an array that has {@link #room} for it. Returns the index after the name. */
    public int write(byte[] into, int at) {
        int from = at
                & OutputBuffer.MAX_LENGTH; // a no-op that lets the compiler fold additions to the index into addresses
        ArrayAccess.putLong(into, from, first);
        ArrayAccess.putLong(into, from + 8, second);
        if (length > 16) {
            ArrayAccess.putLong(into, from + 16, third);
            ArrayAccess.putLong(into, from + 24, fourth);
            if (length > 32) {
                writeRest(into, from);
            }
        }
        return at + length;
    }

    private void writeRest(byte[] into, int at) {
        for (int i = 32; i < length; i += 8) {
            ArrayAccess.putLong(into, at + i, words[i >> 3]);
        }
    }

    /**
     * Whether the name is at an index, before an end. May be false if the array is too short to compare whole words.
     */
    public boolean isAt(byte[] a, int at, int end) {
        return length <= end - at && matches(a, at);
    }

    /** As {@link #isAt}, but the caller has checked that enough bytes are left. */
    public boolean matches(byte[] a, int at) {
        int bytes = length;
        if (bytes < 8 || bytes > 24) {
            return matchesUnusualLength(a, at);
        }
        // The last eight bytes overlap the first if there are fewer than 16.
        return ArrayAccess.getLong(a, at) == first
                && ArrayAccess.getLong(a, at + bytes - 8) == last
                && (bytes <= 16 || ArrayAccess.getLong(a, at + 8) == second);
    }

    private boolean matchesUnusualLength(byte[] a, int at) {
        if (length < 8) {
            return at + 8 <= a.length && ((ArrayAccess.getLong(a, at) ^ first) & mask) == 0;
        }
        return ArrayAccess.getLong(a, at) == first
                && ArrayAccess.getLong(a, at + length - 8) == last
                && ArrayAccess.getLong(a, at + 8) == second
                && matchesMiddle(a, at);
    }

    private boolean matchesMiddle(byte[] a, int at) {
        return ArrayAccess.getLong(a, at + length - 16) == beforeLast && (length <= 32 || matchesRest(a, at));
    }

    private boolean matchesRest(byte[] a, int at) {
        for (int i = 16; i < length - 16; i += 8) {
            if (ArrayAccess.getLong(a, at + i) != words[i >> 3]) {
                return false;
            }
        }
        return true;
    }
}
