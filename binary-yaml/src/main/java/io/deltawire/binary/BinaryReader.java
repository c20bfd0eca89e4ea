package io.deltawire.binary;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.AsciiIn;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.InputBuffer;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.UUID;

/** Reads binary YAML from the array that holds the message: values, by tokens. */
final class BinaryReader extends FieldReader implements AsciiIn {
    /** How many bytes compressed ones of the message at an offset have been expanded to. */
    private long expandedBytes;

    private long expandedAt = -1;

    BinaryReader(InputBuffer source, WireLimits limits, Framing framing) {
        super(source, limits, framing);
    }

    /** Whether a value is due where one can be that {@link FieldReader} takes. */
    private boolean isValueHere() {
        return due > NOTHING && position >= Long.BYTES && position < end;
    }

    /** Moves over the value that ends at {@code after}. */
    private void consume(int after) {
        position = after;
        due--;
    }

    private void consumeResolved() {
        try {
            consume(scan.payload(array, valueAt, end));
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void nullValue() {
        scalar();
        if (token != WireToken.NULL) {
            throw wrongKind(WireToken.NULL, token);
        }
        consumeResolved();
    }

    /** Resolves the next value, which must be a scalar for the caller to go on. */
    private void scalar() {
        if (due == BODY) {
            throw dataError("expected a single value but was " + shown(body));
        }
        if (frame.kind == Frame.Kind.LIST && !hasNext()) {
            throw unexpected("a value");
        }
        resolve();
    }

    @Override
    public boolean bool() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFE) == Codes.FALSE) {
            consume(p + 1);
            return (array[p] & 1) != 0;
        }
        scalar();
        try {
            boolean value = values.bool(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public long int64() {
        int p = position;
        int after = isValueHere() ? int64End(array, p, end) : NONE;
        if (after > end) {
            return int64Slowly();
        }
        consume(after);
        return int64(array, p, after);
    }

    private long int64Slowly() {
        scalar();
        try {
            long value = values.int64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public double float64() {
        int p = position;
        int after = isValueHere() ? float64End(array, p, end) : NONE;
        if (after > end) {
            return float64Slowly();
        }
        consume(after);
        return float64(array, p, after);
    }

    private double float64Slowly() {
        scalar();
        try {
            double value = values.float64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public BigDecimal decimal() {
        int text = due > NOTHING ? DecimalCodes.textAt(array, position, end) : end;
        if (text < end) {
            int after = DecimalCodes.textEnd(array, text);
            BigDecimal plain = after - text <= limits.maxNumberChars() ? DecimalText.parse(array, text, after) : null;
            if (plain != null) {
                consume(after);
                return plain;
            }
        }
        scalar();
        try {
            BigDecimal value = values.decimal(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public String text() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFF) >= Codes.STRING_0) {
            int length = (array[p] & 0xFF) - Codes.STRING_0;
            int after = p + 1 + length;
            if (after <= end && length <= limits.maxTextChars()) {
                try {
                    String value = values.text(array, p + 1, length);
                    consume(after);
                    return value;
                } catch (Fault fault) {
                    throw malformed(fault);
                }
            }
        }
        return textSlowly();
    }

    private String textSlowly() {
        scalar();
        try {
            String value = compression == null
                    ? values.asText(array, valueAt, end, token, limits.maxTextChars())
                    : textOf(expanded());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public int ascii(byte[] into) {
        int p = position;
        if (due <= NOTHING || p >= end) {
            return -1;
        }
        int length = (array[p] & 0xFF) - Codes.STRING_0;
        if (length < 0 || length > end - p - 1 || length > into.length || length > maxTextChars) {
            return -1;
        }
        byte all = 0;
        for (int i = 0; i < length; i++) {
            byte b = array[p + 1 + i];
            into[i] = b;
            all |= b;
        }
        if (all < 0) {
            return -1;
        }
        consume(p + 1 + length);
        return length;
    }

    @Override
    public void text(StringBuilder target) {
        scalar();
        if (token != WireToken.TEXT || (array[valueAt] & 0xFF) < Codes.STRING_ANY) {
            super.text(target);
            return;
        }
        try {
            int length = values.textLength(array, valueAt, end, limits.maxTextChars());
            int from = scan.next;
            target.setLength(0);
            Cesu8.decode(array, from, from + length, target);
            consume(from + length);
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public UUID uuid() {
        if (due <= NOTHING || frame.kind == Frame.Kind.LIST && !hasNext()) {
            return null;
        }
        resolve();
        if (array[valueAt] != (byte) Codes.UUID) {
            return null;
        }
        try {
            UUID value = values.uuid(array, valueAt, end);
            consumeResolved();
            return value;
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public byte[] bytes() {
        scalar();
        try {
            byte[] value =
                    compression == null ? values.bytes(array, valueAt, end, token, limits.maxTextChars()) : expanded();
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    /** The bytes of the value as they were before they were compressed: what is small can be many. */
    private byte[] expanded() {
        if (!compression.isRead()) {
            throw dataError("expected bytes as they are, or compressed by " + Compression.GZIP + " or "
                    + Compression.LZW + ", but they are compressed by " + compression);
        }
        if (expandedAt != messageOffset()) {
            expandedAt = messageOffset();
            expandedBytes = 0;
        }
        int max = (int) Math.min(limits.maxTextChars(), limits.maxMessageBytes() - expandedBytes);
        byte[] expanded;
        try {
            expanded = compression.expand(values.bytes(array, valueAt, end, token, limits.maxTextChars()), max);
        } catch (IOException e) {
            throw new Fault(valueAt, "expected bytes compressed by " + compression + " (" + e.getMessage() + ")");
        }
        if (expanded == null) {
            throw new Fault(
                    valueAt,
                    "expected bytes that were at most " + limits.maxTextChars() + ", and all of a message "
                            + limits.maxMessageBytes() + ", before they were compressed");
        }
        expandedBytes += expanded.length;
        return expanded;
    }

    private String textOf(byte[] utf8) {
        try {
            return values.text(utf8, 0, utf8.length);
        } catch (Fault fault) {
            throw new ArithmeticException(
                    "expected text but was bytes that are no UTF-8, compressed by " + compression);
        }
    }

    @Override
    public void restartMessage() {
        expandedBytes = 0;
        super.restartMessage();
    }

    @Override
    public Temporal temporal() {
        int p = position;
        int after = isValueHere() && end - p > 1 ? temporalEnd(array, p, end) : NONE;
        Temporal plain = after > end ? null : values.plainTemporal(array, p, after);
        if (plain != null) {
            consume(after);
            return plain;
        }
        scalar();
        try {
            Temporal value = values.temporal(array, valueAt, end, token);
            consumeResolved();
            if (position == after) {
                values.remember(array, p, after, value);
            }
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void skipValue() {
        if (frame.kind == Frame.Kind.ROOT && due != NOTHING) {
            position = end;
            due = NOTHING;
            return;
        }
        if (frame.kind == Frame.Kind.LIST ? !hasNext() : due == NOTHING) {
            throw unexpected("a value");
        }
        try {
            consume(scan.value(array, position, end));
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }
}
