package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.ColumnPart;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.Words;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** The part of {@link GeneratedCodec} that has the fields as columns: generated where the class has them. Public for the same reason. */
@SuppressWarnings("exports")
public abstract class GeneratedColumns implements FieldColumns {
    /** The bit of a NaN that every conversion of a float sets. */
    private static final int QUIET_NAN = 0x0040_0000;

    private ObjectCodec codec;
    private ColumnKind[] columnKinds;
    private ColumnKey columnKey;
    private boolean isFlat;
    private boolean isSettable;
    private boolean isReadable;
    private LaterColumns next;

    GeneratedColumns() {}

    /** @param kinds how the fields are held in columns */
    final void bindColumns(ObjectCodec owner, List<ColumnKind> kinds) {
        codec = owner;
        columnKinds = kinds.toArray(new ColumnKind[0]);
        columnKey = ColumnKey.of(owner, kinds);
        int parts = ColumnMethods.parts(kinds.size());
        next = parts > 1 ? new LaterColumns(this, owner.plan(), 1, parts) : null;
        isFlat = next == null && kinds.stream().noneMatch(ColumnKind::isByTokens);
        isSettable = !owner.plan().instances.isRecord();
        isReadable = isSettable || !kinds.contains(ColumnKind.INNER);
    }

    @Override
    public final Shape shape() {
        return codec.plan().shape;
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
        return ColumnCode.referenceType(codec.plan().fields.get(ordinal).field().getType());
    }

    @Override
    public final boolean isKeyInFields() {
        return !KeyedMarshallable.class.isAssignableFrom(codec.type());
    }

    @Override
    public final long keys() {
        return ColumnCode.keys(codec.plan(), 0);
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

    /**
     * As {@link #same}, of numbers of a class that others may extend: what has more to it than a number, or may become another one, is
     * not the same as any.
     */
    protected static boolean sameNumber(Object value, Object held) {
        if (value == null || held == null) {
            return value == held;
        }
        Class<?> type = value.getClass();
        return type == held.getClass() && (type == BigDecimal.class || type == BigInteger.class) && value.equals(held);
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
        return Words.get(bits, at);
    }

    /** Sets a column that {@link #firstColumn} has found to be there. */
    protected static void setColumn(long[] bits, long at, long value) {
        Words.put(bits, at, value);
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
        int bits = Float.floatToRawIntBits(value);
        int asHeld = Float.floatToRawIntBits((float) Double.longBitsToDouble(held));
        return bits == asHeld || Float.isNaN(value) && (bits | QUIET_NAN) == asHeld; // which it is as a double
    }

    /** Whether a double is a float, or stands for the text of one. */
    protected static boolean isFloat(long held) {
        return Numbers.isFloat32(Double.longBitsToDouble(held));
    }
}
