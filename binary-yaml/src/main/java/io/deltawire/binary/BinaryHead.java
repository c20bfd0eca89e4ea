package io.deltawire.binary;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.MessageHead;
import java.util.Arrays;

/** The bytes from a message's first up to the length of its object. */
final class BinaryHead extends MessageHead {
    /** The most objects that a head opens: that of an event, and its value. */
    static final int MAX_DEPTH = 2;

    /** How many objects and lists it opens. */
    final int depth;

    /** Whether the innermost of them is a list. */
    final boolean isList;

    /** Which of {@link MadeHeads} it is; 0 where it has no number. */
    int number;

    /** The names, and the code of the block that holds the fields or items. */
    final NameCode code;

    /** The names of the fields; null where the head is for reading. */
    final NameCode[] fields;

    private BinaryHead(String event, boolean isTyped, NameCode code, NameCode[] fields, boolean isList) {
        super(event, isTyped);
        this.depth = event == null ? 1 : MAX_DEPTH;
        this.isList = isList;
        this.code = code;
        this.fields = fields;
    }

    @Override
    public byte[] bytes() {
        return code.bytes();
    }

    @Override
    public boolean isAt(byte[] a, int at, int end) {
        return code.isAt(a, at, end);
    }

    private static NameCode nameOf(String event, boolean isTyped) {
        return isTyped ? NameCode.ofField(event) : NameCode.ofEvent(event);
    }

    /**
     * @param typeName null for none: the event is a call then, whose name has a code of its own
     * @param shape of the object, or null where the head is for reading
     */
    static BinaryHead of(String event, String typeName, Shape shape) {
        byte[] name =
                event == null ? new byte[0] : nameOf(event, typeName != null).bytes();
        byte[] type = typeName == null ? new byte[0] : NameCode.ofType(typeName).bytes();
        byte[] all = Arrays.copyOf(name, name.length + type.length + 1);
        System.arraycopy(type, 0, all, name.length, type.length);
        all[all.length - 1] = (byte) Codes.BYTES_LENGTH32;
        return new BinaryHead(
                event,
                typeName != null,
                new NameCode(all, all.length),
                shape == null ? null : shape.get(NameCode.OF_SHAPE),
                false);
    }

    /** That of an event whose value is a list: a call with several arguments. */
    static BinaryHead ofList(String event) {
        return new BinaryHead(event, false, of(event, null, null).code, null, true);
    }
}
