package io.deltawire.binary;

import static io.deltawire.binary.Scan.INT;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.MessageEncoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Words;

/** The part of the writer that begins and ends messages, makes room for them, and knows what may come next. */
abstract class MessageWriter implements WireOut, MessageEncoder, FencedWriter {
    static final int META_BIT = 0x4000_0000;
    static final int HEADER_BYTES = 4;

    // What may come next.
    static final int ENTRY = 0;
    static final int NAMED = 1;
    static final int KEY = 2;
    static final int LIST = 3;
    private static final int ROOT = 4;
    private static final int DONE = 5;
    private static final int NO_MESSAGE = 6;

    /** As {@link #NAMED}, behind a key, which has not made room as a name has. */
    private static final int KEYED = 7;

    /** A head is written, and its objects are not on the levels yet: what comes next goes straight into the array. */
    static final int STRAIGHT = 8;

    /** Added where a type name is written and its value is due. */
    static final int TYPED = 0x10;

    /** The state after a value, by the state before; -1 where no value may come. */
    static final int[] AFTER_VALUE = {-1, ENTRY, KEYED, LIST, DONE, -1, -1, ENTRY, -1};

    static final int ROOM = 48;

    final OutputBuffer out;
    final WireLimits limits;
    final Framing framing;
    private final int maxMessageBytes;
    int state = NO_MESSAGE;
    int depth;
    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    int fence;

    int[] starts = new int[8];
    NameCode[] shape;

    /** The present one is what {@link #beginFields} has written. */
    private final MadeHeads made = new MadeHeads();

    /** The head of the present message, in {@link #made}. */
    private int present;

    int bodyStart;
    private int header;

    /** How many messages were written, but for those with a head. */
    private long messages;

    MessageWriter(OutputBuffer out, WireLimits limits, Framing framing) {
        this.out = out;
        this.limits = limits;
        this.framing = framing;
        this.maxMessageBytes = Math.min(limits.maxMessageBytes(), META_BIT - 1);
    }

    OutputBuffer target() {
        return out;
    }

    @Override
    public String formatName() {
        return BinaryYamlFormat.NAME;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        if (state != NO_MESSAGE) {
            throw new IllegalStateException("a message is begun already");
        }
        out.begin();
        if (framing != Framing.NONE) {
            out.ensure(HEADER_BYTES);
            out.position += HEADER_BYTES;
        }
        header = kind == MessageKind.META ? META_BIT : 0;
        bodyStart = out.position;
        state = ROOT;
        depth = 0;
    }

    @Override
    public MessageHead headOf(String event, String typeName, Shape of) {
        if (framing == Framing.NONE || limits.maxDepth() < BinaryHead.MAX_DEPTH || TypeNames.LITERAL.equals(typeName)) {
            return null;
        }
        if (event != null) {
            checkName(event);
        }
        if (typeName != null) {
            checkName(typeName);
        }
        if (of != null) {
            checkNames(of);
        }
        return made.add(BinaryHead.of(event, typeName, of));
    }

    @Override
    public MessageHead headOfList(String event) {
        if (framing == Framing.NONE || limits.maxDepth() < BinaryHead.MAX_DEPTH) {
            return null;
        }
        checkName(event);
        return made.add(BinaryHead.ofList(event));
    }

    @Override
    public void beginMessage(MessageHead with) {
        out.position = beginFields(with);
        openHead();
    }

    @Override
    public int beginFields(MessageHead with) {
        if (state != NO_MESSAGE) {
            throw new IllegalStateException("a message is begun already");
        }
        BinaryHead of = (BinaryHead) with;
        present = of.numberIn(made);
        out.begin();
        out.ensure(HEADER_BYTES + of.code.room + ROOM);
        bodyStart = out.position + HEADER_BYTES;
        state = STRAIGHT;
        of.code.write(out.array, bodyStart);
        return bodyStart + of.fieldsAt;
    }

    /** Puts the objects of the head on the levels, since tokens follow. */
    void openHead() {
        BinaryHead head = made.get(present);
        header = 0;
        depth = head.depth;
        starts[0] = -1;
        starts[depth - 1] = bodyStart + head.code.length + 4;
        state = head.isList ? LIST : ENTRY;
        setShape(head.fields);
    }

    @Override
    public void endMessage(MessageHead with) {
        endFields(with, out.position);
    }

