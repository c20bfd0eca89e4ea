package io.deltawire.delta;

import java.util.Arrays;

/** The values of the message being written, a column for each leaf of its type; {@link #stamp} says which are given. */
final class Columns {
    /** How the value was given: {@link Kind#F64} for any double, {@link Kind#TEXT} for any text. */
    byte[] kind = new byte[16];
    /** The integer, the double's bits, or 0 and 1. */
    long[] raw = new long[16];
    /** CharSequence is copied to String; Temporal; byte[] of value bytes. */
    Object[] ref = new Object[16];
    /** The message that the value is of. */
    int[] stamp = new int[16];

    int message;

    void grow(int leaves) {
        if (kind.length < leaves) {
            int n = Math.max(leaves, 2 * kind.length);
            kind = Arrays.copyOf(kind, n);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            stamp = Arrays.copyOf(stamp, n);
        }
    }

    boolean given(int leaf) {
        return stamp[leaf] == message;
    }

    void set(int leaf, byte newKind, long newRaw, Object newRef) {
        kind[leaf] = newKind;
        raw[leaf] = newRaw;
        if (newRef != null) { // the kind says whether there is one; a store of a reference costs a barrier
            ref[leaf] = newRef;
        }
        stamp[leaf] = message;
    }

    /** Takes back a value. */
    void unset(int leaf) {
        stamp[leaf] = 0;
    }

    /** The kind of the value in a column, {@link Kind#ABSENT} where none is given. */
    byte kindOf(int leaf) {
        return stamp[leaf] == message ? kind[leaf] : Kind.ABSENT;
    }

    /** Whether the value is the one that a record holds. */
    boolean same(int leaf, RecordState record) {
        byte given = kindOf(leaf);
        byte held = record.kind[leaf];
        switch (given) {
            case Kind.INT, Kind.BOOL:
                return held == given && record.raw[leaf] == raw[leaf];
            case Kind.F64:
                return (held == Kind.DEC || held == Kind.F64) && record.raw[leaf] == raw[leaf];
            case Kind.TEXT:
                return sameText((String) ref[leaf], held, record.ref[leaf]);
            case Kind.TIME:
                return held == Kind.TIME
                        && ((TimeValue) record.ref[leaf]).value().equals(ref[leaf]);
            case Kind.RAW:
                return held == Kind.RAW && Arrays.equals((byte[]) ref[leaf], (byte[]) record.ref[leaf]);
            default:
                return held == given;
        }
    }

    private static boolean sameText(String text, byte held, Object ref) {
        if (held == Kind.TEXT || held == Kind.NUMTEXT) {
            return text.equals(ref);
        }
        return held == Kind.TIME && text.equals(((TimeValue) ref).value());
    }

    /**
     * The double nearest to the float's shortest text, so that text shows that; its nearest float is the float again,
     * save where the text lies within a hair of the middle between two floats.
     */
    static double widen(float value) {
        double nearest = Double.isFinite(value) ? Double.parseDouble(Float.toString(value)) : value;
        return Float.floatToRawIntBits((float) nearest) == Float.floatToRawIntBits(value) ? nearest : value;
    }
}
