package io.deltawire.delta.testing;

import io.deltawire.delta.testing.IndependentState.Kind;
import io.deltawire.delta.testing.IndependentState.MessageType;
import io.deltawire.delta.testing.IndependentState.Node;
import io.deltawire.delta.testing.IndependentState.Row;
import io.deltawire.delta.testing.IndependentState.Value;
import io.deltawire.wire.MessageKind;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A second decoder of whole dumps, written after docs/spec/delta.md and nothing else, so that it checks the
 * specification and the decoder of the module. It shares no code with the module, and is simple and slow. It trusts the
 * bytes, and compares no checksum.
 *
 * <p>{@link IndependentBytes} reads primitives and plain values, and {@link IndependentState} holds the state.
 */
public final class IndependentDecoder {
    private static final int TEXT_RING_BYTES = 1024;
    private static final Pattern TOKEN = Pattern.compile("[0-9]+|[a-zA-Z\\x80-\\xFF]+|.", Pattern.DOTALL);

    /** A message; one that is repeated for readers that join is no message of the stream. */
    public record Message(MessageKind kind, boolean isRepeat, Object tree) {}

    /** The indexes of a value's bytes in the dump, or in what a compressed frame inflates to. */
    public record Extent(String path, int from, int to) {}

    private final List<Message> messages = new ArrayList<>();
    private final List<Extent> extents = new ArrayList<>();
    private IndependentBytes bytes;
    private IndependentState state = new IndependentState();
    private MessageKind kind;
    private boolean isRepeat;

    /** Decodes a dump. */
    public IndependentDecoder(byte[] dump) {
        bytes = new IndependentBytes(dump);
        long flags = 0;
        while (bytes.hasMore()) {
            if (bytes.isAtMark()) {
                flags = header();
                continue;
            }
            long code = bytes.varInt();
            if (code == 1) {
                bytes.take(4);
            } else if (code == 2) {
                frame(bytes.varInt(), bytes.varInt(), flags);
            } else {
                frame(0, code - 2, flags);
            }
        }
    }

    /** The messages in order. */
    public List<Message> messages() {
        return messages;
    }

    /** Where the values of records are, in order. */
    public List<Extent> extents() {
        return extents;
    }

    // ---- section 3

    /** Reads a header, and returns its flags. */
    private long header() {
        bytes.take(5);
        int length = bytes.u8();
        int end = bytes.position() + length;
        bytes.u8();
        long flags = bytes.varInt();
        bytes.moveTo(end);
        bytes.take(4);
        state = new IndependentState();
        return flags;
    }

    private void frame(long mask, long length, long flags) {
        IndependentBytes outer = bytes;
        byte[] frame = outer.take(length);
        if (mask != 0) {
            long word = mask * 0x01010101L;
            for (int i = 0; i < frame.length; i++) {
                frame[i] ^= (byte) (word >>> 8 * (i % 4));
            }
        }
        int start = outer.position() - frame.length;
        bytes = new IndependentBytes(frame);
        if ((flags & 4) != 0) {
            bytes.varInt();
        }
        long size = (flags & 2) != 0 ? bytes.varInt() : 0;
        int first = bytes.position();
        if (size != 0) {
            bytes = new IndependentBytes(inflated(bytes.take(frame.length - bytes.position()), Math.toIntExact(size)));
            bodies(Math.toIntExact(size));
        } else if (mask != 0) {
            bodies(frame.length);
        } else {
            bytes = outer;
            outer.moveTo(start + first);
            bodies(start + frame.length);
        }
        bytes = outer;
    }

