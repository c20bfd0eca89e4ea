package io.deltawire.examples.msgpack;

import static io.deltawire.wire.spi.ScalarConversions.parseDecimal;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.wire.spi.token.Tokenizer;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Gives the tokens of one message, whose bytes are all present. By depth it owns the number of objects that are still to
 * come; in a map, names and values count each. Not thread-safe.
 */
final class MessagePackTokenizer extends Tokenizer {
    private final WireLimits limits;
    private final Nesting nesting;
    private final ObjectHeader header = new ObjectHeader();
    private final long[] left;
    private byte[] array;
    /** The index of the next object. */
    private int at;
    /** The offset in the input of index 0 of the array. */
    private long base;

    private String typeName;
    private String name;

    MessagePackTokenizer(WireLimits limits) {
        this.limits = limits;
        this.nesting = new Nesting(limits.maxDepth());
        this.left = new long[limits.maxDepth() + 1];
    }

    /** Starts at the object at an index, which has the given offset in the input. */
    void start(byte[] bytes, int index, long offset) {
        array = bytes;
        at = index;
        base = offset - index;
        nesting.clear();
        readValue();
    }

    @Override
    public void next() {
        switch (token) {
            case BEGIN_OBJECT -> push(nesting.pushObject(), 2 * raw);
            case BEGIN_LIST -> push(nesting.pushList(), raw);
            case END_OBJECT, END_LIST -> {
                nesting.pop();
                endValue();
            }
            case KEY -> readValue();
            default -> endValue();
        }
    }

    private void push(boolean isPushed, long objects) {
        if (!isPushed) {
            throw malformed("expected at most " + limits.maxDepth() + " objects and lists inside one another");
        }
        left[nesting.depth()] = objects;
        readNext();
    }

    private void endValue() {
        left[nesting.depth()]--;
        readNext();
    }

    private void readNext() {
        typeName = null;
        int depth = nesting.depth();
        if (depth == 0) {
            token = WireToken.END_MESSAGE;
        } else if (left[depth] == 0) {
            token = nesting.inObject() ? WireToken.END_OBJECT : WireToken.END_LIST;
        } else if (nesting.inObject() && left[depth] % 2 == 0) {
            readName();
        } else {
            readValue();
        }
    }

    private void readName() {
        boolean isEvent = header.isExtension(array, at, ObjectHeader.EVENT);
        boolean isName = isEvent || header.kind == 's';
        token = isEvent ? WireToken.EVENT : isName ? WireToken.FIELD : WireToken.KEY;
        name = isName ? readText(limits.maxNameBytes(), limits.maxNameBytes()) : "?";
        nesting.setName(name);
    }

    @Override
    public String name() {
        String passed = name;
        endValue();
        return passed;
    }

    @Override
    public String peekName() {
        return name;
    }

    @Override
    public String typeName() {
        return typeName;
    }

    @Override
    public String path() {
        return nesting.path();
    }

    private void readValue() {
        typeName = null;
        if (nesting.inList()) {
            nesting.nextItem();
        }
        if ((array[at] & 0xFF) == ObjectHeader.ARRAY + 2 && header.isExtension(array, at + 1, ObjectHeader.TYPE_NAME)) {
            at++;
            typeName = readText(limits.maxNameBytes(), limits.maxNameBytes());
        }
        header.read(array, at);
        switch (header.kind) {
            case 'm', 'a' -> {
                setNumber(header.kind == 'm' ? WireToken.BEGIN_OBJECT : WireToken.BEGIN_LIST, header.length);
                at += header.size;
            }
            case 's' -> setObject(WireToken.TEXT, readText(4L * limits.maxTextChars(), limits.maxTextChars()));
            case 'y' -> readBytes(0);
            case 'x' -> readBytes(array[at + header.size - 1]);
            default -> readScalar(header.code, (int) header.length);
        }
    }

    private void setNumber(WireToken kind, long number) {
        token = kind;
        raw = number;
    }

