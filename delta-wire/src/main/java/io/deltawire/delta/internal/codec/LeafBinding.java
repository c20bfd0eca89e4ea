package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * Maps the fields of an object to the leaves of a type: field {@code i} has leaf {@link #base} + i. Masks over the
 * fields, computed once, tell how each is held, so that a loop over changed fields needs no dispatch. Subclasses give
 * access to the object's fields.
 */
public abstract class LeafBinding {
    /** The type whose leaves the fields are. */
    private final TypeState state;
    /** The leaf of the object's type name, or -1. */
    private final int typeLeaf;
    /** The leaf of the first field. */
    private final int base;

    /** How each field is held; null for a leaf that these objects do not have. */
    private final ColumnKind[] kinds;

    /** A bit for each field that is an integer, and not boxed. */
    private final long integers;

    /** A bit for each leaf that is a double, or a boxed integer, which may have another form in a record. */
    private final long doubles;

    /** A bit for each field that is a reference for which a record has a number: a date or time, or a decimal. */
    private final long counted;

    /** A bit for each field that is text. */
    private final long texts;

    /** A bit for each leaf that is a field of these objects; the type may have other leaves. */
    private final long leaves;

    /** The largest size of an update of numbers, plus eight bytes. */
    private final int maxUpdateBytes;

    /**
     * @param boxes a bit for each field that is not held as its class declares it: a boxed number or boolean, or a
     *     decimal
     */
    public LeafBinding(TypeState state, int typeLeaf, int base, ColumnKind[] kinds, long boxes, long leaves) {
        this.state = state;
        this.typeLeaf = typeLeaf;
        this.base = base;
        this.kinds = kinds;
        long whole = fields(kinds, ColumnKind.INT64);
        this.integers = whole & ~boxes;
        this.doubles = (fields(kinds, ColumnKind.FLOAT64) | whole & boxes) << base;
        this.counted = fields(kinds, ColumnKind.TEMPORAL) | fields(kinds, ColumnKind.VALUE) & boxes;
        this.leaves = leaves;
        this.texts = fields(kinds, ColumnKind.TEXT);
        this.maxUpdateBytes = 1 + (1 + kinds.length) * VarInt.MAX_BYTES + Long.BYTES;
    }

    /** Returns the type whose leaves the fields are. */
    public final TypeState state() {
        return state;
    }

    /** Returns the leaf of the object's type name, or -1. */
    public final int typeLeaf() {
        return typeLeaf;
    }

    /** Returns the leaf of the first field. */
    public final int base() {
        return base;
    }

    /** Returns how each field is held; null for a leaf that these objects do not have. */
    public final ColumnKind[] kinds() {
        return kinds;
    }

    /** Returns how a field is held; null for a leaf that these objects do not have. */
    public final ColumnKind kind(int field) {
        return kinds[field];
    }

    /** Returns a bit for each field that is an integer, and not boxed. */
    public final long integers() {
        return integers;
    }

    /** Returns a bit for each leaf that is a double, or a boxed integer, which may have another form in a record. */
    public final long doubles() {
        return doubles;
    }

    /** Returns a bit for each field that is a reference for which a record has a number. */
    public final long counted() {
        return counted;
    }

    /** Returns a bit for each field that is text. */
    public final long texts() {
        return texts;
    }

    /** Returns a bit for each leaf that is a field of these objects; the type may have other leaves. */
    public final long leaves() {
        return leaves;
    }

    /** Returns the largest size of an update of numbers, plus eight bytes. */
    final int maxUpdateBytes() {
        return maxUpdateBytes;
    }

    /** Returns a bit for each of the first 64 fields of a kind. */
    public static long fields(ColumnKind[] kinds, ColumnKind kind) {
        long fields = 0;
        for (int i = 0; i < Math.min(kinds.length, Long.SIZE); i++) {
            fields |= kinds[i] == kind ? 1L << i : 0;
        }
        return fields;
    }

    /** Returns the value of a field that is held as 64 bits. */
    public abstract long bits(Object object, int field);

    /** Returns the value of a field that is held as a reference. */
    public abstract Object reference(Object object, int field);

    /**
     * Returns the number that stands for a time or decimal in the form of the previous value. It is {@link
     * DecimalCode#NONE} if there is none, and for every other value.
     *
     * @param form the form of the previous value
     */
    static long count(long form, Object value, Object before) {
        int kind = RecordState.kindOf(form);
        if (kind == Kind.TIME) {
            return TimeValue.count(value, RecordState.auxOf(form), before);
        }
        return kind == Kind.DECIMAL
                        && value instanceof BigDecimal number
                        && number.scale() == (byte) RecordState.auxOf(form)
                ? DecimalText.unscaled(number)
                : DecimalCode.NONE;
    }

    /** Whether two records of such objects have the same value in the leaf of a field. */
    final boolean haveSameValue(RecordState a, RecordState b, int leaf) {
        return kinds[leaf - base].isReference()
                ? Objects.equals(a.refAt(leaf), b.refAt(leaf))
                : a.rawAt(leaf) == b.rawAt(leaf) && (a.kind(leaf) == Kind.NULL) == (b.kind(leaf) == Kind.NULL);
    }

    /** Copies the value of a leaf from an object to columns. */
    public void copyLeaf(Object object, int leaf, Columns into) {
        if (leaf == typeLeaf) {
            copyTypeName(into);
        } else {
            copyField(object, leaf - base, leaf, into);
        }
    }

    /** Copies the value of a field, which is a column, to a leaf. */
    public final void copyField(Object object, int field, int leaf, Columns into) {
        ColumnKind kind = kinds[field];
        if (kind.isReference()) {
            copyValue(kind, 0, reference(object, field), leaf, into);
        } else {
            copyValue(kind, bits(object, field), null, leaf, into);
        }
    }

    /**
     * Copies the current value of a field to its leaf.
     *
     * @param values the current values of fields, if held as 64 bits
     * @param references the current values of fields, if held as references
     */
    final void copyValue(int field, long[] values, Object[] references, Columns into) {
        ColumnKind kind = kinds[field];
        boolean isReference = kind.isReference();
        copyValue(kind, isReference ? 0 : values[field], isReference ? references[field] : null, field + base, into);
    }

    /** Copies the type name from the type's last record. */
    public final void copyTypeName(Columns into) {
        into.set(typeLeaf, Kind.TEXT, 0, state.lastRecord().refAt(typeLeaf));
    }

    /** Copies a value that is held as 64 bits or as a reference, depending on its kind. */
    public static void copyValue(ColumnKind kind, long bits, Object reference, int leaf, Columns into) {
        switch (kind) {
            case BOOL -> into.set(leaf, Kind.BOOL, bits, null);
            case INT64 -> into.set(leaf, Kind.INT, bits, null);
            case FLOAT64 -> into.set(leaf, Kind.F64, bits, null);
            case FLOAT32 -> into.set(leaf, Kind.F64, Columns.widenedBits(bits), null);
            case VALUE -> { // a short decimal: no other value of this kind is a column
                boolean isNull = reference == null;
                long unscaled = isNull ? 0 : DecimalText.unscaled((BigDecimal) reference);
                into.set(leaf, isNull ? Kind.NULL : Kind.DECIMAL, unscaled, reference);
            }
            default -> {
                byte held = reference == null ? Kind.NULL : reference instanceof String ? Kind.TEXT : Kind.TIME;
                into.set(leaf, held, 0, reference);
            }
        }
    }

    /** Whether a record has the value of a leaf in the form in which some columns hold a field. */
    public static boolean fits(FieldColumns columns, int field, ColumnKind kind, RecordState record, int leaf) {
        byte held = record.kind(leaf);
        return held == Kind.TIME && (kind == ColumnKind.TEXT || kind == ColumnKind.TEMPORAL)
                ? isHeld(columns, field, record.refAt(leaf))
                : fits(kind, held);
    }

    /** Whether a value that is not a time has the form of columns of a kind. */
    public static boolean fits(ColumnKind kind, byte held) {
        return switch (kind) {
            case INT64 -> held == Kind.INT;
            case FLOAT64, FLOAT32 -> held == Kind.DEC || held == Kind.F64;
            case BOOL -> held == Kind.BOOL;
            case TEXT -> held == Kind.TEXT || held == Kind.NULL || held == Kind.NUMTEXT;
            case TEMPORAL -> held == Kind.NULL;
            case VALUE, NESTED -> true; // reading their tokens tells later
        };
    }

    /** Whether a time is of the class that the field holds. */
    private static boolean isHeld(FieldColumns columns, int field, Object time) {
        return columns.referenceType(field).isInstance(time);
    }
}
