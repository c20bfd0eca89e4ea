package io.deltawire.cli.delta;

import io.deltawire.cli.terminal.TextFormat;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes a delta dump and says what its bytes are, by docs/spec/delta.md.
 *
 * <p>It is independent of the reader of the format, and so a check of the specification. It follows only the kinds of
 * values, which tell where each value ends. The values themselves come from the message that the reader has read.
 * {@link DeltaByteReader} reads the primitives, {@link DeltaStreamState} holds the state of the stream, and {@link
 * DeltaRecordAnnotation} decodes records.
 */
public final class DeltaAnnotation implements DeltaRecordAnnotation.Describer {
    /** The flags of a header that holds a check of what comes before it. */
    private static final int RESET_WITH_CHECK = 0x0F;

    private static final byte[] SYNC = {0, 'D', 'L', 'T', 'W'};

    /** The largest ratio that DEFLATE can reach. */
    private static final long MAX_RATIO = 1040;

    private static final String[] PREDICTORS = {
        "before", "before, with the same difference again", "in the type's last message", "?"
    };

    private static final String[] EDITS = {
        "items move up from",
        "item goes:",
        "items move up and the last one goes, from",
        "items move down and the last one stays, to"
    };

    /** Receives the bytes and what they mean. */
    public interface Sink {
        /** The bytes that indexes refer to. */
        public byte[] bytes();

        /** Receives the bytes between two indexes, and what they are. */
        public void line(int from, int to, int depth, String meaning);

        /** Receives the bytes of the value at a path. */
        default void value(String path, int from, int to, String meaning) {
            line(from, to, 1, meaning);
        }

        /** Receives bytes that belong to no known message. */
        default void plain(int from, int to) {
            line(from, to, 0, "");
        }

        /**
         * Returns the sink for the bodies of a compressed frame, which have no bytes of their own in the dump.
         *
         * @param bodies what the frame inflates to
         * @param length the number of bytes that it takes in the dump
         */
        default Sink inflated(byte[] bodies, int length) {
            return new Unseen(bodies);
        }

        /** Called at the end of a body. Announcements before a body are part of it. */
        default void body(int from, int to) {}
    }

    /** Ignores the bodies. */
    private record Unseen(byte[] bytes) implements Sink {
        @Override
        public void line(int from, int to, int depth, String meaning) {
            // the frame is shown instead
        }
    }

    private Sink lines;
    private final DeltaByteReader bytes = new DeltaByteReader();
    private final DeltaRecordAnnotation records;
    private DeltaStreamState state = new DeltaStreamState();
    private int mark;
    private long frameLeft;
    private boolean lost;
    private boolean isCompressed;
    /** Whether the next bytes say if the bodies of a frame are compressed. */
    private boolean atFrameSize;

    /** The size of the frame's bodies before compression; 0 if they are not compressed. */
    private long unpackedSize;

    /** The index at which the present body begins, with its announcements; -1 between bodies. */
    private int bodyStart = -1;

    public DeltaAnnotation(Sink lines) {
        this.lines = lines;
        records = new DeltaRecordAnnotation(bytes, this);
    }

    /** The index of the last block header in some bytes; their end if there is none. */
    public static int lastHeader(byte[] chunk) {
        for (int i = chunk.length - SYNC.length; i >= 0; i--) {
            if (Arrays.equals(chunk, i, i + SYNC.length, SYNC, 0, SYNC.length)) {
                return i;
            }
        }
        return chunk.length;
    }

    /** Starts again at the header of a block. */
    public void restart() {
        frameLeft = 0;
        atFrameSize = false;
        unpackedSize = 0;
        bodyStart = -1;
        lost = false;
    }

    /**
     * Shows the bytes from an index on.
     *
     * @param values the values of the message by their paths
     * @param messages the number of bodies to be shown; those after them may be damaged
     */
    public void show(int start, Map<String, String> values, int messages) {
        bytes.set(lines.bytes(), start);
        mark = start;
        int bodies = 0;
        try {
            while (!lost && bytes.left() > 0 && bodies < messages) {
                if (atFrameSize) {
                    atFrameSize = false;
                    frameSize();
                } else if (unpackedSize > 0) {
                    compressedBodies();
                    bodies++;
                } else if (frameLeft > 0) {
                    int from = bytes.position();
                    bodies += message(values) ? 1 : 0;
                    frameLeft -= bytes.position() - from;
                } else {
                    container();
                }
            }
        } catch (DeltaByteReader.Unexpected e) {
            lost = true;
            bytes.moveTo(Math.min(lines.bytes().length, mark + 1));
            describe(0, "not annotated from here on: " + e.getMessage());
        }
        if (bodies < messages) {
            lines.plain(bytes.position(), lines.bytes().length);
        }
    }

    @Override
    public void value(String path, String meaning) {
        lines.value(path, mark, bytes.position(), meaning);
        mark = bytes.position();
    }

    @Override
    public void describe(int depth, String meaning) {
        lines.line(mark, bytes.position(), depth, meaning);
        mark = bytes.position();
    }

    // ---- section 3

