package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.TemporalNarrowing;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.record.ColumnKey;
import io.deltawire.marshallable.internal.record.ColumnLayout;
import io.deltawire.marshallable.internal.record.TokenColumns;
import io.deltawire.marshallable.internal.schema.BoxedValues;
import io.deltawire.marshallable.internal.schema.SharedDefaults;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.FastRounding;
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
 * The superclass of the codecs that are generated at run time. It owns what generated code needs of the class's codec,
 * and the columns of the fields. Its static methods are the helpers of generated code.
 *
 * <p>Public only because generated classes are in the packages of the classes that they serve. Applications have no use
 * for this class, and it may change at any time.
 *
 * <p>The helpers take values that the generated code has read from the wire itself. So each field has its own call of
 * the wire, and the JIT compiler knows the format at each.
 */
@SuppressWarnings("exports") // internal types: only generated classes use this one
public abstract class GeneratedCodec extends FieldIo implements FieldColumns {
    private ObjectCodec codec;
    private boolean hasColumns;
    private ColumnKind[] columnKinds;
    private ColumnKey columnKey;
    private boolean isKeyInFields;
    private boolean isFlat;
    private boolean isSettable;
    private boolean isReadable;
    private OverflowColumns next;

    /** The codecs of the fields if not all are flat; else null. */
    private ValueCodec[] fieldCodecs;

    /** Whether new objects may share default values. False once it is known that none do. */
    private boolean mayShareDefaults = true;

    /** For generated classes. */
    protected GeneratedCodec() {}

    /** @param kinds the column kinds of the fields; null if the class has no columns */
    public final void bind(ObjectCodec owner, List<ColumnKind> kinds) {
        codec = owner;
        hasColumns = kinds != null;
        if (hasColumns) {
            bindColumns(owner, kinds);
            fieldCodecs = isFlat
                    ? null
                    : Arrays.stream(owner.codecConstants())
                            .map(CodecConstant::codec)
                            .toArray(ValueCodec[]::new);
        }
        VarHandle.releaseFence(); // as for final fields: another thread finds the codec without a lock
    }

    @Override
    public final FieldColumns columns(CodecContext context) {
        if (!hasColumns) {
            return null;
        }
        return isFlat ? this : new TokenColumns(this, codec, fieldCodecs, context);
    }

    private void bindColumns(ObjectCodec owner, List<ColumnKind> kinds) {
        columnKinds = kinds.toArray(new ColumnKind[0]);
        columnKey = ColumnKey.create(owner, kinds);
        isKeyInFields = !owner.writesKey();
        int parts = ColumnLayout.partCount(kinds.size());
        next = parts > 1 ? new OverflowColumns(this, owner.plan(), 1, parts) : null;
        isFlat = next == null && kinds.stream().noneMatch(ColumnKind::isByTokens);
        isSettable = !owner.plan().instances().isRecord();
        isReadable = isSettable || !kinds.contains(ColumnKind.NESTED);
    }

    @Override
    public abstract void writeFields(WireOut out, Object object, CodecContext context);

    @Override
    public abstract Object readFields(WireIn in, Object target, CodecContext context);

    /** Returns the object to read into. */
    protected final Object targetOrNew(WireIn in, Object target, CodecContext context) {
        return target != null ? target : codec.newInstance(in, context);
    }

    /** Does the same as {@link #targetOrNew} for a class that keeps unknown fields. */
    protected final Object recycledOrNew(WireIn in, Object target, CodecContext context) {
        return target != null ? codec.prepareForReuse(target) : codec.newInstance(in, context);
    }

    /** Returns the ordinal of the object's first entry. */
    protected static int firstField(WireIn in, Shape shape, CodecContext context) {
        return context.takeFirstField(in, shape);
    }

    /** Handles an entry that is not in the shape. Returns the ordinal of a field that had the name before, or -1. */
    protected final int unknownField(WireIn in, Object object, CodecContext context) {
        return codec.handleUnknownField(in, object, context);
    }

    /** Whether every entry that is not in the shape is skipped. */
    protected final boolean skipsUnknown(CodecContext context) {
        return codec.skipsUnknownFields(context);
    }