    private void setObject(WireToken kind, Object object) {
        token = kind;
        ref = object;
    }

    private void readScalar(int code, int bytes) {
        long number = ObjectHeader.number(array, at + 1, bytes);
        int unused = Long.SIZE - 8 * bytes;
        at += 1 + bytes;
        switch (header.kind) {
            case 'n' -> token = WireToken.NULL;
            case 'b' -> setNumber(WireToken.BOOL, code - ObjectHeader.FALSE);
            case 'f' -> {
                double single = Float.intBitsToFloat((int) number);
                setNumber(WireToken.FLOAT64, bytes == Double.BYTES ? number : Double.doubleToRawLongBits(single));
            }
            case 'i' -> setNumber(WireToken.INT64, bytes == 0 ? (byte) code : number << unused >> unused);
            default -> {
                setNumber(WireToken.INT64, number);
                if (number < 0) {
                    setObject(WireToken.DECIMAL, new BigDecimal(Long.toUnsignedString(number)));
                }
            }
        }
    }

    /** Reads bytes or an extension. One of another program becomes its bytes. */
    private void readBytes(int type) {
        int end = contentEnd(limits.maxTextChars(), "byte sequence");
        try {
            switch (type) {
                case ObjectHeader.TIMESTAMP -> setObject(WireToken.TEMPORAL, timestamp(at + header.size, end));
                case ObjectHeader.DECIMAL ->
                    setObject(
                            WireToken.DECIMAL,
                            parseDecimal(readText(limits.maxNumberChars(), limits.maxNumberChars())));
                case ObjectHeader.TEMPORAL -> {
                    String text = readText(100, 100);
                    Temporal time = TemporalText.parseExact(text); // null for a zone that this JVM does not have
                    setObject(time == null ? WireToken.TEXT : WireToken.TEMPORAL, time == null ? text : time);
                }
                default -> setObject(WireToken.BYTES, Arrays.copyOfRange(array, at + header.size, end));
            }
        } catch (ArithmeticException | DateTimeException e) {
            throw malformed(e.getMessage());
        }
        at = end;
    }

    private Instant timestamp(int from, int end) {
        long first = ObjectHeader.number(array, from, Math.min(end - from, 8));
        long nanos = end - from == 4 ? 0 : first >>> (end - from == 8 ? 34 : 32);
        if (nanos >= 1_000_000_000) {
            throw malformed("expected less than 1,000,000,000 nanoseconds but was " + nanos);
        }
        return switch (end - from) {
            case 4 -> Instant.ofEpochSecond(first);
            case 8 -> Instant.ofEpochSecond(first & (1L << 34) - 1, nanos);
            case 12 -> Instant.ofEpochSecond(ObjectHeader.number(array, from + 4, 8), nanos);
            default -> throw malformed("expected a timestamp of 4, 8 or 12 bytes but it has " + (end - from));
        };
    }

    /** Returns the index after the content of the next object, whose length is limited. */
    private int contentEnd(long max, String what) {
        if (header.length > max) {
            throw malformed("expected a " + what + " of at most " + max + " bytes but it has " + header.length);
        }
        return at + header.size + (int) header.length;
    }

    private String readText(long maxBytes, int maxChars) {
        header.read(array, at);
        int end = contentEnd(maxBytes, "text");
        int from = at + header.size;
        if (Utf8.validate(array, from, end) != Utf8.VALID) {
            throw malformed("expected UTF-8");
        }
        if (end - from > maxChars && Utf8.units(array, from, end) > maxChars) {
            throw malformed("expected a text of at most " + maxChars + " characters but it is longer");
        }
        at = end;
        return Utf8.decode(array, from, end - from);
    }

    private MalformedWireException malformed(String problem) {
        token = WireToken.END_MESSAGE;
        return new MalformedWireException(
                MessagePackFormat.NAME, problem, WireLocation.ofOffset(base + at, nesting.path()));
    }
}
