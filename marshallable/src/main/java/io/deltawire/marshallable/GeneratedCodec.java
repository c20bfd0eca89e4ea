package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Rounder;
import io.deltawire.wire.spi.Words;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.List;

/**
 * The superclass of the codecs that are generated at run time. Public only because those live in the packages of the
 * classes that they serve; applications have no use for it, and it may change at any time.
 *
 * <p>The methods here take values that the generated code has read from the wire itself: so each field has a call of its
 * own, and the JIT compiler knows at each which format it is for.
 */
@SuppressWarnings("exports")
public abstract class GeneratedCodec extends GeneratedColumns implements FieldIo {
    private ObjectCodec codec;
    private boolean hasColumns;
    /** Where not all fields are flat: what reads and writes them by tokens. */
    private ValueCodec[] fieldCodecs;

    /** Whether new objects may share a default: until it is known that none do. */
    private boolean mayShareDefaults = true;

    /** For generated classes. */
    protected GeneratedCodec() {}

    /** @param kinds how the fields are held in columns; null where they are not */
    final void bind(ObjectCodec owner, List<ColumnKind> kinds) {
        codec = owner;
        hasColumns = kinds != null;
        if (hasColumns) {
            bindColumns(owner, kinds);
            fieldCodecs = isFlat()
                    ? null
                    : Arrays.stream(owner.slots()).map(Slot::codec).toArray(ValueCodec[]::new);
        }
        VarHandle.releaseFence(); // as behind final fields: threads that find the codec without a lock find these
    }

    @Override
    public final FieldColumns columns() {
        return hasColumns ? this : null;
    }

    @Override
    public abstract void writeFields(WireOut out, Object object, Session session);

    @Override
    public abstract Object readFields(WireIn in, Object target, Session session);

    /** The object to read into. */
    protected final Object targetOrNew(WireIn in, Object target, Session session) {
        return target != null ? target : codec.newInstance(in, session);
    }

    /** As {@link #targetOrNew}, for a class that keeps unknown fields. */
    protected final Object emptiedOrNew(WireIn in, Object target, Session session) {
        return target != null ? codec.recycled(target) : codec.newInstance(in, session);
    }

    /** The first entry of the object. */
    protected static int firstField(WireIn in, Shape shape, Session session) {
        return session.firstField(in, shape);
    }

    /** Deals with an entry not in the shape; the ordinal of a field that had its name before, or -1. */
    protected final int unknownField(WireIn in, Object object, Session session) {
        return codec.unknownField(in, object, session);
    }

    /** Whether an entry that is not in the shape is passed over, whatever it is. */
    protected final boolean passesUnknown(Session session) {
        return codec.passesUnknown(session);
    }

    /** Gives the fields that were not read their defaults. */
    protected final void resetUnseen(WireIn in, Object object, Session session, int word, long seen) {
        codec.resetUnseen(in, object, session, word, seen);
    }

    /** As {@link #ownValue}, for {@link TokenColumns}. */
    final Object ownOf(Object held, int ordinal) {
        return ownValue(held, ordinal);
    }

    /** The codec of a field. */
    final ValueCodec codecOf(int ordinal) {
        return fieldCodecs[ordinal];
    }

    @Override
    public final void set(Object object, int ordinal, Object value) {
        codec.plan().fields.get(ordinal).set(object, value);
    }

    /** What a field holds, where it may be filled again; else null. */
    protected final Object ownValue(Object held, int ordinal) {
        return mayShareDefaults && isSharedDefault(held, ordinal) ? null : held;
    }

    private boolean isSharedDefault(Object held, int ordinal) {
        SharedDefaults shared = codec.sharedDefaults();
        mayShareDefaults = !shared.areNone();
        return shared.has(held, ordinal);
    }

    /** The error for a record whose constructor has thrown. */
    protected final RuntimeException refused(Throwable cause, WireIn in, Session session) {
        if (cause instanceof Error error) {
            throw error;
        }
        return session.misfit(in, "the constructor of " + codec.type().getName() + " threw " + cause, cause);
    }

    /** The error for a value that does not fit its field. */
    protected static RuntimeException located(RuntimeException error, Shape shape, int ordinal) {
        // In an unknown entry or the constructor there is no field; the error is another or has its path.
        return error instanceof Misfit misfit && ordinal >= 0 ? misfit.inField(shape.name(ordinal)) : error;
    }

    /** Writes a comment where the format is one that people read. */
    protected static void comment(WireOut out, String text, Session session) {
        if (session.writesComments) {
            out.comment(text);
        }
    }

    /** Writes a value by its codec. */
    protected static void writeValue(WireOut out, Object value, Object slot, Session session) {
        ((Slot) slot).codec().writeOrNull(out, value, session);
    }

    /** Reads a value by its codec. */
    protected static Object readValue(WireIn in, Object reuse, Object slot, Session session) {
        return ((Slot) slot).codec().readOrNull(in, reuse, session);
    }

    /** The text of a character. */
    protected static String charText(char value) {
        return Numbers.charText(value);
    }

    /** Narrows to a byte. */
    protected static byte int8(long value, WireIn in, Session session) {
        return Numbers.int8(value, in, session);
    }

    /** Narrows to a short. */
    protected static short int16(long value, WireIn in, Session session) {
        return Numbers.int16(value, in, session);
    }

    /** Narrows to an int. */
    protected static int int32(long value, WireIn in, Session session) {
        return Numbers.int32(value, in, session);
    }

    /** Narrows to a float. */
    protected static float float32(double value, WireIn in, Session session) {
        return Numbers.float32(value, in, session);
    }

