package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.function.Supplier;

/**
 * Implements {@link WireIn} over a {@link Tokenizer}: checks the present token, converts its value, and moves on.
 *
 * <p>The walk belongs to the subclass, which says what it goes through: the records of a stream, or one message alone.
 * This class owns the depth.
 */
public abstract class WalkReader implements WireIn, NestingDepth {
    private final int maxNumberChars;
    /** The tokens of the present message; null until the first one is asked for. */
    public Tokenizer walk;
    /** The number of objects and lists that the caller is inside of. */
    public int depth;

    public WalkReader(WireLimits limits) {
        this.maxNumberChars = limits.maxNumberChars();
    }

    /** Returns the walk of the present message, and starts it if need be; {@link #walk} holds it from then on. */
    public abstract Tokenizer walk();

    @Override
    public WireToken peek() {
        return walk().token;
    }

    @Override
    public String typeName() {
        return walk().typeName();
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
        if (walk().token != wanted) {
            throw expected(what);
        }
        walk.next();
        depth++;
    }

    @Override
    public boolean hasNext() {
        WireToken token = walk().token;
        return token != WireToken.END_OBJECT && token != WireToken.END_LIST && token != WireToken.END_MESSAGE;
    }

    @Override
    public String fieldName() {
        if (walk().token != WireToken.FIELD && walk.token != WireToken.EVENT) {
            throw expected("a name");
        }
        return walk.name();
    }

    @Override
    public int nextField(Shape shape) {
        switch (walk().token) {
            case END_OBJECT:
                return END;
            case KEY:
                return UNKNOWN;
            case FIELD, EVENT:
                break;
            default:
                throw expected("a name");
        }
        if (walk instanceof RecordWalk record) {
            int field = record.tryNextField(shape);
            if (field != UNKNOWN || !record.isInRawValue()) {
                return field;
            }
        }
        int ordinal = shape.ordinal(walk.peekName());
        if (ordinal < 0) {
            return UNKNOWN;
        }
        walk.name();
        return ordinal;
    }

    @Override
    public void key() {
        if (walk().token != WireToken.KEY) {
            throw expected("a key");
        }
        walk.next();
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
        if (depth == 0) {
            throw new IllegalStateException("no object or list is begun");
        }
        while (hasNext()) {
            if (walk.token == WireToken.FIELD || walk.token == WireToken.EVENT) {
                walk.name();
            } else if (walk.token == WireToken.KEY) {
                walk.next();
                walk.skip();
            }
            walk.skip();
        }
        if (walk.token != wanted) {
            throw new IllegalStateException("expected " + wanted + " but was " + walk.token);
        }
        walk.next();
        depth--;
    }

    @Override
    public void nullValue() {
        if (walk().token != WireToken.NULL) {
            throw expected("null");
        }
        walk.next();
    }

    @Override
    public boolean bool() {
        boolean value = switch (walk().token) {
            case BOOL -> walk.raw != 0;
            case TEXT -> convert(() -> ScalarConversions.parseBool((String) walk.ref));
            default -> throw expected("true or false");
        };
        walk.next();
        return value;
    }

    @Override
    public long int64() {
        long value = switch (walk().token) {
            case INT64 -> walk.raw;
            case FLOAT64 -> convert(() -> ScalarConversions.toInt64(Double.longBitsToDouble(walk.raw)));
            case DECIMAL -> convert(() -> ScalarConversions.toInt64((BigDecimal) walk.ref));
            case TEXT -> convert(() -> ScalarConversions.parseInt64((String) walk.ref));
            default -> throw expected("an integer");
        };
        walk.next();
        return value;
    }

    @Override
    public double float64() {
        double value = switch (walk().token) {
            case FLOAT64 -> Double.longBitsToDouble(walk.raw);
            case INT64 -> convert(() -> ScalarConversions.toFloat64(walk.raw));
            case DECIMAL -> convert(() -> ScalarConversions.toFloat64((BigDecimal) walk.ref));
            case TEXT -> convert(() -> ScalarConversions.parseFloat64((String) walk.ref));
            default -> throw expected("a number");
        };
        walk.next();
        return value;
    }

    @Override
    public BigDecimal decimal() {
        BigDecimal value = switch (walk().token) {
            case DECIMAL -> (BigDecimal) walk.ref;
            case INT64 -> BigDecimal.valueOf(walk.raw);
            case FLOAT64, TEXT -> convert(() -> ScalarConversions.parseDecimal(scalarText(), maxNumberChars));
            default -> throw expected("a number");
        };
        walk.next();
        return value;
    }

    @Override
    public String text() {
        walk();
        String value = scalarText();
        walk.next();
        return value;
    }

    private String scalarText() {
        return switch (walk.token) {
            case TEXT -> (String) walk.ref;
            case BOOL -> walk.raw != 0 ? "true" : "false";
            case INT64 -> Long.toString(walk.raw);
            case FLOAT64 -> NumberText.toString(Double.longBitsToDouble(walk.raw));
            case DECIMAL -> walk.ref.toString();
            case TEMPORAL -> TemporalText.format((Temporal) walk.ref);
            case BYTES -> Base64.getEncoder().encodeToString((byte[]) walk.ref);
            default -> throw expected("text");
        };
    }

    @Override
    public byte[] bytes() {
        byte[] value = switch (walk().token) {
            case BYTES -> ((byte[]) walk.ref).clone();
            case TEXT -> base64((String) walk.ref);
            default -> throw expected("bytes");
        };
        walk.next();
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
        Temporal value = switch (walk().token) {
            case TEMPORAL -> (Temporal) walk.ref;
            case TEXT -> parseTemporal((String) walk.ref);
            default -> throw expected("a date or time");
        };
        walk.next();
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
        switch (walk().token) {
            case FIELD, EVENT, KEY, END_OBJECT, END_LIST, END_MESSAGE -> throw expected("a value");
            default -> walk.skip();
        }
    }

    private <T> T convert(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (ArithmeticException e) {
            throw new WireDataException(FormatName.DELTA, e.getMessage(), location(), e);
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    private WireDataException unfit(String wanted, String text, RuntimeException cause) {
        String problem = "expected " + wanted + " but was text " + Printable.quote(text);
        return new WireDataException(FormatName.DELTA, problem, location(), cause);
    }

    private WireDataException expected(String what) {
        String found = switch (walk.token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_LIST -> "a list";
            case END_LIST -> "the end of a list";
            case FIELD, EVENT -> "field " + Printable.quote(walk.peekName());
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(scalarText());
            case TEXT -> "text " + Printable.quote(scalarText());
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(scalarText());
            case END_MESSAGE -> "the end of the message";
        };
        return new WireDataException(FormatName.DELTA, "expected " + what + " but was " + found, location());
    }

    @Override
    public WireLocation location() {
        return WireLocation.ofOffset(Math.max(0, messageOffset()), walk == null ? "" : walk.path());
    }
}