    @Override
    public void endFields(MessageHead with, int at) {
        BinaryHead of = (BinaryHead) with;
        if (state != STRAIGHT && (state != (of.isList ? LIST : ENTRY) || depth != of.depth)) {
            throw new IllegalStateException("the message is not complete");
        }
        out.position = at;
        endBlock(bodyStart + of.fieldsAt);
        int length = out.position - bodyStart;
        if (length > maxMessageBytes) {
            throw tooLong(length);
        }
        Words.putInt(out.array, bodyStart - HEADER_BYTES, length);
        out.commit();
        state = NO_MESSAGE;
    }

    @Override
    public void endMessage() {
        if (state != DONE) {
            throw new IllegalStateException(
                    state == NO_MESSAGE ? "no message is begun" : "the message is not complete");
        }
        int length = out.position - bodyStart;
        checkMessageBytes(length);
        if (framing != Framing.NONE) {
            INT.set(out.array, bodyStart - HEADER_BYTES, length | header);
        }
        out.commit();
        messages++;
        state = NO_MESSAGE;
    }

    @Override
    public void cancelMessage() {
        FencedWriter.requireNone(fence);
        if (state != NO_MESSAGE) {
            out.rollback();
            state = NO_MESSAGE;
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int fence(int at) {
        int before = fence;
        fence = at;
        return before;
    }

    /** Without headers, an event at the root begins a message: what would be read as other messages is refused. */
    void checkSplit(boolean event) {
        if (depth != 1 || state != ENTRY || starts[0] >= 0) {
            return;
        }
        boolean first = out.position == bodyStart;
        if (first ? !event && messages > 0 : event) {
            throw refused(
                    "expected an event first and only first in a message without header (option framing), since it"
                            + " is the event that begins a message");
        }
    }

    /** A reference that stays is not stored again: a store tells the garbage collector. */
    void setShape(NameCode[] of) {
        if (shape != of) {
            shape = of;
        }
    }

    /** Writes the length of a block of the present message, in which there is room for it, behind the code that stands before it. */
    void endBlock(int start) {
        if (out.position == start) {
            writeEmptyObject(start - 5);
        } else {
            Words.putInt(out.array, start - 4, out.position - start);
        }
    }

    /** As {@code 80 00}, where an empty list is {@code 82 00000000}: a reader can tell them apart. */
    void writeEmptyObject(int at) {
        out.position = at;
        int p = room();
        out.array[p] = (byte) Codes.BYTES_LENGTH8;
        out.array[p + 1] = 0;
        out.position = p + 2;
    }

    @Override
    public byte[] room(int at, int count) {
        if (out.array.length - at < count) {
            out.position = at;
            checkMessageBytes((long) at - bodyStart); // what there is room for need not come
            out.ensure(count);
        }
        return out.array;
    }

    @Override
    public boolean takesItems() {
        return state == LIST;
    }

    @Override
    public void moveToItem(int at) {
        out.position = at;
    }

    /** Takes note that a value is written now; returns where, with room for {@link #ROOM} bytes. */
    int value() {
        if (state == NAMED) {
            state = ENTRY;
            return out.position; // the name made room
        }
        int after = AFTER_VALUE[state & ~TYPED];
        if (after < 0) {
            throw noValue();
        }
        state = after;
        return room();
    }

    int room() {
        int p = out.position;
        if (out.array.length - p < ROOM) {
            grow(ROOM);
        }
        return out.position;
    }

    void grow(int bytes) {
        checkMessageBytes((long) out.position - bodyStart + bytes - ROOM);
        out.ensure(bytes);
    }

    IllegalStateException noValue() {
        return new IllegalStateException(
                switch (state) {
                    case ENTRY -> "a value in an object needs a name before it";
                    case DONE -> "a message is one value, which is there already";
                    default -> "no message is begun";
                });
    }

    IllegalStateException notAnEntry() {
        return new IllegalStateException(
                state == ENTRY
                        ? "the object has no shape"
                        : "a name does not fit here: a value is due, or no object is open");
    }

    void checkName(String name) {
        int max = limits.maxNameBytes();
        if (name.length() > max || Cesu8.length(name) > max) {
            throw refused("expected a name of at most " + max + " bytes but was " + Printable.quote(name));
        }
    }

    void checkNames(Shape of) {
        if (of.get(NameCode.LONGEST_OF_SHAPE) > limits.maxNameBytes()) {
            of.names().forEach(this::checkName);
        }
    }

    private void checkMessageBytes(long length) {
        if (length > maxMessageBytes) {
            throw tooLong(length);
        }
    }

    private WireDataException tooLong(long length) {
        return refused("expected a message of at most " + maxMessageBytes + " bytes but was one of " + length);
    }

    static WireDataException refused(String problem) {
        return new WireDataException(BinaryYamlFormat.NAME, problem, null);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        cancelMessage();
        out.close();
    }
}
