package io.deltawire.wire.spi.token;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.function.Supplier;

/**
 * The base of readers: implements {@link WireIn} over a {@link Tokenizer}. It checks the present token, converts its
 * value and moves on. It owns the depth, and the guard that gives a message to one thread.
 *
 * <p>A subclass finds the messages, starts a tokenizer on each and sets it by {@link #setTokens}. Formats that read
 * values from the array without a token between are faster, and implement {@link WireIn} themselves.
 *
 * <p>Not thread-safe.
 */
public abstract class TokenReader implements WireIn, NestingDepth, ThreadGuarded {
    @SuppressWarnings("this-escape") // the guard asks only when a method is called
    private final ThreadGuard guard = ThreadGuard.ofReader(this::isMessageRead);

    private final String format;
    private final int maxNumberChars;
    /** The tokens of the present message; null before the first message, and while {@link #tokens} has to start them. */
    private Tokenizer tokens;
    /** The number of objects and lists that the caller is inside of. */
    private int depth;

    /**
     * @param format name of the format
     * @param limits the limits of the reader's options
     */
    protected TokenReader(String format, WireLimits limits) {
        this.format = format;
        this.maxNumberChars = limits.maxNumberChars();
    }

    // ---- what a format implements

    /**
     * Moves to the next message: sets its tokens, or none if there is no message. The caller may have left the present
     * message anywhere.
     *
     * @return false if there is no further message at present
     */
    protected abstract boolean moveToMessage();

    /** Sets the tokens of the present message to its start again. */
    protected abstract void restartTokens();

    /** Closes the input. */
    protected abstract void closeInput();

    /** Returns the tokens of the present message, null if there is none or they have not been started. */
    protected final Tokenizer startedTokens() {
        return tokens;
    }

    /** Sets the tokens of the present message, and moves out of all objects and lists; null if there is no message. */
    public final void setTokens(Tokenizer walk) {
        tokens = walk;
        depth = 0;
    }

    /**
     * Returns the tokens of the present message. A subclass that overrides this can start them when they are asked for.
     *
     * @throws IllegalStateException if there is no message
     */
    protected Tokenizer tokens() {
        requireMessage();
        return tokens;
    }

    /**
     * Requires that there is a message.
     *
     * @throws IllegalStateException if there is none
     */
    protected void requireMessage() {
        if (tokens == null) {
            throw new IllegalStateException("not at a message: nextMessage() has not returned true");
        }
    }

    /** Returns whether there is no message, or it is read to its end. Changes no state, so any thread may ask. */
    protected boolean isMessageRead() {
        Tokenizer present = tokens;
        return present == null || present.token == WireToken.END_MESSAGE;
    }

    // ---- messages

