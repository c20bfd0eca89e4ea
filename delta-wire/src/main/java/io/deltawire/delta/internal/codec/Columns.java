package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.spi.text.NumberText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/** The values of the message being written, a column for each leaf of its type; {@link #stamp} says which are given. */
public final class Columns {
    /** How the value was given: {@link Kind#F64} for any double, {@link Kind#TEXT} for any text. */
    public byte[] kind = new byte[16];
    /** The integer, the double's bits, 0 and 1, or a decimal's unscaled value. */
    public long[] raw = new long[16];
    /** CharSequence is copied to String; Temporal; BigDecimal; byte[] of value bytes. */
    public Object[] ref = new Object[16];
    /** The message that the value is of. */
    int[] stamp = new int[16];

    public int message;

    public void grow(int leaves) {
        if (kind.length < leaves) {
            int n = Math.max(leaves, 2 * kind.length);
            kind = Arrays.copyOf(kind, n);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            stamp = Arrays.copyOf(stamp, n);
        }
    }

    public boolean given(int leaf) {
        return stamp[leaf] == message;
    }

    /** Whether a value is given for a node, or for something below it. */
    public boolean given(Node node) {
        if (node.leaf >= 0 && given(node.leaf)) {
            return true;
        }
        for (int i = 0; i < node.size; i++) {
            if (given(node.children[i])) {
                return true;
            }
        }
        return false;
    }

    public void set(int leaf, byte newKind, long newRaw, Object newRef) {
        kind[leaf] = newKind;
        raw[leaf] = newRaw;
        if (newRef != null) { // the kind says whether there is one; a store of a reference costs a barrier
            ref[leaf] = newRef;
        }
        stamp[leaf] = message;
    }

    /** Sets a column to the value that a record has, as an object gives it. */
    void setHeld(int leaf, RecordState record) {
        byte held = record.kind(leaf);
        Object reference = record.ref[leaf];
        if (reference instanceof String) {
            set(leaf, Kind.TEXT, 0, reference);
        } else if (held == Kind.DEC) {
            set(leaf, Kind.F64, record.raw[leaf], null);
        } else {
            set(leaf, held, held == Kind.DECIMAL ? record.value(leaf) : record.raw[leaf], reference);
        }
    }

    /** Takes back a value. */
    public void unset(int leaf) {
        stamp[leaf] = 0;
    }

    /** The kind of the value in a column, {@link Kind#ABSENT} where none is given. */
    public byte kindOf(int leaf) {
        return stamp[leaf] == message ? kind[leaf] : Kind.ABSENT;
    }

    /** Sets the bits of the leaves whose values are not those that a record holds, which has room for all. */
    void compare(RecordState record, int leaves, long[] mask) {
        for (int w = 0, first = 0; first < leaves; w++, first += Long.SIZE) {
            mask[w] = compare(record, first, Math.min(leaves, first + Long.SIZE));
        }
    }

    /** Most are numbers that are the same, of which nothing but that is asked. */
    private long compare(RecordState record, int first, int end) {
        byte[] kinds = kind;
        int[] stamps = stamp;
        long[] given = raw;
        long[] held = record.raw;
        int now = message;
        long unlike = 0;
        for (int leaf = first; leaf < end; leaf++) {
            boolean isSame =
                    stamps[leaf] == now && given[leaf] == held[leaf] && isNumber(kinds[leaf], record.kind(leaf));
            if (!isSame && !same(leaf, record)) {
                unlike |= 1L << leaf;
            }
        }
        return unlike;
    }

    /**
     * Puts those of these leaves into a mask without any whose values are not those of a record of which the message may make a copy, where
     * all others are.
     *
     * @return whether the copy pays: no more leaves differ than are given
     */
    boolean findUnlike(RecordState record, int[] leaves, int count, long[] mask) {
        int gone = 0;
        for (int i = 0; i < count; i++) {
            int leaf = leaves[i];
            if (!same(leaf, record)) {
                mask[leaf >>> 6] |= 1L << leaf;
                gone += given(leaf) ? 0 : 1;
            }
        }
        return gone == 0 || gone <= countAlike(record, mask);
    }

