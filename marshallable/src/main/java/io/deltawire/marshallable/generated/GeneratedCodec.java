package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.BoxedValues;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.Misfit;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.Slot;
import io.deltawire.marshallable.internal.codec.Temporals;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.record.ColumnKey;
import io.deltawire.marshallable.internal.record.ColumnLayout;
import io.deltawire.marshallable.internal.record.TokenColumns;
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
 * The superclass of the codecs that are generated at run time. Public only because those live in the packages of the
 * classes that they serve; applications have no use for it, and it may change at any time.
 *
 * <p>The methods here take values that the generated code has read from the wire itself: so each field has a call of its
 * own, and the JIT compiler knows at each which format it is for.
 */
@SuppressWarnings("exports") // internal types: nobody but generated classes is to use this one
public abstract class GeneratedCodec extends FieldIo implements FieldColumns {
    private ObjectCodec codec;
    private boolean hasColumns;
    private ColumnKind[] columnKinds;
    private ColumnKey columnKey;
    private boolean isFlat;
    private boolean isSettable;
    private boolean isReadable;
    private LaterColumns next;

    /** Where not all fields are flat: what reads and writes them by tokens. */
    private ValueCodec[] fieldCodecs;

    /** Whether new objects may share a default: until it is known that none do. */
    private boolean mayShareDefaults = true;

    /** For generated classes. */
    protected GeneratedCodec() {}

    /** @param kinds how the fields are held in columns; null where they are not */
    public final void bind(ObjectCodec owner, List<ColumnKind> kinds) {
        codec = owner;
        hasColumns = kinds != null;
        if (hasColumns) {
            bindColumns(owner, kinds);
            fieldCodecs = isFlat
                    ? null
                    : Arrays.stream(owner.slots()).map(Slot::codec).toArray(ValueCodec[]::new);
        }
        VarHandle.releaseFence(); // as behind final fields: threads that find the codec without a lock find these
    }

    @Override
    public final FieldColumns columns(Session session) {
        if (!hasColumns) {
            return null;
        }
        return isFlat ? this : new TokenColumns(this, codec, fieldCodecs, session);
    }

