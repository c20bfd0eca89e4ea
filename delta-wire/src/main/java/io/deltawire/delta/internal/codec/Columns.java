package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.spi.text.NumberText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The values of the message being written: a column for each leaf of its type. A column belongs to the message if its
 * stamp is the message's number, so that nothing has to be cleared between messages. The class also compares the values
 * with those of records.
 */
public final class Columns {
    /** The kind of each value as it was written: {@link Kind#F64} for any double, {@link Kind#TEXT} for any text. */
    private byte[] kind = new byte[16];
    /** The integer, the bits of the double, 0 and 1 for a boolean, or the unscaled value of a decimal. */
    private long[] raw = new long[16];
    /** The String, Temporal or BigDecimal, or the bytes of a plain value. */
    private Object[] ref = new Object[16];
    /** The number of the message that each value belongs to. */
    private int[] stamp = new int[16];

    /** The number of the current message. */
    private int messageNumber;

    /** Begins another message, which has no values yet. */
    public void beginMessage() {
        messageNumber++;
    }

    /** Returns the number of the current message. */
    public int messageNumber() {
        return messageNumber;
    }

    public void grow(int leaves) {
        if (kind.length < leaves) {
            int n = Math.max(leaves, 2 * kind.length);
            kind = Arrays.copyOf(kind, n);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            stamp = Arrays.copyOf(stamp, n);
        }
    }

    /** Whether the current message has a value for a leaf. */
    public boolean isGiven(int leaf) {
        return stamp[leaf] == messageNumber;
    }

    /** Whether the current message has a value for a node or one of its descendants. */
    public boolean isGiven(SchemaNode node) {
        if (node.leaf() >= 0 && isGiven(node.leaf())) {
            return true;
        }
        for (int i = 0; i < node.childCount(); i++) {
            if (isGiven(node.child(i))) {
                return true;
            }
        }
        return false;
    }

    public void set(int leaf, byte newKind, long newRaw, Object newRef) {
        kind[leaf] = newKind;
        raw[leaf] = newRaw;
        if (newRef != null) { // the kind tells whether there is one, and a store of a reference costs a write barrier
            ref[leaf] = newRef;
        }
        stamp[leaf] = messageNumber;
    }

    /** Sets a column to the value of a record, in the form in which an object would give it. */
    void setFromRecord(int leaf, RecordState record) {
        byte held = record.kind(leaf);
        Object reference = record.refAt(leaf);
        if (reference instanceof String) {
            set(leaf, Kind.TEXT, 0, reference);
        } else if (held == Kind.DEC) {
            set(leaf, Kind.F64, record.rawAt(leaf), null);
        } else {
            set(leaf, held, held == Kind.DECIMAL ? record.value(leaf) : record.rawAt(leaf), reference);
        }
    }

    /** Returns the kind of the value that a leaf was last given, in the current message or before. */
    public byte kindAt(int leaf) {
        return kind[leaf];
    }

    /** Returns a leaf's integer, the bits of its double, 0 and 1 for a boolean, or the unscaled value of its decimal. */
    public long rawAt(int leaf) {
        return raw[leaf];
    }

    /** Returns a leaf's String, Temporal or BigDecimal, or the bytes of its plain value. */
    public Object refAt(int leaf) {
        return ref[leaf];
    }

    /** Removes the value of a leaf from the current message. */
    public void unset(int leaf) {
        stamp[leaf] = 0;
    }

    /** Returns the kind of a leaf's value, or {@link Kind#ABSENT} if the message has none. */
    public byte kindOf(int leaf) {
        return stamp[leaf] == messageNumber ? kind[leaf] : Kind.ABSENT;
    }

    /** Sets the mask to the leaves whose values differ from those of a record, which has a column for each leaf. */
    void findDifferences(RecordState record, int leaves, long[] mask) {
        for (int w = 0, first = 0; first < leaves; w++, first += Long.SIZE) {
            mask[w] = findDifferences(record, first, Math.min(leaves, first + Long.SIZE));
        }
    }

    /** Compares up to 64 leaves. Most are equal numbers, so these are checked first and without calls. */
    private long findDifferences(RecordState record, int first, int end) {
        byte[] kinds = kind;
        int[] stamps = stamp;
        long[] given = raw;
        long[] held = record.rawColumns();
        int now = messageNumber;
        long unlike = 0;
        for (int leaf = first; leaf < end; leaf++) {
            boolean isSame =
                    stamps[leaf] == now && given[leaf] == held[leaf] && isNumber(kinds[leaf], record.kind(leaf));
            if (!isSame && !isSame(leaf, record)) {
                unlike |= 1L << leaf;
            }
        }
        return unlike;
    }

