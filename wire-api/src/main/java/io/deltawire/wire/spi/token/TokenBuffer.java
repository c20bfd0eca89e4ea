package io.deltawire.wire.spi.token;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.WriteErrorPath;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Objects;

/**
 * One message as a list of tokens, for callers that need it more than once: it is written to this buffer, and played into
 * any number of writers or read by {@link #newReader}. The copy in another format is the same as one without a buffer,
 * from reader to writer. A key of a record and comments are not held.
 *
 * <p>A buffer is reused for many messages. A large message is packed as {@link TokenColumn} tells; one that takes more
 * memory than the limit is an error. Indexes count tokens, from 0 to {@link #size()}. The order of tokens is not checked.
 * Not thread-safe.
 */
public class TokenBuffer implements WireOut {
    private static final int INITIAL = 64;

    private static final WireToken[] ALL_TOKENS = WireToken.values();
    private static final int MASK = 1023;
    /** From this size on, arrays grow by less than doubling, and the length of texts is checked at each token. */
    private static final int LARGE = 1 << 20;

    /** The ordinals of the tokens. */
    private byte[] tokens = new byte[INITIAL];

    private final TokenColumn values = new TokenColumn();
    private final TokenColumn types = new TokenColumn();
    private int size;
    private String pendingType;
    private MessageKind kind = MessageKind.DATA;
    /** The texts of numbers in the input, if their values do not determine them. */
    private final TokenColumn texts = new TokenColumn();

    private String pendingText;
    private String sourceFormat;

    private final long maxBytes;
    /** The number of open objects and lists. */
    private int depth;
    /** By depth: the shape of the object; null if it has none. */
    private Shape[] shapes = {};

    /** Makes a buffer for messages of any size. */
    public TokenBuffer() {
        this(Long.MAX_VALUE);
    }

    /**
     * Makes an empty buffer.
     *
     * @param maxBytes the most memory that a message may take; about twice as much can be in use while it grows
     */
    public TokenBuffer(long maxBytes) {
        this.maxBytes = maxBytes;
    }

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
        return WriteErrorPath.locate(error, new TokenBuffer(), out -> {
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
            case END_MESSAGE -> throw new IllegalStateException("a buffer holds no end of message");
        }
    }

    /**
     * Returns a reader of this message. It is before the message, as other readers are. The buffer must not change while
     * the reader is in use.
     */
    public WireIn newReader() {
        return new TokenBufferReader(this);
    }

    /** Returns the path to the token at an index, for errors. It goes through the message from its start. */
    public String path(int index) {
        Nesting nesting = new Nesting(Integer.MAX_VALUE);
        for (int i = 0; i <= index && i < size; i++) {
            WireToken each = token(i);
            switch (each) {
                case FIELD, EVENT -> nesting.setName((String) value(i));
                case KEY -> nesting.setName("?");
                case END_OBJECT, END_LIST -> nesting.pop();
                default -> {
                    if (nesting.inList()) {
                        nesting.nextItem();
                    }
                    if (i < index && each == WireToken.BEGIN_OBJECT) {
                        nesting.pushObject();
                    } else if (i < index && each == WireToken.BEGIN_LIST) {
                        nesting.pushList();
                    }
                }
            }
        }
        return nesting.path();
    }

    /** Returns the name of the format that {@link #sourceText} is of; null if no token has such a text. */
    String sourceFormat() {
        return sourceFormat;
    }

    /** Makes this buffer a copy of another. */
    public void copyFrom(TokenBuffer other) {
        beginMessage(other.kind);
        size = other.size;
        // Only the used part is copied: the other buffer may once have held a message of millions of tokens.
        tokens = Arrays.copyOf(other.tokens, size);
        values.copyFrom(other.values);
        types.copyFrom(other.types);
        texts.copyFrom(other.texts);
        sourceFormat = other.sourceFormat;
    }

    /** Whether another buffer holds an equal message. */
    public boolean isSameAs(TokenBuffer other) {
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
        tokens[size] = (byte) token.ordinal();
        values.set(size, value);
        if (pendingType != null) {
            types.set(size, pendingType);
            pendingType = null;
        }
        afterToken(size);
        size++;
        long unpacked = values.unpackedLength() + texts.unpackedLength();
        if (unpacked > LARGE || (size & MASK) == 0 && size >= TokenColumn.FIRST) {
            requireMemory(unpacked);
        }
    }

    /**
     * Is called for each token, which is complete but does not count yet. By default it does nothing. If it throws, the
     * token is not added.
     */
    protected void afterToken(int index) {
        // a subclass may check the token, or note where it came from
    }

    private void requireMemory(long unpacked) {
        long bytes = unpacked + size * bytesOfToken() + values.pagedBytes() + types.pagedBytes() + texts.pagedBytes();
        if (bytes > maxBytes) {
            throw tooLarge(bytes);
        }
    }

    /** Returns the memory of a token besides its value, for a subclass that holds more of it. */
    protected long bytesOfToken() {
        return 1;
    }

    /**
     * Returns the error for a message that exceeds the limit.
     *
     * @param bytes the memory that its tokens take so far
     */
    protected WireDataException tooLarge(long bytes) {
        return new WireDataException(
                formatName(),
                "expected a message that takes at most " + maxBytes + " bytes of memory but its first " + size
                        + " tokens take " + bytes,
                null);
    }

    /** Returns the approximate memory of the message in bytes. Copies of a large message share most of it. */
    public long bytes() {
        return 200L + tokens.length + values.allBytes() + types.allBytes() + texts.allBytes();
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        kind = messageKind;
        values.clear();
        types.clear();
        texts.clear();
        pendingText = null;
        size = 0;
        depth = 0;
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
        beginObject(null);
    }

    @Override
    public void beginObject(Shape shape) {
        add(WireToken.BEGIN_OBJECT, null);
        enter(shape);
    }

    private void enter(Shape shape) {
        depth++;
        if (shape != null && depth >= shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        if (depth < shapes.length) {
            shapes[depth] = shape;
        }
    }

    @Override
    public void field(int ordinal) {
        Shape shape = depth < shapes.length ? shapes[depth] : null;
        if (shape == null) {
            throw new IllegalStateException("expected an object with a shape for field(int) but it was begun without");
        }
        Ordinals.check(ordinal, shape.size());
        add(WireToken.FIELD, shape.name(ordinal));
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
        depth--;
    }

    @Override
    public void beginList() {
        add(WireToken.BEGIN_LIST, null);
        enter(null);
    }

    @Override
    public void endList() {
        add(WireToken.END_LIST, null);
        depth--;
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
        Objects.checkFromIndexSize(offset, length, value.length);
        add(WireToken.BYTES, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void temporal(Temporal value) {
        add(WireToken.TEMPORAL, value);
    }

    @Override
    public void flush() {
        // a buffer has no target
    }

    @Override
    public void close() {
        // a buffer has no target
    }
}
