package io.deltawire.cli.message;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.WriteErrorPath;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * One message as a list of tokens, recorded from a reader and played into any number of writers. A tape is reused for
 * many messages. A large message is packed as {@link TapeColumn} tells; one that takes too much memory is an error. Indexes count tokens, from 0 to {@link #size()}. Not
 * thread-safe.
 */
public final class MessageTape implements WireOut {
    private static final int INITIAL = 64;

    private static final WireToken[] ALL_TOKENS = WireToken.values();
    private static final int MASK = 1023;
    /** From this size on, arrays grow by less than doubling, and the length of texts is checked at each token. */
    private static final int LARGE = 1 << 20;

    /** The ordinals of the tokens. */
    private byte[] tokens = new byte[INITIAL];

    private final TapeColumn values = new TapeColumn();
    private final TapeColumn types = new TapeColumn();
    private int size;
    private String pendingType;
    private MessageKind kind = MessageKind.DATA;
    private long number;
    private long offset = -1;
    private boolean sharesOffset;
    private long length = -1;
    private LongSupplier position;
    private long[] ends = {};

    /** The texts of numbers in the input, if their values do not determine them. */
    private final TapeColumn texts = new TapeColumn();

    private String pendingText;
    private String sourceFormat;

    /** The number of tokens. */
    public int size() {
        return size;
    }

    public WireToken token(int index) {
        return ALL_TOKENS[tokens[index]];
    }

    /** The name of a field or event; the value of a scalar; null for other tokens. */
    public Object value(int index) {
        return values.get(index);
    }

    /**
     * Returns the text of the number or boolean at an index in the input, if its value does not determine it; otherwise
     * null.
     */
    public String sourceText(int index) {
        return (String) texts.get(index);
    }

    /** The type name in front of the value at an index, or null. */
    public String type(int index) {
        return (String) types.get(index);
    }

    public MessageKind kind() {
        return kind;
    }

    /** From now on, records for each token the position of the reader after it. */
    public void trackPositions(LongSupplier readerPosition) {
        position = readerPosition;
    }

    /** The offset in the input at which the token at an index ends, if positions are recorded. */
    public long end(int index) {
        return ends[index];
    }

    /**
     * Sets the origin of the message.
     *
     * @param messageNumber its number, from 1
     * @param messageOffset its offset in the unpacked input, or -1
     */
    public void setOrigin(long messageNumber, long messageOffset) {
        number = messageNumber;
        offset = messageOffset;
        length = -1;
        sharesOffset = false;
    }

    /** Sets the origin of the message to that of another one. */
    public void copyOrigin(MessageTape other) {
        setOrigin(other.number, other.offset);
        sharesOffset = other.sharesOffset;
    }

    /** Declares that the message before has the same offset, so that no offset tells where this one ends. */
    public void setSharedOffset() {
        sharesOffset = true;
    }

    /** The number of the message in its input, from 1. */
    public long number() {
        return number;
    }

    /** The offset of the message in its input, or -1. */
    public long offset() {
        return offset;
    }

    /** Sets the length of the message by the offset of the next one, or -1. */
    public void setEnd(long next) {
        // Messages of a compressed frame share an offset, and none of them has a size of its own.
        length = offset < 0 || next <= offset || sharesOffset ? -1 : next - offset;
    }

    /** The number of bytes up to the next message, or -1 if unknown. */
    public long length() {
        return length;
    }

    /** The index after the value that begins at {@code index}. */
    public int after(int index) {
        int depth = 0;
        int i = index;
        do {
            switch (token(i++)) {
                case BEGIN_OBJECT, BEGIN_LIST -> depth++;
                case END_OBJECT, END_LIST -> depth--;
                case FIELD, EVENT, KEY -> {
                    if (depth == 0) {
                        throw new IllegalArgumentException("no value at " + index);
                    }
                }
                default -> {
                    // a scalar
                }
            }
        } while (depth > 0);
        return i;
    }

    /** Plays the message into a writer. */
    public void play(WireOut out) {
        out.beginMessage(kind);
        int played = 0;
        boolean done = false;
        try {
            for (; played < size; played++) {
                play(out, played, played + 1);
            }
            out.endMessage();
            done = true;
        } catch (WireDataException e) {
            throw placed(e, played);
        } finally {
            if (!done) {
                out.cancelMessage();
            }
        }
    }

    /** Adds to an error the path of the token after some tokens. */
    private WireDataException placed(WireDataException error, int tokensBefore) {
        return WriteErrorPath.locate(error, new MessageTape(), out -> {
            play(out, 0, tokensBefore);
            throw error;
        });
    }

    /** Plays some tokens. */
    public void play(WireOut out, int from, int to) {
        for (int i = from; i < to; i++) {
            String type = type(i);
            if (type != null) {
                out.type(type);
            }
            playToken(out, i);
        }
    }

    /** Plays some tokens without the type names. */
    public void playUntyped(WireOut out, int from, int to) {
        for (int i = from; i < to; i++) {
            playToken(out, i);
        }
    }

    /** Plays the token at an index, without the type name before it. A number keeps its text if the format can have it. */
    public void playToken(WireOut out, int i) {
        String text = sourceText(i);
        if (text == null || !out.trySourceText(token(i), text, sourceFormat)) {
            playValue(out, i);
        }
    }

    private void playValue(WireOut out, int i) {
        Object value = values.get(i);
        switch (token(i)) {
            case FIELD -> out.field((String) value);
            case EVENT -> out.event((String) value);
            case KEY -> out.key();
            case BEGIN_OBJECT -> out.beginObject();
            case END_OBJECT -> out.endObject();
            case BEGIN_LIST -> out.beginList();
            case END_LIST -> out.endList();
            case NULL -> out.nullValue();
            case BOOL -> out.bool((Boolean) value);
            case INT64 -> out.int64((Long) value);
            case FLOAT64 -> {
                if (value instanceof Float single) {
                    out.float32(single);
                } else {
                    out.untypedFloat64((Double) value);
                }
            }
            case DECIMAL -> out.decimal((BigDecimal) value);
            case TEXT -> out.text((String) value);
            case BYTES -> {
                byte[] bytes = (byte[]) value;
                out.bytes(bytes, 0, bytes.length);
            }
            case TEMPORAL -> out.temporal((Temporal) value);
            case END_MESSAGE -> throw new IllegalStateException("a tape holds no end of message");
        }
    }

    /** Makes this tape a copy of another. */
    public void copyFrom(MessageTape other) {
        beginMessage(other.kind);
        copyOrigin(other);
        length = other.length;
        size = other.size;
        // Only the used part is copied: the other tape may once have held a message of millions of tokens.
        tokens = Arrays.copyOf(other.tokens, size);
        values.copyFrom(other.values);
        types.copyFrom(other.types);
        texts.copyFrom(other.texts);
        ends = Arrays.copyOf(other.ends, Math.min(size, other.ends.length));
        sourceFormat = other.sourceFormat;
    }

    /** Whether another tape holds an equal message. */
    public boolean isSameAs(MessageTape other) {
        if (size != other.size || kind != other.kind) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (tokens[i] != other.tokens[i]
                    || !Objects.equals(type(i), other.type(i))
                    || !Objects.deepEquals(value(i), other.value(i))) {
                return false;
            }
        }
        return true;
    }

    /** Records the text of the next number, whose value is recorded as well. */
    @Override
    public boolean trySourceText(WireToken token, String text, String source) {
        pendingText = text;
        sourceFormat = source;
        return false;
    }

    @SuppressWarnings("EnumOrdinal") // the numbers do not leave this object
    private void add(WireToken token, Object value) {
        if (pendingText != null) {
            texts.set(size, pendingText);
            pendingText = null;
        }
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, Math.max(INITIAL, size < LARGE ? 2 * size : size + (size >> 2)));
        }
        if (position != null) {
            if (size >= ends.length) {
                ends = Arrays.copyOf(ends, Math.max(INITIAL, 2 * size));
            }
            ends[size] = position.getAsLong();
        }
        tokens[size] = (byte) token.ordinal();
        values.set(size, value);
        if (pendingType != null) {
            types.set(size, pendingType);
            pendingType = null;
        }
        size++;
        long unpacked = values.unpackedLength() + texts.unpackedLength();
        if (unpacked > LARGE || (size & MASK) == 0 && size >= TapeColumn.FIRST) {
            requireMemory(unpacked);
        }
    }

    private void requireMemory(long unpacked) {
        long bytes = unpacked
                + size * (position == null ? 1L : 1 + Long.BYTES)
                + values.pagedBytes()
                + types.pagedBytes()
                + texts.pagedBytes();
        if (bytes > MessageMemory.maxBytes()) {
            MessageMemory.require(
                    bytes, "a message that takes", "the message takes more than that in its first " + size + " tokens");
        }
    }

    /** Returns the approximate memory of the message in bytes. Copies of a large message share most of it. */
    public long bytes() {
        return 200L + tokens.length + 8L * ends.length + values.allBytes() + types.allBytes() + texts.allBytes();
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        kind = messageKind;
        values.clear();
        types.clear();
        texts.clear();
        pendingText = null;
        size = 0;
        pendingType = null;
    }

    @Override
    public void endMessage() {
        // the message is complete already
    }

    @Override
    public void cancelMessage() {
        beginMessage(MessageKind.DATA);
    }

    @Override
    public void type(String name) {
        pendingType = name;
    }

    @Override
    public void beginObject() {
        add(WireToken.BEGIN_OBJECT, null);
    }

    @Override
    public void beginObject(Shape shape) {
        throw new UnsupportedOperationException("a tape is recorded from readers, which have no shapes");
    }

    @Override
    public void field(int ordinal) {
        throw new UnsupportedOperationException("a tape is recorded from readers, which have no shapes");
    }

    @Override
    public void field(String name) {
        add(WireToken.FIELD, name);
    }

    @Override
    public void event(String name) {
        add(WireToken.EVENT, name);
    }

    @Override
    public void key() {
        add(WireToken.KEY, null);
    }

    @Override
    public void endObject() {
        add(WireToken.END_OBJECT, null);
    }

    @Override
    public void beginList() {
        add(WireToken.BEGIN_LIST, null);
    }

    @Override
    public void endList() {
        add(WireToken.END_LIST, null);
    }

    @Override
    public void nullValue() {
        add(WireToken.NULL, null);
    }

    @Override
    public void bool(boolean value) {
        add(WireToken.BOOL, value);
    }

    @Override
    public void int64(long value) {
        add(WireToken.INT64, value);
    }

    @Override
    public void float64(double value) {
        add(WireToken.FLOAT64, value);
    }

    @Override
    public void float32(float value) {
        add(WireToken.FLOAT64, value);
    }

    @Override
    public void decimal(BigDecimal value) {
        add(WireToken.DECIMAL, value);
    }

    @Override
    public void text(CharSequence value) {
        add(WireToken.TEXT, value.toString());
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        add(WireToken.BYTES, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void temporal(Temporal value) {
        add(WireToken.TEMPORAL, value);
    }

    @Override
    public void flush() {
        // a tape has no target
    }

    @Override
    public void close() {
        // a tape has no target
    }
}