    /**
     * Adds the leaves whose values differ from those of a record to an empty mask. A new record might be a copy of that
     * record.
     *
     * @param leaves the leaves that may differ; all others are equal
     * @return whether a copy pays: it does if no more leaves become absent than stay equal
     */
    boolean findUnlike(RecordState record, int[] leaves, int count, long[] mask) {
        int gone = 0;
        for (int i = 0; i < count; i++) {
            int leaf = leaves[i];
            if (!isSame(leaf, record)) {
                mask[leaf >>> 6] |= 1L << leaf;
                gone += isGiven(leaf) ? 0 : 1;
            }
        }
        return gone == 0 || gone <= countAlike(record, mask);
    }

    private static int countAlike(RecordState record, long[] mask) {
        int count = 0;
        for (int leaf = 0; leaf < record.type().leafCount(); leaf++) {
            boolean isAlike = (mask[leaf >>> 6] >>> leaf & 1) == 0;
            count += isAlike && record.kind(leaf) != Kind.ABSENT ? 1 : 0;
        }
        return count;
    }

    private static boolean isNumber(byte given, byte held) {
        return given >= Kind.BOOL && given <= Kind.F64 && (given == held || given == Kind.F64 && held == Kind.DEC);
    }

    /** Whether the value of a leaf is the one that a record has. */
    boolean isSame(int leaf, RecordState record) {
        byte given = kindOf(leaf);
        byte held = record.kind(leaf);
        if (given == held || given == Kind.F64 && held == Kind.DEC) {
            if (given <= Kind.F64) {
                return given < Kind.BOOL || record.rawAt(leaf) == raw[leaf];
            }
            if (ref[leaf] == record.refAt(leaf)) {
                return true;
            }
        }
        return isSameAs(leaf, record, leaf);
    }

    /**
     * Returns the number that stands for the value in a record's form, or {@link DecimalCode#NONE}; never for a time.
     */
    long countOf(int leaf, RecordState record) {
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

    /** Whether the value of a leaf is the one that a record has in leaf {@code at}. */
    boolean isSameAs(int leaf, RecordState record, int at) {
        byte given = kindOf(leaf);
        byte held = record.kind(at);
        switch (given) {
            case Kind.INT, Kind.BOOL:
                return held == given && record.rawAt(at) == raw[leaf];
            case Kind.F64:
                return (held == Kind.DEC || held == Kind.F64) && record.rawAt(at) == raw[leaf];
            case Kind.TEXT:
                return sameText((String) ref[leaf], held, record.refAt(at));
            case Kind.TIME:
                return held == Kind.TIME && record.refAt(at).equals(ref[leaf]);
            case Kind.DECIMAL:
                return held == Kind.DECIMAL && record.value(at) == raw[leaf] && record.aux(at) == scale(leaf);
            case Kind.RAW:
                return held == Kind.RAW && Arrays.equals((byte[]) ref[leaf], (byte[]) record.refAt(at));
            default:
                return held == given;
        }
    }

    private static boolean sameText(String text, byte held, Object ref) {
        return (held == Kind.TEXT || held == Kind.NUMTEXT || held == Kind.TIME) && text.equals(ref);
    }

    /** Does what {@link #countOf} does, also for a time that is not text. */
    long countOrTime(int leaf, RecordState record) {
        if (record.kind(leaf) != Kind.TIME) {
            return countOf(leaf, record);
        }
        return kindOf(leaf) == Kind.TIME && record.refAt(leaf) instanceof Temporal before
                ? TimeValue.count((Temporal) ref[leaf], record.aux(leaf), before)
                : DecimalCode.NONE;
    }

    /**
     * Returns the double that is nearest to the float's shortest text, so that the double has the same text. If
     * rounding that double to a float would not give the float again, which is rare, it returns the float's exact
     * value.
     */
    public static double widen(float value) {
        double nearest = NumberText.widen(value);
        return Float.floatToRawIntBits((float) nearest) == Float.floatToRawIntBits(value) ? nearest : value;
    }

    /** Does what {@link #widen} does, from the bits of a float to the bits of a double. */
    public static long widenedBits(long floatBits) {
        return Double.doubleToRawLongBits(widen(Float.intBitsToFloat((int) floatBits)));
    }
}