    private static int countAlike(RecordState record, long[] mask) {
        int count = 0;
        for (int leaf = 0; leaf < record.type.leaves; leaf++) {
            boolean isAlike = (mask[leaf >>> 6] >>> leaf & 1) == 0;
            count += isAlike && record.kind(leaf) != Kind.ABSENT ? 1 : 0;
        }
        return count;
    }

    private static boolean isNumber(byte given, byte held) {
        return given >= Kind.BOOL && given <= Kind.F64 && (given == held || given == Kind.F64 && held == Kind.DEC);
    }

    /** Whether the value is the one that a record holds. */
    boolean same(int leaf, RecordState record) {
        byte given = kindOf(leaf);
        byte held = record.kind(leaf);
        if (given == held || given == Kind.F64 && held == Kind.DEC) {
            if (given <= Kind.F64) {
                return given < Kind.BOOL || record.raw[leaf] == raw[leaf];
            }
            if (ref[leaf] == record.ref[leaf]) {
                return true;
            }
        }
        return same(leaf, record, leaf);
    }

    /** The count that stands for the value in the form that a record has it in, or {@link DecimalCode#NONE}. */
    long number(int leaf, RecordState record) {
        byte given = kindOf(leaf);
        long form = record.form(leaf);
        int held = RecordState.kindOf(form);
        if (given == Kind.F64 && held == Kind.DEC) {
            return DecimalCode.mantissa(Double.longBitsToDouble(raw[leaf]), RecordState.auxOf(form));
        }
        if (given == Kind.DECIMAL && held == Kind.DECIMAL && RecordState.auxOf(form) != scale(leaf)) {
            return DecimalCode.NONE;
        }
        return given == held && (held == Kind.INT || held == Kind.DECIMAL) ? raw[leaf] : DecimalCode.NONE;
    }

    private int scale(int leaf) {
        return ((BigDecimal) ref[leaf]).scale();
    }

    /** Whether the value is the one that a record holds in some leaf. */
    boolean same(int leaf, RecordState record, int at) {
        byte given = kindOf(leaf);
        byte held = record.kind(at);
        switch (given) {
            case Kind.INT, Kind.BOOL:
                return held == given && record.raw[at] == raw[leaf];
            case Kind.F64:
                return (held == Kind.DEC || held == Kind.F64) && record.raw[at] == raw[leaf];
            case Kind.TEXT:
                return sameText((String) ref[leaf], held, record.ref[at]);
            case Kind.TIME:
                return held == Kind.TIME && record.ref[at].equals(ref[leaf]);
            case Kind.DECIMAL:
                return held == Kind.DECIMAL && record.value(at) == raw[leaf] && record.aux(at) == scale(leaf);
            case Kind.RAW:
                return held == Kind.RAW && Arrays.equals((byte[]) ref[leaf], (byte[]) record.ref[at]);
            default:
                return held == given;
        }
    }

    private static boolean sameText(String text, byte held, Object ref) {
        return (held == Kind.TEXT || held == Kind.NUMTEXT || held == Kind.TIME) && text.equals(ref);
    }

    /** As {@link #number}, and the count of a time that is not text. */
    long count(int leaf, RecordState record) {
        if (record.kind(leaf) != Kind.TIME) {
            return number(leaf, record);
        }
        return kindOf(leaf) == Kind.TIME && record.ref[leaf] instanceof Temporal before
                ? TimeValue.count((Temporal) ref[leaf], record.aux(leaf), before)
                : DecimalCode.NONE;
    }

    /**
     * The double nearest to the float's shortest text, so that text shows that; its nearest float is the float again,
     * save where the text lies within a hair of the middle between two floats.
     */
    public static double widen(float value) {
        double nearest = NumberText.widen(value);
        return Float.floatToRawIntBits((float) nearest) == Float.floatToRawIntBits(value) ? nearest : value;
    }

    /** The bits of what a float with these bits is {@linkplain #widen widened} to. */
    public static long widenedBits(long floatBits) {
        return Double.doubleToRawLongBits(widen(Float.intBitsToFloat((int) floatBits)));
    }
}
