package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.util.Objects;

/** Where objects of one kind have their values among the leaves of a type: field {@code i} in leaf {@link #base} + i. */
public abstract class LeafBinding {
    public final TypeState state;
    /** The leaf of the object's type name, or -1. */
    public final int typeLeaf;
    /** The leaf of the first field. */
    public final int base;

    /** How each field is held; null for one that these objects do not have. */
    public final ColumnKind[] kinds;

    /** A bit for each field that is a whole number. */
    public final long wholes;

    /** A bit for each leaf that is a double, or a number that may have another form in a record. */
    public final long doubles;

    /** A bit for each field that is a reference of which a record has a count: a date or time, or a decimal. */
    public final long times;

    /** A bit for each field that is text. */
    public final long texts;

    /** A bit for each leaf that is a field of these objects; there may be others. */
    public final long leaves;

    /** What an update of numbers takes at most, and eight bytes. */
    final int room;

    /** @param boxes a bit for each field that is held otherwise than its class has it: a number or boolean that may be null, or a decimal */
    public LeafBinding(TypeState state, int typeLeaf, int base, ColumnKind[] kinds, long boxes, long leaves) {
        this.state = state;
        this.typeLeaf = typeLeaf;
        this.base = base;
        this.kinds = kinds;
        long whole = fields(kinds, ColumnKind.INT64);
        this.wholes = whole & ~boxes;
        this.doubles = (fields(kinds, ColumnKind.FLOAT64) | whole & boxes) << base;
        this.times = fields(kinds, ColumnKind.TEMPORAL) | fields(kinds, ColumnKind.VALUE) & boxes;
        this.leaves = leaves;
        this.texts = fields(kinds, ColumnKind.TEXT);
        this.room = 1 + (1 + kinds.length) * VarInt.MAX_BYTES + Long.BYTES;
    }

    /** A bit for each of the first 64 fields that is held so. */
    public static long fields(ColumnKind[] kinds, ColumnKind kind) {
        long fields = 0;
        for (int i = 0; i < Math.min(kinds.length, Long.SIZE); i++) {
            fields |= kinds[i] == kind ? 1L << i : 0;
        }
        return fields;
    }

    /** The value of a field that is held as 64 bits. */
    public abstract long bits(Object object, int field);

    /** The value of a field that is held as a reference. */
    public abstract Object reference(Object object, int field);

    /**
     * The count that stands for what a field of {@link #times} has now, in the form that the record has it in, or
     * {@link DecimalCode#NONE}, as for every other field.
     */
    final long count(RecordState record, Object object, int field) {
        return (times >>> field & 1) == 0
                ? DecimalCode.NONE
                : count(record.form(base + field), reference(object, field), record.ref[base + field]);
    }

    /**
     * The count that stands for a time or decimal in the form of the one that it follows, or {@link DecimalCode#NONE}, as for all that is neither.
     *
     * @param form that of the one before
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

    /** Whether two records that have such objects hold the same value of a field, by its leaf. */
    final boolean holdSame(RecordState a, RecordState b, int leaf) {
        return kinds[leaf - base].isReference()
                ? Objects.equals(a.ref[leaf], b.ref[leaf])
                : a.raw[leaf] == b.raw[leaf] && (a.kind(leaf) == Kind.NULL) == (b.kind(leaf) == Kind.NULL);
    }

    /** Takes the value of one leaf from an object. */
    public void take(Object object, int leaf, Columns into) {
        if (leaf == typeLeaf) {
            takeType(into);
        } else {
            take(object, leaf - base, leaf, into);
        }
    }

    /** Takes the value of a field, which is not had by tokens, to a leaf. */
    public final void take(Object object, int field, int leaf, Columns into) {
        ColumnKind kind = kinds[field];
        if (kind.isReference()) {
            take(kind, 0, reference(object, field), leaf, into);
        } else {
            take(kind, bits(object, field), null, leaf, into);
        }
    }

    /** Takes the type name. */
    public final void takeType(Columns into) {
        into.set(typeLeaf, Kind.TEXT, 0, state.last().ref[typeLeaf]);
    }

    /** Takes a value that is held as 64 bits, or as a reference. */
    public static void take(ColumnKind kind, long bits, Object reference, int leaf, Columns into) {
        switch (kind) {
            case BOOL -> into.set(leaf, Kind.BOOL, bits, null);
            case INT64 -> into.set(leaf, Kind.INT, bits, null);
            case FLOAT64 -> into.set(leaf, Kind.F64, bits, null);
            case FLOAT32 -> into.set(leaf, Kind.F64, Columns.widenedBits(bits), null);
            case VALUE -> { // a short decimal: no other value is taken from a column
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

    /** Whether a leaf holds a field of some columns as these do. */
    public static boolean fits(FieldColumns columns, int field, ColumnKind kind, RecordState record, int leaf) {
        byte held = record.kind(leaf);
        return held == Kind.TIME && (kind == ColumnKind.TEXT || kind == ColumnKind.TEMPORAL)
                ? isHeld(columns, field, record.ref[leaf])
                : fits(kind, held);
    }

    /** Whether a value that is no time is held as columns of a kind have it. */
    public static boolean fits(ColumnKind kind, byte held) {
        return switch (kind) {
            case INT64 -> held == Kind.INT;
            case FLOAT64, FLOAT32 -> held == Kind.DEC || held == Kind.F64;
            case BOOL -> held == Kind.BOOL;
            case TEXT -> held == Kind.TEXT || held == Kind.NULL || held == Kind.NUMTEXT;
            case TEMPORAL -> held == Kind.NULL;
            case VALUE, NESTED -> true; // who reads their tokens finds out
        };
    }

    /** Whether a time is of the class that the field holds: text, or that of the field. */
    private static boolean isHeld(FieldColumns columns, int field, Object time) {
        return columns.referenceType(field).isInstance(time);
    }

    /**
     * Checks the length of texts of an object.
     *
     * @param fields a bit for each field that is text, or null
     * @param first the field of the first bit
     */
    public final void checkTexts(Object object, long fields, int first, WireLimits limits) {
        for (long texts = fields; texts != 0; texts &= texts - 1) {
            Object text = reference(object, first + Long.numberOfTrailingZeros(texts));
            if (text != null) {
                TextLimit.check((String) text, limits);
            }
        }
    }
}