    @Override
    public final ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return format;
    }

    @Override
    public final boolean nextMessage() {
        guard.enter();
        boolean isFound = false;
        try {
            isFound = moveToMessage();
            return isFound;
        } finally {
            guard.exitAtMessage(isFound);
        }
    }

    @Override
    public final void restartMessage() {
        guard.requireOwner();
        requireMessage();
        depth = 0;
        restartTokens();
        guard.restartMessage();
    }

    @Override
    public final void close() {
        guard.enter();
        try {
            closeInput();
        } finally {
            guard.exit();
        }
    }

    // ---- tokens

    @Override
    public WireToken peek() {
        return tokens().token;
    }

    @Override
    public String typeName() {
        return tokens().typeName();
    }

    @Override
    public void beginObject() {
        begin(WireToken.BEGIN_OBJECT, "an object");
    }

    @Override
    public void beginList() {
        begin(WireToken.BEGIN_LIST, "a list");
    }

    private void begin(WireToken wanted, String what) {
        guard.enterLevel();
        if (tokens().token != wanted) {
            throw expected(what);
        }
        tokens.next();
        depth++;
    }

    @Override
    public boolean hasNext() {
        WireToken token = tokens().token;
        return token != WireToken.END_OBJECT && token != WireToken.END_LIST && token != WireToken.END_MESSAGE;
    }

    @Override
    public String fieldName() {
        guard.requireOwner();
        if (tokens().token != WireToken.FIELD && tokens.token != WireToken.EVENT) {
            throw expected("a name");
        }
        return tokens.name();
    }

    @Override
    public int nextField(Shape shape) {
        switch (tokens().token) {
            case END_OBJECT:
                return END;
            case KEY:
                return UNKNOWN;
            case FIELD, EVENT:
                break;
            default:
                throw expected("a name");
        }
        return tokens.nextField(shape);
    }

    @Override
    public void key() {
        if (tokens().token != WireToken.KEY) {
            throw expected("a key");
        }
        tokens.next();
    }

    @Override
    public void endObject() {
        end(WireToken.END_OBJECT);
    }

    @Override
    public void endList() {
        end(WireToken.END_LIST);
    }

    private void end(WireToken wanted) {
        guard.requireOwner();
        if (depth == 0) {
            throw new IllegalStateException("no object or list is begun");
        }
        while (hasNext()) {
            if (tokens.token == WireToken.FIELD || tokens.token == WireToken.EVENT) {
                tokens.name();
            } else if (tokens.token == WireToken.KEY) {
                tokens.next();
                tokens.skip();
            }
            tokens.skip();
        }
        if (tokens.token != wanted) {
            throw new IllegalStateException("expected " + wanted + " but was " + tokens.token);
        }
        tokens.next();
        depth--;
        if (depth == 0) {
            guard.leaveMessage();
        }
    }

    @Override
    public void nullValue() {
        if (tokens().token != WireToken.NULL) {
            throw expected("null");
        }
        tokens.next();
    }

    @Override
    public boolean bool() {
        boolean value = switch (tokens().token) {
            case BOOL -> tokens.raw != 0;
            case TEXT -> convert(() -> ScalarConversions.parseBool((String) tokens.ref));
            default -> throw expected("true or false");
        };
        tokens.next();
        return value;
    }

    @Override
    public long int64() {
        long value = switch (tokens().token) {
            case INT64 -> tokens.raw;
            case FLOAT64 -> convert(() -> ScalarConversions.toInt64(Double.longBitsToDouble(tokens.raw)));
            case DECIMAL -> convert(() -> ScalarConversions.toInt64((BigDecimal) tokens.ref));
            case TEXT -> convert(() -> ScalarConversions.parseInt64((String) tokens.ref));
            default -> throw expected("an integer");
        };
        tokens.next();
        return value;
    }

    @Override
    public double float64() {
        double value = switch (tokens().token) {
            case FLOAT64 -> Double.longBitsToDouble(tokens.raw);
            case INT64 -> convert(() -> ScalarConversions.toFloat64(tokens.raw));
            case DECIMAL -> convert(() -> ScalarConversions.toFloat64((BigDecimal) tokens.ref));
            case TEXT -> convert(() -> ScalarConversions.parseFloat64((String) tokens.ref));
            default -> throw expected("a number");
        };
        tokens.next();
        return value;
    }

    @Override
    public BigDecimal decimal() {
        BigDecimal value = switch (tokens().token) {
            case DECIMAL -> (BigDecimal) tokens.ref;
            case INT64 -> BigDecimal.valueOf(tokens.raw);
            case FLOAT64, TEXT -> convert(() -> ScalarConversions.parseDecimal(scalarText(), maxNumberChars));
            default -> throw expected("a number");
        };
        tokens.next();
        return value;
    }

    @Override
    public String text() {
        tokens();
        String value = scalarText();
        tokens.next();
        return value;
    }

    private String scalarText() {
        return switch (tokens.token) {
            case TEXT -> (String) tokens.ref;
            case BOOL -> tokens.raw != 0 ? "true" : "false";
            case INT64 -> Long.toString(tokens.raw);
            case FLOAT64 -> NumberText.toString(Double.longBitsToDouble(tokens.raw));
            case DECIMAL -> tokens.ref.toString();
            case TEMPORAL -> TemporalText.format((Temporal) tokens.ref);
            case BYTES -> Base64.getEncoder().encodeToString((byte[]) tokens.ref);
            default -> throw expected("text");
        };
    }

    @Override
    public byte[] bytes() {
        byte[] value = switch (tokens().token) {
            case BYTES -> ((byte[]) tokens.ref).clone();
            case TEXT -> base64((String) tokens.ref);
            default -> throw expected("bytes");
        };
        tokens.next();
        return value;
    }

    private byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw unfit("bytes", text, e);
        }
    }

    @Override
    public Temporal temporal() {
        Temporal value = switch (tokens().token) {
            case TEMPORAL -> (Temporal) tokens.ref;
            case TEXT -> parseTemporal((String) tokens.ref);
            default -> throw expected("a date or time");
        };
        tokens.next();
        return value;
    }

    private Temporal parseTemporal(String text) {
        try {
            return TemporalText.parse(text);
        } catch (DateTimeException e) {
            throw unfit("a date or time", text, e);
        }
    }

    @Override
    public void skipValue() {
        switch (tokens().token) {
            case FIELD, EVENT, KEY, END_OBJECT, END_LIST, END_MESSAGE -> throw expected("a value");
            default -> tokens.skip();
        }
    }

    private <T> T convert(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (ArithmeticException e) {
            throw new WireDataException(format, e.getMessage(), location(), e);
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    private WireDataException unfit(String wanted, String text, RuntimeException cause) {
        String problem = "expected " + wanted + " but was text " + Printable.quote(text);
        return new WireDataException(format, problem, location(), cause);
    }

    private WireDataException expected(String what) {
        String found = switch (tokens.token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_LIST -> "a list";
            case END_LIST -> "the end of a list";
            case FIELD, EVENT -> "field " + Printable.quote(tokens.peekName());
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(scalarText());
            case TEXT -> "text " + Printable.quote(scalarText());
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(scalarText());
            case END_MESSAGE -> "the end of the message";
        };
        return new WireDataException(format, "expected " + what + " but was " + found, location());
    }

    @Override
    public WireLocation location() {
        return WireLocation.ofOffset(Math.max(0, messageOffset()), tokens == null ? "" : tokens.path());
    }
}
