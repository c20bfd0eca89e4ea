package io.deltawire.binary.internal.prefix;

import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/**
 * The constant bytes of a kind of message: event name, type name and the code of the block, but not its length.
 *
 * <p>The bytes are kept as words, so that a reader recognises most prefixes by three comparisons. It compares the
 * length of the block as well, and the code after it: the fields of a usual message end where the message ends.
 */
public final class BinaryPrefix extends MessagePrefix {
    /** The maximum number of objects that a prefix opens: the one of the event, and its value. */
    public static final int MAX_DEPTH = 2;

    private final int depth;
    private final boolean isList;

    /** The number in a {@link PrefixRegistry}; 0 for none. */
    private int number;

    private final BinaryEncodedName code;
    private final BinaryEncodedName[] fields;

    // Most prefixes are three words. The second overlaps the others if there are fewer than 24 bytes.
    private final long first;
    private final long middle;
    private final long last;
    private final long middleAt;

    /**
     * The lowest code that may follow the length, and the number of such codes. They are the codes of names, or for a
     * list all others.
     */
    private final int firstCode;

    private final int firstCodes;

    private final int fieldsOffset;

    /** The offset of the fields, or more than any message has if the prefix is not three words. */
    private final long wordsOffset;

    private BinaryPrefix(
            String event, boolean isTyped, BinaryEncodedName code, BinaryEncodedName[] fields, boolean isList) {
        super(event, isTyped);
        this.depth = event == null ? 1 : MAX_DEPTH;
        this.isList = isList;
        this.code = code;
        this.fields = fields;
        byte[] bytes = code.bytes();
        int length = bytes.length;
        boolean isUsual = length >= Long.BYTES && length <= 3 * Long.BYTES;
        this.fieldsOffset = length + Integer.BYTES;
        this.wordsOffset = isUsual ? fieldsOffset : Integer.MAX_VALUE;
        int names = Codes.FIELD_NAME31 - Codes.FIELD_NAME0 + 1;
        this.firstCode = isList ? Codes.FIELD_NAME31 + 1 : Codes.FIELD_NAME0;
        this.firstCodes = isList ? 256 - names : names;
        this.middleAt = Math.min(Long.BYTES, Math.max(0, length - Long.BYTES));
        this.first = isUsual ? ArrayAccess.getLong(bytes, 0) : 0;
        this.middle = isUsual ? ArrayAccess.getLong(bytes, (int) middleAt) : 0;
        this.last = isUsual ? ArrayAccess.getLong(bytes, length - Long.BYTES) : 0;
    }

    /**
     * Makes this the selected prefix of a registry: returns its number, or stores it there as the one without a
     * number.
     */
    public int selectIn(PrefixRegistry registry) {
        return number != 0 ? number : registry.storeUnnumbered(this);
    }

    /** The number in a {@link PrefixRegistry}; 0 for none. */
    int number() {
        return number;
    }

    void setNumber(int number) {
        this.number = number;
    }

    /** The number of objects and lists that the prefix opens. */
    public int depth() {
        return depth;
    }

    /** Whether the innermost of these is a list. */
    public boolean isList() {
        return isList;
    }

    /** The names, and the code of the block that holds the fields or items. */
    public BinaryEncodedName code() {
        return code;
    }

    /** The names of the fields; null if the prefix is for reading. */
    public BinaryEncodedName[] fields() {
        return fields;
    }

    /** The offset of the first field from the start of the message, which is after the length. */
    public int fieldsOffset() {
        return fieldsOffset;
    }

    @Override
    public byte[] bytes() {
        return code.bytes();
    }

    /** Whether the prefix is at an index, and a block of the usual form that ends at {@code end} follows. */
    @Override
    public boolean matches(byte[] a, int at, int end) {
        // With 64 bits the compiler folds the additions into addresses.
        long from = at + wordsOffset;
        long room = end - from;
        if (room <= 0) {
            return isUnusualFormAt(a, at, end);
        }
        return ArrayAccess.getLong(a, (long) at) == first
                && ArrayAccess.getLong(a, from - Integer.BYTES - Long.BYTES) == last
                && ArrayAccess.getLong(a, at + middleAt) == middle
                && ArrayAccess.getInt(a, from - Integer.BYTES) == room
                && isContentCode(ArrayAccess.getByte(a, from));
    }

    private boolean isUnusualFormAt(byte[] a, int at, int end) {
        int from = at + fieldsOffset;
        return from < end
                && code.matches(a, at)
                && ArrayAccess.getInt(a, from - Integer.BYTES) == end - from
                && isContentCode(ArrayAccess.getByte(a, from));
    }

    /** Whether a code may follow the length: one of a name, or for a list any other. */
    private boolean isContentCode(int first) {
        return (first - firstCode & 0xFF) < firstCodes;
    }

    private static BinaryEncodedName encodedName(String event, boolean isTyped) {
        return isTyped ? BinaryEncodedName.ofField(event) : BinaryEncodedName.ofEvent(event);
    }

    /**
     * Encodes a prefix.
     *
     * @param event null if the message is the object itself
     * @param typeName null for none; the event is a call then, and its name has a code of its own
     * @param shape the shape of the object; null if the prefix is for reading
     */
    public static BinaryPrefix of(String event, String typeName, Shape shape) {
        byte[] name = event == null
                ? new byte[0]
                : encodedName(event, typeName != null).bytes();
        byte[] type = typeName == null
                ? new byte[0]
                : BinaryEncodedName.ofType(typeName).bytes();
        byte[] all = Arrays.copyOf(name, name.length + type.length + 1);
        System.arraycopy(type, 0, all, name.length, type.length);
        all[all.length - 1] = (byte) Codes.BYTES_LENGTH32;
        return new BinaryPrefix(
                event,
                typeName != null,
                new BinaryEncodedName(all, all.length),
                shape == null ? null : shape.get(BinaryEncodedName.OF_SHAPE),
                false);
    }

    /** Encodes the prefix of an event whose value is a list: a call with several arguments. */
    public static BinaryPrefix ofList(String event) {
        return new BinaryPrefix(event, false, of(event, null, null).code, null, true);
    }
}
