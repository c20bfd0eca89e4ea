package io.deltawire.delta;

import java.util.Arrays;

/**
 * The last record of one key, a column for each leaf of its type: how the value is coded ({@link #kind}, {@link #aux},
 * {@link #value}), what it is ({@link #raw} for numbers and booleans, {@link #ref} for the rest), and what the linear
 * predictor and the return from null need.
 */
final class RecordState {
    final TypeState type;
    final int slot;

    byte[] kind;
    byte[] aux;
    long[] value;
    /** The integer, the double's bits, or 0 and 1. */
    long[] raw;
    /** String, TimeValue or byte[]. */
    Object[] ref;

    /** That the columns are an object's fields, where that is known; else null. */
    ColumnBinding binding;
    /** Reader: the object that is kept up to date with this record, or null. */
    Object live;
    /** Reader: the number of messages that the record had when the object was last brought up to date. */
    int liveAt;

    /** Reader: what the record was when its changes were last asked for, or null. */
    RecordState seen;

    /** Writer: the hash of the key. */
    int hash;
    /** Writer: {@link #updates} when a record to forget was last looked for here. */
    int updatesAtHand;

    private long[] difference;
    private int[] differenceAt;
    /** The number of messages this record has had. */
    int updates;

    private byte[] shadowKind;
    private byte[] shadowAux;
    private long[] shadowValue;
    private Object[] shadowRef;

    RecordState(TypeState type, int slot) {
        this.type = type;
        this.slot = slot;
        allocate(Math.max(4, type.leaves));
    }

    private void allocate(int n) {
        kind = new byte[n];
        aux = new byte[n];
        value = new long[n];
        raw = new long[n];
        ref = new Object[n];
        difference = new long[n];
        differenceAt = new int[n];
    }

    /** Makes columns for the leaves that the type has now. */
    void grow() {
        int n = type.leaves;
        if (kind.length < n) {
            n = Math.max(n, kind.length + kind.length / 2);
            kind = Arrays.copyOf(kind, n);
            aux = Arrays.copyOf(aux, n);
            value = Arrays.copyOf(value, n);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            difference = Arrays.copyOf(difference, n);
            differenceAt = Arrays.copyOf(differenceAt, n);
        }
    }

    /** Takes over another record's values; differences and values before null are not taken over. */
    void copyValues(RecordState from) {
        grow();
        int n = Math.min(from.kind.length, type.leaves);
        System.arraycopy(from.kind, 0, kind, 0, n);
        System.arraycopy(from.aux, 0, aux, 0, n);
        System.arraycopy(from.value, 0, value, 0, n);
        System.arraycopy(from.raw, 0, raw, 0, n);
        System.arraycopy(from.ref, 0, ref, 0, n);
    }

    /** Takes over one value of another record. */
    void copyValue(RecordState from, int leaf) {
        boolean there = leaf < from.kind.length;
        if (there) {
            set(leaf, from.kind[leaf], from.aux[leaf], from.value[leaf], from.raw[leaf], from.ref[leaf]);
        } else {
            set(leaf, Kind.ABSENT, (byte) 0, 0, 0, null);
        }
    }

    /** Whether a node has a value: its leaf, or something below it. */
    boolean has(Node node) {
        return hasValue(node) || hasContent(node);
    }

    private boolean hasValue(Node node) {
        int leaf = node.leaf;
        return leaf >= 0 && leaf < kind.length && kind[leaf] != Kind.ABSENT;
    }

    /** Whether something below a node has a value: a search whose depth costs no stack. */
    boolean hasContent(Node node) {
        int[] searched = type.searched;
        Node parent = node;
        int level = 0;
        searched[0] = 0;
        while (true) {
            if (searched[level] < parent.size) {
                Node child = parent.children[searched[level]++];
                if (hasValue(child)) {
                    return true;
                }
                if (child.size > 0) {
                    parent = child;
                    level++;
                    if (level == searched.length) {
                        searched = Arrays.copyOf(searched, 2 * level);
                        type.searched = searched;
                    }
                    searched[level] = 0;
                }
            } else if (level-- == 0) {
                return false;
            } else {
                parent = parent.parent;
            }
        }
    }

    /** Gives one leaf the value of another, or none where that is -1, as an edit of a list does. */
    void move(int leaf, int from) {
        boolean there = from >= 0;
        kind[leaf] = there ? kind[from] : Kind.ABSENT;
        aux[leaf] = there ? aux[from] : 0;
        value[leaf] = there ? value[from] : 0;
        raw[leaf] = there ? raw[from] : 0;
        ref[leaf] = there ? ref[from] : null;
        differenceAt[leaf] = -1;
        binding = null;
    }

    /** Sets one value, and keeps what the next prediction needs of the one before. */
    void set(int leaf, byte newKind, byte newAux, long newValue, long newRaw, Object newRef) {
        byte oldKind = kind[leaf];
        if (oldKind != newKind || newKind == Kind.TIME && aux[leaf] != newAux) {
            binding = null; // what the columns hold has to be looked at again
        }
        if (Kind.isNumeric(newKind)) {
            if (oldKind == newKind && aux[leaf] == newAux && updates > 0) {
                difference[leaf] = newValue - value[leaf];
                differenceAt[leaf] = updates + 1;
            }
        } else if (newKind <= Kind.NULL && oldKind >= Kind.BOOL) {
            keepShadow(leaf);
        }
        kind[leaf] = newKind;
        aux[leaf] = newAux;
        value[leaf] = newValue;
        raw[leaf] = newRaw;
        ref[leaf] = newRef;
    }

    /** Sets a number that stays in the form that it has. */
    void move(int leaf, long newValue, long newRaw, long by) {
        value[leaf] = newValue;
        raw[leaf] = newRaw;
        if (updates > 0) {
            difference[leaf] = by;
            differenceAt[leaf] = updates + 1;
        }
    }

    void set(int leaf, Coded coded) {
        set(leaf, coded.kind, coded.aux, coded.value, coded.raw, coded.ref);
    }

    /** What the value changed by in this record's last message; 0 where that was not a change within one coding. */
    long difference(int leaf) {
        return differenceAt[leaf] == updates ? difference[leaf] : 0;
    }

    private void keepShadow(int leaf) {
        if (shadowKind == null || shadowKind.length <= leaf) {
            int n = kind.length;
            shadowKind = shadowKind == null ? new byte[n] : Arrays.copyOf(shadowKind, n);
            shadowAux = shadowAux == null ? new byte[n] : Arrays.copyOf(shadowAux, n);
            shadowValue = shadowValue == null ? new long[n] : Arrays.copyOf(shadowValue, n);
            shadowRef = shadowRef == null ? new Object[n] : Arrays.copyOf(shadowRef, n);
        }
        shadowKind[leaf] = kind[leaf];
        shadowAux[leaf] = aux[leaf];
        shadowValue[leaf] = value[leaf];
        shadowRef[leaf] = ref[leaf];
    }

    /** The coding of the value before the last null or absence, or {@link Kind#ABSENT} where there was none. */
    byte shadowKind(int leaf) {
        return shadowKind == null || leaf >= shadowKind.length ? Kind.ABSENT : shadowKind[leaf];
    }

    byte shadowAux(int leaf) {
        return shadowAux[leaf];
    }

    long shadowValue(int leaf) {
        return shadowValue[leaf];
    }

    Object shadowRef(int leaf) {
        return shadowRef[leaf];
    }
}