    private void bindColumns(ObjectCodec owner, List<ColumnKind> kinds) {
        columnKinds = kinds.toArray(new ColumnKind[0]);
        columnKey = ColumnKey.of(owner, kinds);
        int parts = ColumnLayout.parts(kinds.size());
        next = parts > 1 ? new LaterColumns(this, owner.plan(), 1, parts) : null;
        isFlat = next == null && kinds.stream().noneMatch(ColumnKind::isByTokens);
        isSettable = !owner.plan().instances().isRecord();
        isReadable = isSettable || !kinds.contains(ColumnKind.NESTED);
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

    @Override
    public final void set(Object object, int ordinal, Object value) {
        codec.plan().fields().get(ordinal).set(object, value);
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
        if (session.writesComments()) {
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
        return !KeyedMarshallable.class.isAssignableFrom(codec.type());
    }

    @Override
    public final long keys() {
        return ColumnLayout.keys(codec.plan(), 0);
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

    /** As {@link #changes}, of a part other than the first. */
    protected long changesOf(int part, Object object, long[] bits, Object[] references, int base, long[] changed) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #setAll}, of a part other than the first. */
    protected boolean setAllOf(int part, Object object, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #setSome}, of a part other than the first. */
    protected boolean setSomeOf(int part, Object object, long fields, long[] bits, Object[] references, int base) {
        throw new UnsupportedOperationException();
    }

    /**
     * What there is of a record whose constructor has thrown: nothing, so that it is made of its tokens again, and what is wrong
     * is said as always.
     */
    protected static Object notMade(Throwable cause) {
        if (cause instanceof Error error && !(error instanceof StackOverflowError)) {
            throw error;
        }
        return null;
    }

    /** Whether a value equals the one in a column. */
    protected static boolean same(Object value, Object held) {
        return value == held || value != null && value.equals(held);
    }

    /** As {@link #same}, of numbers of a class that others may extend. */
    protected static boolean sameNumber(Object value, Object held) {
        return BoxedValues.sameNumber(value, held);
    }

    /** As {@link #same}, where a box is equal to others that have other bits. */
    protected static boolean sameBits(Object value, Object held) {
        if (value == held || value == null || held == null) {
            return value == held;
        }
        return value instanceof Double number
                ? Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits((Double) held)
                : Float.floatToRawIntBits((Float) value) == Float.floatToRawIntBits((Float) held);
    }

    /** Whether a char is the one whose text is in a column. */
    protected static boolean sameChar(char value, Object held) {
        return held instanceof String text
                && (Character.isSurrogate(value)
                        ? text.equals(Numbers.charText(value))
                        : text.length() == 1 && text.charAt(0) == value);
    }

    /** The char whose text is in a column, or -1. */
    protected static int charOf(Object held) {
        return held instanceof String text ? Numbers.charOf(text) : -1;
    }

    /** The place of the first of so many columns, which are all there. */
    protected static long firstColumn(int base, long[] bits, int count) {
        if (base < 0 || bits.length - base < count) {
            throw new IndexOutOfBoundsException(base);
        }
        return base;
    }

    /** What a column holds that {@link #firstColumn} has found to be there. */
    protected static long column(long[] bits, long at) {
        return ArrayAccess.get(bits, at);
    }

    /** Sets a column that {@link #firstColumn} has found to be there. */
    protected static void setColumn(long[] bits, long at, long value) {
        ArrayAccess.put(bits, at, value);
    }

    /** The name of an enum constant, or null. */
    protected static String nameOf(Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    /** The enum constant of a name, or null. */
    protected static Object enumConstant(Object slot, Object name) {
        return ((EnumCodec) ((Slot) slot).codec()).constant((String) name);
    }

    /** Whether a float is the one that is held as a double. */
    protected static boolean sameFloat(float value, long held) {
        return BoxedValues.sameFloat(value, held);
    }

    /** Whether a double is a float, or stands for the text of one. */
    protected static boolean isFloat(long held) {
        return Numbers.isFloat32(Double.longBitsToDouble(held));
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
        ArrayAccess.putLong(a, at, word);
    }

    /** Eight bytes. */
    protected static long word8(byte[] a, int at) {
        return ArrayAccess.getLong(a, at);
    }

    /** Four bytes. */
    protected static long word4(byte[] a, int at) {
        return ArrayAccess.getInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Two bytes. */
    protected static long word2(byte[] a, int at) {
        return ArrayAccess.getShort(a, at) & 0xFFFFL;
    }

    /** One byte. */
    protected static long word1(byte[] a, int at) {
        return ArrayAccess.getByte(a, at);
    }

    /** Eight bytes, where {@link ArrayAccess#isUnchecked}. */
    protected static long bare8(byte[] a, int at) {
        return ArrayAccess.uncheckedLong(a, at);
    }

    /** Four bytes, likewise. */
    protected static long bare4(byte[] a, int at) {
        return ArrayAccess.uncheckedInt(a, at) & 0xFFFF_FFFFL;
    }

    /** Two bytes, likewise. */
    protected static long bare2(byte[] a, int at) {
        return ArrayAccess.uncheckedShort(a, at) & 0xFFFFL;
    }

    /** One byte, likewise. */
    protected static long bare1(byte[] a, int at) {
        return ArrayAccess.uncheckedByte(a, at);
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
        return FastRounding.toDouble(count) / parts;
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

    // A field that has the value already keeps its object: see BoxedValues.

    /** An object of the value. */
    protected static Boolean box(Object former, boolean value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Byte box(Object former, byte value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Short box(Object former, short value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Character box(Object former, char value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Integer box(Object former, int value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Long box(Object former, long value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Float box(Object former, float value) {
        return BoxedValues.box(former, value);
    }

    /** An object of the value. */
    protected static Double box(Object former, double value) {
        return BoxedValues.box(former, value);
    }
}