    private void container() {
        if (bytes.peek() != 0) {
            frameLeft = bytes.varInt();
            describe(0, "frame of " + TextFormat.plural(frameLeft, "byte"));
            atFrameSize = isCompressed;
            return;
        }
        bytes.u8();
        int marker = bytes.u8();
        if (marker == 1) {
            boolean isOverNothing = true;
            for (int i = 0; i < 4; i++) {
                isOverNothing &= bytes.u8() == 0;
            }
            describe(
                    0,
                    isOverNothing
                            ? "checksum of nothing: the last one came later than its messages"
                            : "checksum of all since the last one");
        } else if (marker == 3) {
            long count = bytes.varInt();
            bytes.skip(4);
            describe(0, "end of the stream of " + TextFormat.plural(count, "message") + ", checksum");
        } else if (marker == 'D') {
            header();
        } else {
            throw new DeltaByteReader.Unexpected("no marker " + marker);
        }
    }

    /** Shows what a frame of a compressed block says about its bodies. */
    private void frameSize() {
        int start = bytes.position();
        unpackedSize = bytes.varInt();
        frameLeft -= bytes.position() - start;
        describe(
                1,
                unpackedSize == 0
                        ? "not compressed"
                        : "compressed, " + TextFormat.plural(unpackedSize, "byte") + " without that");
    }

    /** Shows the bodies of a frame as a whole, and applies them to the state. */
    private void compressedBodies() {
        int start = bytes.position();
        int length = (int) Math.min(bytes.left(), frameLeft);
        byte[] bodies = inflate(lines.bytes(), start, length);
        bytes.skip(frameLeft);
        frameLeft = 0;
        unpackedSize = 0;
        if (bodies == null) {
            lost = true;
            describe(1, "its messages, compressed, which do not inflate");
            return;
        }
        describe(1, "its messages, compressed");
        int end = bytes.position();
        Sink outer = lines;
        lines = outer.inflated(bodies, length);
        bytes.set(bodies, 0);
        mark = 0;
        try {
            while (bytes.left() > 0) {
                message(Map.of());
            }
        } finally {
            lines = outer;
            bytes.set(outer.bytes(), end);
            mark = end;
        }
    }