    /** Takes the one character of a text. */
    protected static char char16(String text, WireIn in, Session session) {
        return Numbers.char16(text, in, session);
    }

    /** Converts to the class of a field. */
    protected static LocalDate localDate(Temporal value, WireIn in, Session session) {
        return Temporals.localDate(value, in, session);
    }

    /** Converts to the class of a field. */
    protected static LocalTime localTime(Temporal value, WireIn in, Session session) {
        return Temporals.localTime(value, in, session);
    }

    /** Converts to the class of a field. */
    protected static LocalDateTime localDateTime(Temporal value, WireIn in, Session session) {
        return Temporals.localDateTime(value, in, session);
    }

    /** Converts to the class of a field. */
    protected static ZonedDateTime zonedDateTime(Temporal value, WireIn in, Session session) {
        return Temporals.zonedDateTime(value, in, session);
    }

    /** Converts to the class of a field. */
    protected static OffsetDateTime offsetDateTime(Temporal value, WireIn in, Session session) {
        return Temporals.offsetDateTime(value, in, session);
    }

    /** Converts to the class of a field. */
    protected static Instant instant(Temporal value, WireIn in, Session session) {
        return Temporals.instant(value, in, session);
    }

    // ---- fields straight in an array: see StraightCode

    /**
     * An index in the array of an {@link OutputBuffer}, for the compiler to know that it is small: then it makes addresses of
     * sums with it without an instruction of their own.
     */
    protected static int place(int at) {
        return at & OutputBuffer.MAX_LENGTH;
    }

    /** Looks once for several fields whether there is the room that their stores do not ask for again. */
    protected static void checkRoom(byte[] a, int at, int count) {
        if (at < 0 || a.length - at < count || a.length > OutputBuffer.MAX_LENGTH) {
            throw new IllegalStateException("no room for " + count + " bytes at " + at + " of " + a.length);
        }
    }

    /** Writes eight bytes. */
    protected static void putWord(byte[] a, int at, long word) {
        Words.putLong(a, at, word);
    }

    /** Eight bytes. */
    protected static long word8(byte[] a, int at) {
        return Words.getLong(a, at);
    }

    /** Four bytes. */
    protected static long word4(byte[] a, int at) {
        return Words.getInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Two bytes. */
    protected static long word2(byte[] a, int at) {
        return Words.getShort(a, at) & 0xFFFFL;
    }

    /** One byte. */
    protected static long word1(byte[] a, int at) {
        return Words.getByte(a, at);
    }

    /** Eight bytes, where {@link Words#isUnchecked}. */
    protected static long bare8(byte[] a, int at) {
        return Words.uncheckedLong(a, at);
    }

    /** Four bytes, likewise. */
    protected static long bare4(byte[] a, int at) {
        return Words.uncheckedInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Two bytes, likewise. */
    protected static long bare2(byte[] a, int at) {
        return Words.uncheckedShort(a, at) & 0xFFFFL;
    }

    /** One byte, likewise. */
    protected static long bare1(byte[] a, int at) {
        return Words.uncheckedByte(a, at);
    }

    /** The group of seven bits behind a code, in a word. */
    protected static long groups1(long word) {
        return word >>> 8 & 0x7F;
    }

    /** Two groups of seven bits. */
    protected static long groups2(long word) {
        return groups1(word) | word >>> 9 & 0x7F << 7;
    }

    /** Three groups of seven bits. */
    protected static long groups3(long word) {
        return groups2(word) | word >>> 10 & 0x7F << 14;
    }

    /** Four groups of seven bits. */
    protected static long groups4(long word) {
        return groups3(word) | word >>> 11 & 0x7F << 21;
    }

    /** So many parts of one, as a double: a number of less than 51 bits. */
    protected static double ofParts(long count, double parts) {
        return Rounder.toDouble(count) / parts;
    }

    /** A bit for each field of this word that is below the ordinal. */
    protected static long seenBelow(int ordinal, int word) {
        int count = ordinal - (word << 6);
        return count >= 64 ? -1L : count <= 0 ? 0 : (1L << count) - 1;
    }

    /** Whether a double is a float, or stands for the text of one. */
    protected static boolean isFloat(double value) {
        return Numbers.isFloat32(value);
    }

    /** The one character of a text, or -1. */
    protected static int onlyChar(String text) {
        return text != null && text.length() == 1 ? text.charAt(0) : -1;
    }

    // A field that has the value already keeps its object.

    /** An object of the value. */
    protected static Boolean box(Object former, boolean value) {
        return value;
    }

    /** An object of the value. */
    protected static Byte box(Object former, byte value) {
        return value;
    }

    /** An object of the value: the one of before, where it is equal. */
    protected static Short box(Object former, short value) {
        return former instanceof Short held && held == value ? held : (Short) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    protected static Character box(Object former, char value) {
        return former instanceof Character held && held == value ? held : (Character) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    protected static Integer box(Object former, int value) {
        return former instanceof Integer held && held == value ? held : (Integer) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    protected static Long box(Object former, long value) {
        return former instanceof Long held && held == value ? held : (Long) value;
    }

    /** An object of the value: the one of before, where it has the same bits. */
    protected static Float box(Object former, float value) {
        return former instanceof Float held && Float.floatToRawIntBits(held) == Float.floatToRawIntBits(value)
                ? held
                : (Float) value;
    }

    /** An object of the value: the one of before, where it has the same bits. */
    protected static Double box(Object former, double value) {
        return former instanceof Double held && Double.doubleToRawLongBits(held) == Double.doubleToRawLongBits(value)
                ? held
                : (Double) value;
    }
}
