package io.deltawire.binary.internal.prefix;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.EncodedName;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.Words;
import java.util.Arrays;

/** The bytes from a message's first up to the length of its object. */
public final class BinaryPrefix extends MessageHead {
    /** The most objects that a head opens: that of an event, and its value. */
    public static final int MAX_DEPTH = 2;

    /** How many objects and lists it opens. */
    private final int depth;

    /** Whether the innermost of them is a list. */
    private final boolean isList;

    /** Which of {@link PrefixRegistry} it is; 0 where it has no number. */
    int number;

    /** The names, and the code of the block that holds the fields or items. */
    private final EncodedName code;

    /** The names of the fields; null where the head is for reading. */
    private final EncodedName[] fields;

    // The bytes of most heads are three words, the second of which overlaps the others where the head is short.
    private final long first;
    private final long middle;
    private final long last;
    private final long middleAt;

    /** The least code, and how many there are, of what may be behind the length: names, or for a list all but these. */
    private final int firstCode;

    private final int firstCodes;

    /** How many bytes there are with the length behind them: so far from the begin of a message its fields begin. */
    private final int fieldsOffset;

    /** The same; more than any message has where the bytes are not three words. */
    private final long wordsOffset;

    private BinaryPrefix(String event, boolean isTyped, EncodedName code, EncodedName[] fields, boolean isList) {
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
        this.first = isUsual ? Words.getLong(bytes, 0) : 0;
        this.middle = isUsual ? Words.getLong(bytes, (int) middleAt) : 0;
        this.last = isUsual ? Words.getLong(bytes, length - Long.BYTES) : 0;
    }

    /** The number by which those that were registry remember it: 0, up to the next such one, where it has none. */
    public int selectIn(PrefixRegistry registry) {
        return number != 0 ? number : registry.storeUnnumbered(this);
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
    public EncodedName code() {
        return code;
    }

    /** The names of the fields; null where the prefix is for reading. */
    public EncodedName[] fields() {
        return fields;
    }

    /** The offset of the first field from the start of the message. */
    public int fieldsOffset() {
        return fieldsOffset;
    }

    @Override
    public byte[] bytes() {
        return code.bytes();
    }

    /** Whether the head stands there, and behind it a block of the usual form, which ends at the end. */
    @Override
    public boolean isAt(byte[] a, int at, int end) {
        // In 64 bits, so that what is added to an index needs no instruction of its own.
        long from = at + wordsOffset;
        long room = end - from;
        if (room <= 0) {
            return isUnusualFormAt(a, at, end);
        }
        return Words.getLong(a, (long) at) == first
                && Words.getLong(a, from - Integer.BYTES - Long.BYTES) == last
                && Words.getLong(a, at + middleAt) == middle
                && Words.getInt(a, from - Integer.BYTES) == room
                && isContentCode(Words.getByte(a, from));
    }

    private boolean isUnusualFormAt(byte[] a, int at, int end) {
        int from = at + fieldsOffset;
        return from < end
                && code.matches(a, at)
                && Words.getInt(a, from - Integer.BYTES) == end - from
                && isContentCode(Words.getByte(a, from));
    }

    /** Whether a code may be behind the length: that of a name, or for a list what is none. */
    private boolean isContentCode(int first) {
        return (first - firstCode & 0xFF) < firstCodes;
    }

    private static EncodedName encodedName(String event, boolean isTyped) {
        return isTyped ? EncodedName.ofField(event) : EncodedName.ofEvent(event);
    }

    /**
     * @param typeName null for none: the event is a call then, whose name has a code of its own
     * @param shape of the object, or null where the head is for reading
     */
    public static BinaryPrefix of(String event, String typeName, Shape shape) {
        byte[] name =
                event == null ? new byte[0] : encodedName(event, typeName != null).bytes();
        byte[] type =
                typeName == null ? new byte[0] : EncodedName.ofType(typeName).bytes();
        byte[] all = Arrays.copyOf(name, name.length + type.length + 1);
        System.arraycopy(type, 0, all, name.length, type.length);
        all[all.length - 1] = (byte) Codes.BYTES_LENGTH32;
        return new BinaryPrefix(
                event,
                typeName != null,
                new EncodedName(all, all.length),
                shape == null ? null : shape.get(EncodedName.OF_SHAPE),
                false);
    }

    /** That of an event whose value is a list: a call with several arguments. */
    public static BinaryPrefix ofList(String event) {
        return new BinaryPrefix(event, false, of(event, null, null).code, null, true);
    }
}