    /** Sets the fields that were not read to their defaults. */
    protected final void resetUnseen(WireIn in, Object object, CodecContext context, int word, long seen) {
        codec.resetAbsentFields(in, object, context, word, seen);
    }

    @Override
    public final void set(Object object, int ordinal, Object value) {
        codec.plan().fields().get(ordinal).set(object, value);
    }

    /** Returns the value of a field if it may be filled again; else null. */
    protected final Object reusableValue(Object stored, int ordinal) {
        return mayShareDefaults && checkSharedDefault(stored, ordinal) ? null : stored;
    }

    private boolean checkSharedDefault(Object stored, int ordinal) {
        SharedDefaults shared = codec.sharedDefaults();
        mayShareDefaults = !shared.isEmpty();
        return shared.isShared(stored, ordinal);
    }

    /** Returns the error for a record whose constructor has thrown. */
    protected final RuntimeException constructorError(Throwable cause, WireIn in, CodecContext context) {
        if (cause instanceof Error error) {
            throw error;
        }
        return context.mismatch(in, "the constructor of " + codec.type().getName() + " threw " + cause, cause);
    }

    /** Adds the field to the path of an error. */
    protected static RuntimeException withFieldPath(RuntimeException error, Shape shape, int ordinal) {
        // An unknown entry or a constructor has no field, and other errors have their path.
        return error instanceof TypeMismatch misfit && ordinal >= 0 ? misfit.inField(shape.name(ordinal)) : error;
    }

    /** Writes a comment in a format for people to read. */
    protected static void writeComment(WireOut out, String text, CodecContext context) {
        if (context.writesComments()) {
            out.comment(text);
        }
    }

    /** Writes a value by its codec. */
    protected static void writeValue(WireOut out, Object value, Object constant, CodecContext context) {
        ((CodecConstant) constant).codec().writeOrNull(out, value, context);
    }

    /** Reads a value by its codec. */
    protected static Object readValue(WireIn in, Object reuse, Object constant, CodecContext context) {
        return ((CodecConstant) constant).codec().readOrNull(in, reuse, context);
    }

    protected static String charText(char value) {
        return NumberNarrowing.charText(value);
    }

    // Each conversion throws the codecs' error if a value does not fit the type of the field.

    protected static byte int8(long value, WireIn in, CodecContext context) {
        return NumberNarrowing.int8(value, in, context);
    }

    protected static short int16(long value, WireIn in, CodecContext context) {
        return NumberNarrowing.int16(value, in, context);
    }

    protected static int int32(long value, WireIn in, CodecContext context) {
        return NumberNarrowing.int32(value, in, context);
    }

    protected static float float32(double value, WireIn in, CodecContext context) {
        return NumberNarrowing.float32(value, in, context);
    }

    /** Returns the only character of a text. */
    protected static char char16(String text, WireIn in, CodecContext context) {
        return NumberNarrowing.char16(text, in, context);
    }

    protected static LocalDate localDate(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.localDate(value, in, context);
    }

    protected static LocalTime localTime(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.localTime(value, in, context);
    }

    protected static LocalDateTime localDateTime(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.localDateTime(value, in, context);
    }

    protected static ZonedDateTime zonedDateTime(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.zonedDateTime(value, in, context);
    }

    protected static OffsetDateTime offsetDateTime(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.offsetDateTime(value, in, context);
    }

    protected static Instant instant(Temporal value, WireIn in, CodecContext context) {
        return TemporalNarrowing.instant(value, in, context);
    }

    // ---- fields as columns: see ColumnCode

    @Override
    public final Shape shape() {
        return codec.plan().shape();
    }

    @Override
    public final ColumnKind kind(int ordinal) {
        return columnKinds[ordinal];
    }

    @Override
    public final boolean isFlat() {
        return isFlat;
    }

    @Override
    public final Class<?> referenceType(int ordinal) {
        return ColumnLayout.referenceType(
                codec.plan().fields().get(ordinal).field().getType());
    }

    @Override
    public final boolean isKeyInFields() {
        return isKeyInFields;
    }

    @Override
    public final long keys() {
        return ColumnLayout.keyMask(codec.plan(), 0);
    }

