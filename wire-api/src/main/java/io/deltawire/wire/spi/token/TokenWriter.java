package io.deltawire.wire.spi.token;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.WriteLimits;
import io.deltawire.wire.spi.text.DecimalText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;

/**
 * The base of writers that encode a message when all of it is there, so that they know how many entries an object has.
 * It collects the tokens, checks their order and the limits, and guards the writer against a second thread. A subclass
 * encodes one token after another.
 *
 * <p>Formats that encode each value when it comes are faster, and implement {@link io.deltawire.wire.WireOut}
 * themselves. Not thread-safe.
 */
public abstract class TokenWriter extends TokenBuffer implements NestingGuard, ThreadGuarded {
    /** The memory that the tokens of a message may take for each byte that it may have. */
    private static final long MEMORY_FACTOR = 8;

    /** What may come next. */
    private enum State {
        IDLE,
        ROOT,
        DONE,
        ITEM,
        NAME,
        KEY,
        VALUE
    }

    private final ThreadGuard threads = ThreadGuard.ofWriter();
    private final String format;
    private final OutputBuffer out;
    private final WriteLimits limits;
    private State state = State.IDLE;
    private boolean isTyped;
    private int level;
    private int fence;
    // By level: the state around it, and the index of the token that begins it.
    private State[] outer = new State[8];
    private int[] starts = new int[8];
    /** By the index of a token that begins an object or list: the number of its entries. */
    private int[] counts = new int[64];

    /**
     * Makes a writer that refuses further messages after one was written in part, as to a stream that has failed. A format
     * whose readers find the next message all the same allows them: see {@link OutputBuffer#requireWholeMessages}.
     *
     * @param format name of the format
     * @param out the target
     * @param limits the limits of the writer's options
     */
    protected TokenWriter(String format, OutputBuffer out, WireLimits limits) {
        super(MEMORY_FACTOR * limits.maxMessageBytes());
        this.format = format;
        this.out = Objects.requireNonNull(out, "target");
        this.limits = new WriteLimits(format, limits);
        out.requireWholeMessages(true);
    }

    /** Encodes the token at an index, with the type name before it, to the target. */
    protected abstract void encode(int index);

    /** Encodes what precedes the first token, or nothing. */
    protected void encodeStart(MessageKind kind) {
        // most formats have nothing there
    }

    /** Returns the number of entries of the object, or items of the list, that begins at an index. */
    protected final int count(int index) {
        return counts[index];
    }

    /** Returns the limits, and the errors for exceeding them. */
    protected final WriteLimits limits() {
        return limits;
    }

    @Override
    public final ThreadGuard threadGuard() {
        return threads;
    }

    @Override
    public final String formatName() {
        return format;
    }

    // ---- messages

    @Override
    public final void beginMessage(MessageKind kind) {
        threads.enter();
        try {
            require(state == State.IDLE, "a message is begun already");
            out.begin();
            super.beginMessage(kind);
            state = State.ROOT;
            threads.openMessage();
        } finally {
            threads.exit();
        }
    }

    @Override
    public final void endMessage() {
        threads.requireUnused();
        require(state == State.DONE, "the message has no value, or not all of it");
        encodeStart(kind());
        for (int i = 0; i < size(); i++) {
            try {
                encode(i);
                limits.checkSize(out);
            } catch (WireDataException e) {
                throw e.location() == null ? e.withPath(path(i)) : e;
            }
        }
        reset();
        try {
            out.commit();
        } finally {
            threads.closeMessage(); // also if the target has failed
        }
    }

    @Override
    public final void cancelMessage() {
        threads.requireUnused();
        NestingGuard.requireUnguarded(fence);
        if (state != State.IDLE) {
            out.rollback();
            reset();
        }
        threads.closeMessage();
    }

    private void reset() {
        super.beginMessage(MessageKind.DATA); // releases the values
        state = State.IDLE;
        isTyped = false;
        level = 0;
    }

    @Override
    public final void flush() {
        threads.enter();
        try {
            out.flush();
        } finally {
            threads.exit();
        }
    }

    @Override
    public final void close() {
        threads.enter();
        try {
            cancelMessage();
            out.close();
        } finally {
            threads.exit();
        }
    }

    // ---- tokens

    @Override
    public void type(String name) {
        require(isValueNext() && !isTyped, "a second type name, or no value may come here");
        checkName(name, "type name");
        if (name.isEmpty()) {
            throw limits.failure("expected a type name but it is empty");
        }
        isTyped = true;
        super.type(name);
    }

    @Override
    public boolean trySourceText(WireToken token, String text, String source) {
        boolean isDouble = token == WireToken.FLOAT64;
        BigDecimal printed = isDouble || token == WireToken.DECIMAL ? DecimalText.printed(text, isDouble) : null;
        if (printed == null) {
            return false;
        }
        decimal(printed);
        return true;
    }

    @Override
    protected final void afterToken(int index) {
        WireToken token = token(index);
        switch (token) {
            case FIELD, EVENT, KEY -> {
                require(state == State.NAME && !isTyped, "a name outside an object, or in place of a value");
                if (token != WireToken.KEY) {
                    checkName((String) value(index), "name");
                }
                state = token == WireToken.KEY ? State.KEY : State.VALUE;
            }
            case BEGIN_OBJECT, BEGIN_LIST -> {
                beginValue();
                begin(index, token == WireToken.BEGIN_OBJECT ? State.NAME : State.ITEM);
            }
            case END_OBJECT, END_LIST -> {
                State inside = token == WireToken.END_OBJECT ? State.NAME : State.ITEM;
                require(state == inside && !isTyped, "no object or list of this kind is begun, or a value is missing");
                if (level == fence) {
                    throw NestingGuard.notBegunHere();
                }
                state = outer[level--];
                endValue();
            }
            default -> {
                beginValue();
                checkScalar(token, value(index));
                endValue();
            }
        }
    }

    private void begin(int index, State inside) {
        limits.checkDepth(level);
        if (++level == starts.length) {
            outer = Arrays.copyOf(outer, 2 * level);
            starts = Arrays.copyOf(starts, 2 * level);
        }
        outer[level] = state;
        starts[level] = index;
        if (index >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * index);
        }
        counts[index] = 0;
        state = inside;
    }

    private void checkScalar(WireToken token, Object value) {
        switch (token) {
            case TEXT -> {
                limits.checkText(((String) value).length());
                if (state == State.KEY) {
                    checkName((String) value, "key");
                }
            }
            case BYTES -> limits.checkBytes(((byte[]) value).length);
            case DECIMAL -> limits.decimal((BigDecimal) value);
            default -> {
                // of limited length
            }
        }
    }

    private void checkName(String name, String what) {
        if (limits.isTooLong(name)) {
            throw limits.nameTooLong(what);
        }
    }

    private boolean isValueNext() {
        return state == State.ROOT || state == State.ITEM || state == State.KEY || state == State.VALUE;
    }

    private void beginValue() {
        require(isValueNext(), "no message is begun, it is complete, or a name is missing");
        isTyped = false;
    }

    private void endValue() {
        switch (state) {
            case ROOT -> state = State.DONE;
            case KEY -> state = State.VALUE;
            case ITEM -> counts[starts[level]]++;
            default -> {
                counts[starts[level]]++;
                state = State.NAME;
            }
        }
    }

    private static void require(boolean isTrue, String problem) {
        if (!isTrue) {
            throw new IllegalStateException(problem);
        }
    }

    // ---- the fence

    @Override
    public final int depth() {
        return level;
    }

    @Override
    public final int setGuard(int guard) {
        int before = fence;
        fence = guard;
        return before;
    }
}