    /** The bodies of a frame; null if it is damaged. */
    private byte[] inflate(byte[] packed, int offset, int length) {
        if (unpackedSize < 0 || unpackedSize > MAX_RATIO * length) {
            return null;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed, offset, length);
            byte[] bodies = new byte[(int) unpackedSize];
            return inflater.inflate(bodies) == bodies.length ? bodies : null;
        } catch (DataFormatException e) {
            return null;
        } finally {
            inflater.end();
        }
    }

    private void header() {
        bytes.skip(SYNC.length - 2);
        int version = bytes.u8();
        int flags = bytes.u8();
        boolean reset = (flags & 1) != 0;
        describe(
                0,
                "block, version " + version
                        + (reset ? ", begins with empty state" : ", goes on with the state there is"));
        long features = bytes.varInt();
        isCompressed = (features & 1) != 0;
        describe(1, "features" + (isCompressed ? ": frames are compressed" : ""));
        bytes.skip(4);
        describe(1, "epoch");
        describe(1, "sequence: " + bytes.varInt() + " messages before it");
        describe(1, "at most " + bytes.varInt() + " keys");
        describe(1, "at most " + bytes.varInt() + " bytes of state");
        if (flags == RESET_WITH_CHECK) {
            describe(1, bytes.varInt() + " bytes since the check before are whole, then something is torn");
            bytes.skip(4);
            describe(1, "checksum of these bytes");
        }
        bytes.skip(4);
        describe(1, "checksum of the header");
        if (reset) {
            state = new DeltaStreamState();
        }
    }

    // ---- section 5

    /** Shows one message, or one announcement before it. Returns whether it was a message. */
    private boolean message(Map<String, String> values) {
        bodyStart = bodyStart < 0 ? bytes.position() : bodyStart;
        boolean isMessage = body(values);
        if (isMessage) {
            lines.body(bodyStart, bytes.position());
            bodyStart = -1;
        }
        return isMessage;
    }

    /** As {@link #message}, for a part of one. */
    private boolean body(Map<String, String> values) {
        int op = bytes.u8();
        if (op < 0xC0) {
            update(op, values);
            return true;
        }
        switch (op) {
            case 0xC0 -> nodes();
            case 0xC1 -> predictors();
            case 0xC2 -> newRecord(state.slots.size(), values);
            case 0xC3 -> newRecord(slot(), values);
            case 0xC4 -> replacedRecord(values);
            case 0xC5 -> removedRecord("record deleted");
            case 0xC6 -> removedRecord("record forgotten");
            case 0xC7, 0xC9, 0xCA -> {
                describe(
                        0,
                        op == 0xC7
                                ? "message in full, without a record"
                                : op == 0xC9 ? "message about the stream" : "deletion in full, without a record");
                bytes.plain();
                describe(1, "its values");
            }
            case 0xC8 -> keys();
            case 0xCB -> edits(values);
            case 0xCC -> {
                describe(0, "no message: what follows is a record said again, for whoever joins");
                boolean isDone = false;
                while (!isDone) {
                    isDone = body(new HashMap<>());
                }
            }
            default -> {
                if (op < 0xE0) {
                    throw new DeltaByteReader.Unexpected("no operation 0x" + Integer.toHexString(op));
                }
                bytes.skip(bytes.varInt());
                describe(0, "an operation of a later version");
            }
        }
        return op >= 0xC2 && op <= 0xCC && op != 0xC6 && op != 0xC8;
    }

    private int slot() {
        return bytes.index(Integer.MAX_VALUE, "slot");
    }

    private void update(int op, Map<String, String> values) {
        int slot = updated(op);
        DeltaStreamState.RecordKinds record = state.record(slot);
        String how = op >= 0x80 ? "named" : op >= 0x40 ? "the one that followed last time" : "the same as before";
        describe(0, "update of the record in slot " + slot + ", " + how + records.maskIn(op & 0x3F));
        records.record(record, op & 0x3F, values);
        state.recordMessage(slot);
    }

    /** The slot of the record that an update refers to. */
    private int updated(int op) {
        return op >= 0x80 ? slot() : op >= 0x40 ? state.successors.getOrDefault(state.previous, -1) : state.previous;
    }

    /** Shows edits of lists. The record is known only from the update after them. */
    private void edits(Map<String, String> values) {
        describe(0, "edits of the record's lists");
        int start = bytes.position();
        boolean more = true;
        while (more) {
            more = (bytes.varInt() & 1) != 0;
            bytes.varInt();
        }
        int end = bytes.position();
        int op = bytes.u8();
        DeltaStreamState.RecordKinds record = state.record(updated(op));
        bytes.moveTo(start);
        int before = -1;
        int size = 0;
        while (bytes.position() < end) {
            long number = bytes.varInt() >>> 1;
            long code = bytes.varInt();
            if (number >= record.type.lists.size() || code >>> 2 > Integer.MAX_VALUE / 2) {
                throw new DeltaByteReader.Unexpected("no list " + number);
            }
            int list = record.type.lists.get((int) number);
            size = list == before ? size : record.size(list);
            int at = (int) (code >>> 2);
            int operation = (int) code & 3;
            record.edit(list, size, at, operation);
            size += operation == 0 ? 1 : operation == 1 ? -1 : 0;
            before = list;
            describe(1, record.type.nodes.get(list).path() + ": " + EDITS[operation] + " " + at);
        }
        update(bytes.u8(), values);
    }

    private void newRecord(int slot, Map<String, String> values) {
        long t = bytes.varInt();
        DeltaStreamState.MessageType type = state.type((int) Math.min(Integer.MAX_VALUE, t >>> 1));
        boolean like = (t & 1) != 0 && type.last != null;
        describe(0, "new record of type " + (t >>> 1) + " in slot " + slot + (like ? ", like the type's last" : ""));
        DeltaStreamState.RecordKinds record =
                like ? DeltaStreamState.RecordKinds.copyOf(type.last) : new DeltaStreamState.RecordKinds(type);
        records.record(record, bytes.u8(), values);
        state.setRecord(slot, record);
        state.recordMessage(slot);
    }

    private void replacedRecord(Map<String, String> values) {
        int slot = slot();
        describe(0, "record in slot " + slot + " anew");
        DeltaStreamState.RecordKinds record = new DeltaStreamState.RecordKinds(state.record(slot).type);
        records.record(record, bytes.u8(), values);
        state.setRecord(slot, record);
        state.recordMessage(slot);
    }

    private void removedRecord(String what) {
        int slot = slot();
        state.record(slot);
        state.setRecord(slot, null);
        describe(0, what + ": slot " + slot);
    }

    private void predictors() {
        int number = slot();
        DeltaStreamState.MessageType type = state.type(number);
        describe(0, "predictors of type " + number);
        for (long e = bytes.varInt(); e != 3; e = bytes.varInt()) {
            int leaf = (int) Math.min(Integer.MAX_VALUE, e >>> 2);
            type.predict(leaf, (int) e & 3);
            describe(1, records.name(type, leaf) + " as " + PREDICTORS[(int) e & 3]);
        }
        describe(1, "no more");
    }

    private void keys() {
        int number = slot();
        DeltaStreamState.MessageType type = state.type(number);
        long count = bytes.varInt();
        StringBuilder names = new StringBuilder();
        for (long i = 0; i < count; i++) {
            names.append(i == 0 ? "" : ", ").append(records.name(type, slot()));
        }
        describe(0, "key of type " + number + ": " + names);
    }

    private void nodes() {
        int number = bytes.index(state.types.size() + 1, "type");
        boolean isNew = number == state.types.size();
        if (isNew) {
            state.types.add(new DeltaStreamState.MessageType());
        }
        long count = bytes.varInt();
        describe(0, (isNew ? "new type " : "more of type ") + number + ": " + TextFormat.plural(count, "place"));
        records.nodes(state.type(number), count);
    }
}