    @Override
    public final ColumnPart next() {
        return next;
    }

    @Override
    public final boolean isReadable() {
        return isReadable;
    }

    @Override
    public final boolean isSettable() {
        return isSettable;
    }

    @Override
    public final int keyLength(Object object) {
        return columnKey == null ? -1 : columnKey.length(this, object);
    }

    @Override
    public final byte[] key(long[] bits, Object[] references, int base) {
        return columnKey.bytes(bits, references, base);
    }

    @Override
    public int keyHash(Object object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long changes(Object object, long[] bits, Object[] references, int base, long[] changed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long bits(Object object, int ordinal) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object reference(Object object, int ordinal) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean setAll(Object object, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean setSome(Object object, long fields, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object create(long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    /** Does the same as {@link #changes} for a part other than the first. */
    protected long changesOf(int part, Object object, long[] bits, Object[] references, int base, long[] changed) {
        throw new UnsupportedOperationException();
    }

    /** Does the same as {@link #setAll} for a part other than the first. */
    protected boolean setAllOf(int part, Object object, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    /** Does the same as {@link #setSome} for a part other than the first. */
    protected boolean setSomeOf(int part, Object object, long fields, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns null for a record whose constructor has thrown. It is then read by tokens, which reports the error as
     * usual.
     */
    protected static Object absentRecord(Throwable cause) {
        if (cause instanceof Error error && !(error instanceof StackOverflowError)) {
            throw error;
        }
        return null;
    }

    /** Whether a value equals the one in a column. */
    protected static boolean same(Object value, Object stored) {
        return value == stored || value != null && value.equals(stored);
    }

    /** Does the same as {@link #same} for numbers whose class can be extended. */
    protected static boolean sameNumber(Object value, Object stored) {
        return BoxedValues.sameNumber(value, stored);
    }

    /** Does the same as {@link #same} for boxes that are equal to others with different bits. */
    protected static boolean sameBits(Object value, Object stored) {
        if (value == stored || value == null || stored == null) {
            return value == stored;
        }
        return value instanceof Double number
                ? Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits((Double) stored)
                : Float.floatToRawIntBits((Float) value) == Float.floatToRawIntBits((Float) stored);
    }

    /** Whether a column holds the text of a char. */
    protected static boolean sameChar(char value, Object stored) {
        return stored instanceof String text
                && (Character.isSurrogate(value)
                        ? text.equals(NumberNarrowing.charText(value))
                        : text.length() == 1 && text.charAt(0) == value);
    }

    /** Returns the char whose text a column holds, or -1. */
    protected static int charOf(Object stored) {
        return stored instanceof String text ? NumberNarrowing.charOf(text) : -1;
    }

    /** Returns the index of the first column, after a check that {@code count} columns are there. */
    protected static long checkColumns(int base, long[] bits, int count) {
        if (base < 0 || bits.length - base < count) {
            throw new IndexOutOfBoundsException(base);
        }
        return base;
    }

    /** Returns an element of the columns that {@link #checkColumns} has checked. */
    protected static long columnAt(long[] bits, long at) {
        return ArrayAccess.get(bits, at);
    }

    /** Sets an element of the columns that {@link #checkColumns} has checked. */
    protected static void setColumn(long[] bits, long at, long value) {
        ArrayAccess.put(bits, at, value);
    }

    /** Returns the name of an enum constant, or null. */
    protected static String nameOf(Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    /** Returns the enum constant of a name, or null. */
    protected static Object enumConstant(Object constant, Object name) {
        return ((EnumCodec) ((CodecConstant) constant).codec()).constant((String) name);
    }

    /** Whether a column, which holds a double, has the value of a float. */
    protected static boolean sameFloat(float value, long stored) {
        return BoxedValues.sameFloat(value, stored);
    }

    /** Whether a double is a float, or stands for the text of one. */
    protected static boolean isFloat(long stored) {
        return NumberNarrowing.isFloat32(Double.longBitsToDouble(stored));
    }

    // ---- fields in the format's array: see DirectFieldCode

    /**
     * Bounds an offset in the array of an {@link OutputBuffer}. The compiler then knows that it is small, and adds
     * constants to it without an instruction.
     */
    protected static int boundedOffset(int at) {
        return at & OutputBuffer.MAX_LENGTH;
    }

    /** Checks once that the array has room for several stores, which do no check of their own. */
    protected static void checkRoom(byte[] a, int at, int count) {
        if (at < 0 || a.length - at < count || a.length > OutputBuffer.MAX_LENGTH) {
            throw new IllegalStateException("no room for " + count + " bytes at " + at + " of " + a.length);
        }
    }

    protected static void putWord(byte[] a, int at, long word) {
        ArrayAccess.putLong(a, at, word);
    }

    /** Reads eight bytes. */
    protected static long word8(byte[] a, int at) {
        return ArrayAccess.getLong(a, at);
    }

    /** Reads four bytes, unsigned. */
    protected static long word4(byte[] a, int at) {
        return ArrayAccess.getInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Reads two bytes, unsigned. */
    protected static long word2(byte[] a, int at) {
        return ArrayAccess.getShort(a, at) & 0xFFFFL;
    }

    /** Reads one byte, signed. */
    protected static long word1(byte[] a, int at) {
        return ArrayAccess.getByte(a, at);
    }

    /** Reads eight bytes without a bounds check, which needs {@link ArrayAccess#isUnchecked}. */
    protected static long uncheckedWord8(byte[] a, int at) {
        return ArrayAccess.uncheckedLong(a, at);
    }

    /** Reads four bytes without a bounds check. */
    protected static long uncheckedWord4(byte[] a, int at) {
        return ArrayAccess.uncheckedInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Reads two bytes without a bounds check. */
    protected static long uncheckedWord2(byte[] a, int at) {
        return ArrayAccess.uncheckedShort(a, at) & 0xFFFFL;
    }

    /** Reads one byte without a bounds check. */
    protected static long uncheckedWord1(byte[] a, int at) {
        return ArrayAccess.uncheckedByte(a, at);
    }

    /** Returns the number in one group of seven bits, which follows the code in a word. */
    protected static long groups1(long word) {
        return word >>> 8 & 0x7F;
    }

    /** Returns the number in two groups of seven bits. */
    protected static long groups2(long word) {
        return groups1(word) | word >>> 9 & 0x7F << 7;
    }

    /** Returns the number in three groups of seven bits. */
    protected static long groups3(long word) {
        return groups2(word) | word >>> 10 & 0x7F << 14;
    }

    /** Returns the number in four groups of seven bits. */
    protected static long groups4(long word) {
        return groups3(word) | word >>> 11 & 0x7F << 21;
    }

    /** Returns count / parts as a double. The count has fewer than 51 bits. */
    protected static double fraction(long count, double parts) {
        return FastRounding.toDouble(count) / parts;
    }

    /** Returns a mask of the word's fields below the ordinal. */
    protected static long seenBelow(int ordinal, int word) {
        int count = ordinal - (word << 6);
        return count >= 64 ? -1L : count <= 0 ? 0 : (1L << count) - 1;
    }

    /** Whether a double is a float, or stands for the text of one. */
    protected static boolean isFloat(double value) {
        return NumberNarrowing.isFloat32(value);
    }

    /** Returns the only char of a text, or -1. */
    protected static int singleChar(String text) {
        return text != null && text.length() == 1 ? text.charAt(0) : -1;
    }

    // A field with an equal value keeps its box: see BoxedValues.

    protected static Boolean box(Object former, boolean value) {
        return BoxedValues.box(former, value);
    }

    protected static Byte box(Object former, byte value) {
        return BoxedValues.box(former, value);
    }

    protected static Short box(Object former, short value) {
        return BoxedValues.box(former, value);
    }

    protected static Character box(Object former, char value) {
        return BoxedValues.box(former, value);
    }

    protected static Integer box(Object former, int value) {
        return BoxedValues.box(former, value);
    }

    protected static Long box(Object former, long value) {
        return BoxedValues.box(former, value);
    }

    protected static Float box(Object former, float value) {
        return BoxedValues.box(former, value);
    }

    protected static Double box(Object former, double value) {
        return BoxedValues.box(former, value);
    }
}