    private static byte[] inflated(byte[] packed, int size) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            byte[] bodies = new byte[size];
            inflater.inflate(bodies);
            return bodies;
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        } finally {
            inflater.end();
        }
    }

    private void bodies(int end) {
        while (bytes.position() < end) {
            body();
        }
    }

    // ---- section 5

    private void body() {
        kind = MessageKind.DATA;
        isRepeat = false;
        boolean isEnd = false;
        while (!isEnd) {
            isEnd = operation();
        }
    }

    /** Executes an operation, and returns whether it ends the body. */
    private boolean operation() {
        int op = bytes.u8();
        switch (op) {
            case 0xC0 -> nodes();
            case 0xC1 -> predictors();
            case 0xC2 -> newRecord(state.slots.size());
            case 0xC3 -> newRecord(bytes.index());
            case 0xC5 -> {
                kind = MessageKind.DELETE;
                int slot = bytes.index();
                add(state.row(slot).tree());
                state.setRow(slot, null);
            }
            case 0xC6 -> state.setRow(bytes.index(), null);
            case 0xC7 -> add(bytes.plain());
            case 0xC8 -> {
                bytes.index();
                for (int left = bytes.index(); left > 0; left--) {
                    bytes.index();
                }
            }
            case 0xC9 -> {
                kind = MessageKind.META;
                add(bytes.plain());
            }
            case 0xCA -> {
                kind = MessageKind.DELETE;
                add(bytes.plain());
            }
            case 0xCB -> edits();
            case 0xCC -> isRepeat = true;
            default -> {
                if (op >= 0xE0) {
                    bytes.take(bytes.varInt());
                    return false;
                }
                update(op);
                return true;
            }
        }
        return op >= 0xC2 && op <= 0xCB && op != 0xC6 && op != 0xC8;
    }

    private void add(Object tree) {
        messages.add(new Message(kind, isRepeat, tree));
    }

    private void message(int slot) {
        state.recordMessage(slot);
        add(state.row(slot).tree());
    }

    private int updated(int op) {
        return op >= 0xC0
                ? -1
                : op >= 0x80 ? bytes.index() : op >= 0x40 ? state.successors.get(state.previous) : state.previous;
    }

    private void update(int op) {
        int slot = updated(op);
        record(state.row(slot), op & 0x3F);
        message(slot);
    }

    /** Applies edits of lists. Their record is known only from the update after them. */
    private void edits() {
        List<long[]> edits = new ArrayList<>();
        boolean isMore = true;
        while (isMore) {
            long list = bytes.varInt();
            edits.add(new long[] {list >>> 1, bytes.varInt()});
            isMore = (list & 1) != 0;
        }
        int start = bytes.position();
        Row row = state.row(updated(bytes.u8()));
        bytes.moveTo(start);
        Node before = null;
        int size = 0;
        for (long[] edit : edits) {
            Node list = row.type.lists.get((int) edit[0]);
            size = row.edit(list, list == before ? size : row.size(list), (int) (edit[1] >>> 2), (int) edit[1] & 3);
            before = list;
        }
        update(bytes.u8());
    }

    private void newRecord(int slot) {
        int typeAndSource = bytes.index();
        MessageType type = state.types.get(typeAndSource >> 1);
        Row row = (typeAndSource & 1) == 0 ? new Row(type) : Row.copyOf(type.last);
        state.setRow(slot, record(row, bytes.u8()));
        message(slot);
    }

    private void predictors() {
        MessageType type = state.types.get(bytes.index());
        for (int entry = bytes.index(); entry != 3; entry = bytes.index()) {
            type.predictors.put(entry >> 2, entry & 3);
        }
    }

    private void nodes() {
        int number = bytes.index();
        if (number == state.types.size()) {
            state.types.add(new MessageType());
        }
        MessageType type = state.types.get(number);
        Node parent = type.nodes.get(0);
        Node node = parent;
        String name = "";
        for (int left = bytes.index(); left > 0; left--) {
            int entry = bytes.u8();
            int nodeKind = entry & 7;
            if (nodeKind == 5) {
                type.addLeaf(type.nodes.get(bytes.index()));
                continue;
            }
            if (nodeKind == 7) {
                Node original = type.nodes.get(type.nodes.indexOf(node) - bytes.index());
                IndependentState.addCopies(type, original, node);
                continue;
            }
            int where = entry >> 4;
            parent = (where & 3) == 0 ? parent : (where & 3) == 1 ? node : type.nodes.get(bytes.index());
            Object key = switch (nodeKind) {
                case 0, 1 -> bytes.text();
                case 3 -> bytes.plain();
                case 6 -> name.substring(0, bytes.index()) + bytes.text();
                default -> null;
            };
            name = nodeKind == 3 || key == null ? "" : (String) key;
            node = IndependentState.addNode(type, parent, nodeKind == 6 ? 0 : nodeKind, key);
            if ((entry & 8) != 0) {
                type.addLeaf(node);
            }
        }
    }

    // ---- section 5.3

    private BitSet mask(MessageType type, int code) {
        if (code < 60) {
            return type.masks.get(code < 56 ? code : 56 + 256 * (code - 56) + bytes.u8());
        }
        BitSet mask;
        if (code < 62) {
            mask = BitSet.valueOf(bytes.take((type.leaves.size() + 7) / 8));
        } else {
            mask = new BitSet();
            int leaf = -1;
            for (int left = bytes.index(); left > 0; left--) {
                leaf += 1 + bytes.index();
                mask.set(leaf);
            }
        }
        if ((code & 1) != 0) {
            type.masks.add(mask);
        }
        return mask;
    }

    // ---- section 5.4

    private Row record(Row row, int code) {
        MessageType type = row.type;
        BitSet mask = mask(type, code);
        Value[] after = new Value[type.leaves.size()];
        for (int leaf = 0; leaf < after.length; leaf++) {
            Value predicted = type.prediction(row, leaf);
            int from = bytes.position();
            after[leaf] = mask.get(leaf) ? value(row, leaf, withModel(row, leaf, predicted, after)) : predicted;
            if (mask.get(leaf)) {
                extents.add(new Extent(type.leaves.get(leaf).path, from, bytes.position()));
            }
        }
        row.set(after);
        return row;
    }

    /** What the value of a leaf differs from: the prediction, or else what its model has after the message. */
    private static Value withModel(Row row, int leaf, Value predicted, Value[] after) {
        Integer model = row.type.models.get(leaf);
        boolean isUsed = model != null
                && predicted.kind() == Kind.ABSENT
                && row.shadow(leaf).kind() == Kind.ABSENT
                && after[model].kind().compareTo(Kind.EMPTY_LIST) > 0
                && after[model].kind() != Kind.RAW;
        return isUsed ? after[model] : predicted;
    }

    private Value value(Row row, int leaf, Value predicted) {
        switch (predicted.kind()) {
            case INT, DEC, TIME, NUMTEXT, DECIMAL -> {
                long difference = bytes.signed();
                if (difference != 0) {
                    return predicted.plus(difference);
                }
            }
            case BOOL -> {
                if (bytes.u8() != 0) {
                    return Value.of(Kind.BOOL, 0, 1 - predicted.number());
                }
            }
            case F64 -> {
                int code = bytes.u8();
                if (code >= 0x80) {
                    return Value.of(Kind.F64, 0, row.type.doubles(leaf).get(code - 0x80));
                }
                if (code != 0) {
                    long xor = new BigInteger(1, bytes.take(code & 15)).longValue();
                    return added(row.type, leaf, predicted.number() ^ xor << 8 * (code >> 4));
                }
            }
            case TEXT -> {
                int code = bytes.index();
                if (code == 1) {
                    return addedText(row.type, leaf, bytes.take(bytes.varInt()));
                }
                if (code == 2) {
                    return addedText(row.type, leaf, inSegments(row.type, leaf, (String) predicted.ref()));
                }
                if (code != 0) {
                    return text(row.type.texts(leaf).get(code - 3));
                }
            }
            default -> {
                // there is nothing to differ from
            }
        }
        return full(row, leaf, predicted);
    }

    private static Value text(String text) {
        return new Value(Kind.TEXT, 0, 0, text);
    }

    private static Value addedText(MessageType type, int leaf, byte[] wtf8) {
        String text = IndependentBytes.text(wtf8);
        if (wtf8.length <= TEXT_RING_BYTES) {
            type.texts(leaf).add(text);
        }
        if (wtf8.length >= 16) {
            type.lastTexts.put(leaf, type.history.size());
            type.history.writeBytes(wtf8);
        }
        return text(text);
    }

    // ---- section 6.4

    private byte[] inSegments(MessageType type, int leaf, String predicted) {
        int code = bytes.index();
        if ((code & 1) != 0) {
            return tokens((code >> 1) == 0 ? predicted : type.texts(leaf).latest(code >> 1));
        }
        byte[] history = type.history.toByteArray();
        int expected = type.lastTexts.getOrDefault(leaf, history.length);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        while (text.size() < code >> 1) {
            int segment = bytes.index();
            int count = segment >> 2;
            int before = text.size();
            switch (segment & 3) {
                case 0 -> text.writeBytes(bytes.take(count));
                case 1 -> text.writeBytes(ascii(HexFormat.of().formatHex(bytes.take(count))));
                case 3 -> {
                    ByteBuffer halves = ByteBuffer.wrap(bytes.take(16));
                    text.writeBytes(ascii(new UUID(halves.getLong(), halves.getLong()).toString()));
                }
                default -> {
                    int from = expected + (int) bytes.signed();
                    text.write(history, from, count);
                    expected = from;
                }
            }
            expected += text.size() - before;
        }
        return text.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A text with some tokens replaced. One char stands for each byte. */
    private byte[] tokens(String from) {
        Matcher tokens = TOKEN.matcher(new String(IndependentBytes.wtf8(from), StandardCharsets.ISO_8859_1));
        StringBuilder text = new StringBuilder();
        for (int code = bytes.index(); code != 0; code = bytes.index()) {
            for (int skipped = code >> 2; skipped > 0; skipped--) {
                tokens.find();
                text.append(tokens.group());
            }
            tokens.find();
            if ((code & 3) == 1) {
                text.append(new String(bytes.take(bytes.varInt()), StandardCharsets.ISO_8859_1));
            } else {
                String number = String.valueOf(Long.parseLong(tokens.group()) + bytes.signed());
                int zeros = (code & 3) == 3 ? tokens.group().length() - number.length() : 0;
                text.append("0".repeat(Math.max(0, zeros))).append(number);
            }
        }
        while (tokens.find()) {
            text.append(tokens.group());
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Value added(MessageType type, int leaf, long bits) {
        type.doubles(leaf).add(bits);
        return Value.of(Kind.F64, 0, bits);
    }

    // ---- section 6.2

    private Value full(Row row, int leaf, Value predicted) {
        int start = bytes.position();
        int code = bytes.u8();
        if (code >= 0x20) {
            return fullDecimal(code);
        }
        return switch (code) {
            case 0x01 -> Value.of(Kind.NULL, 0, 0);
            case 0x02 -> Value.ABSENT;
            case 0x03 -> Value.of(Kind.EMPTY_OBJECT, 0, 0);
            case 0x04 -> Value.of(Kind.EMPTY_LIST, 0, 0);
            case 0x05, 0x06 -> Value.of(Kind.BOOL, 0, code - 0x05);
            case 0x07 -> Value.of(Kind.INT, 0, bytes.signed());
            case 0x08 -> added(row.type, leaf, bytes.u64());
            case 0x09 -> addedText(row.type, leaf, bytes.take(bytes.varInt()));
            case 0x16 -> addedText(row.type, leaf, inSegments(row.type, leaf, null));
            case 0x0A -> text(row.type.texts(leaf).get(bytes.index()));
            case 0x0B -> row.shadow(leaf);
            case 0x0C -> predicted;
            case 0x0E -> text(row.type.leaves.get(leaf).parent.name());
            case 0x0D -> Value.ofTime(bytes.time());
            case 0x0F -> Value.of(Kind.F64, 0, row.type.doubles(leaf).get(bytes.u8()));
            default -> {
                bytes.moveTo(start);
                yield new Value(Kind.RAW, 0, 0, bytes.plain());
            }
        };
    }

    private Value fullDecimal(int code) {
        long number = bytes.signed();
        return code < 0x30
                ? Value.of(Kind.DEC, code - 0x20, number)
                : code < 0x40
                        ? Value.of(Kind.NUMTEXT, code - 0x30, number)
                        : Value.of(Kind.DECIMAL, code - 0x40, number);
    }
}
