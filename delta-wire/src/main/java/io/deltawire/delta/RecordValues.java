package io.deltawire.delta;

import io.deltawire.wire.spi.Words;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The values of a record, a column for each leaf of its type: how the value is coded ({@link #kind}, {@link #aux},
 * {@link #value}), what it is ({@link #raw} for numbers and booleans, {@link #ref} for the rest), and what the linear
 * predictor and the return from null need.
 */
abstract class RecordValues {
    private static final int WIDTH = 3;
    private static final int VALUE = 0;
    /** What the value changed by last. */
    private static final int DIFFERENCE = 1;
    /** The value's kind and aux, and above them what {@link #updates} was when it changed last. */
    private static final int FORM = 2;

    private static final int KIND_SHIFT = 8;
    private static final int UPDATE_SHIFT = 16;
    private static final long FORM_BITS = (1L << UPDATE_SHIFT) - 1;

    TypeState type;

    /** By leaf: the integer, the double's bits, or 0 and 1. */
    long[] raw;
    /** By leaf: text as a String, a time as it was given, a decimal, or the bytes of a plain value. */
    Object[] ref;
    /** {@link #WIDTH} numbers for each leaf, next to each other since a change needs them all. */
    private long[] cells;
    /** By leaf: what there is to know of a time that is text. Null where there has been none. */
    private TimeValue[] textTimes;

    /** That the columns are an object's fields, where that is known; else null. */
    ColumnBinding binding;

    /** The number of the order of its tokens among those of the type, while it has values in the same leaves; 0 where not known. */
    private int walkOrder;

    /** The number of messages this record has had. */
    int updates;

    /** The values before null; null where there has been none. */
    private Shadows shadows;

    RecordValues(TypeState type) {
        int n = room(type);
        raw = new long[n];
        ref = new Object[n];
        cells = new long[WIDTH * n];
    }

    /** Takes all values away. */
    final void clear() {
        type = null;
        walkOrder = 0;
        Arrays.fill(raw, 0);
        Arrays.fill(ref, null);
        Arrays.fill(cells, 0);
        textTimes = null;
        binding = null;
        updates = 0;
        shadows = null;
    }

    /** The leaves that there is room for in a new record. */
    static int room(TypeState type) {
        return Math.max(4, type.leaves);
    }

    /** Makes columns for the leaves that the type has now. */
    void grow() {
        int n = type.leaves;
        if (raw.length < n) {
            n = Math.max(n, raw.length + raw.length / 2);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            cells = Arrays.copyOf(cells, WIDTH * n);
            textTimes = textTimes == null ? null : Arrays.copyOf(textTimes, n);
        }
    }

    /** How long its texts and plain values are together: in UTF-16 units, and bytes. */
    long textLength() {
        long length = 0;
        for (Object value : ref) {
            if (value instanceof String text) {
                length += text.length();
            } else if (value instanceof byte[] bytes) {
                length += bytes.length;
            }
        }
        return length;
    }

    /** The number of leaves that there is room for. */
    int leaves() {
        return raw.length;
    }

    /** How a leaf's value is coded: what {@link #kindOf} and {@link #auxOf} tell. */
    long form(int leaf) {
        return cells[WIDTH * leaf + FORM];
    }

    static int kindOf(long form) {
        return (int) form >>> KIND_SHIFT & 0xFF;
    }

    static int auxOf(long form) {
        return (int) form & 0xFF;
    }

    /** How a leaf's value is coded: a {@link Kind}. */
    byte kind(int leaf) {
        return (byte) (cells[WIDTH * leaf + FORM] >>> KIND_SHIFT);
    }

    /** The scale of a decimal, or the format of a time. */
    byte aux(int leaf) {
        return (byte) cells[WIDTH * leaf + FORM];
    }

    /** The number that differences are of. */
    long value(int leaf) {
        return cells[WIDTH * leaf + VALUE];
    }

    /** Whether two leaves are coded in the same way, but for what there is to know of a time. */
    static boolean sameForm(RecordValues a, RecordValues b, int leaf) {
        return (short) a.cells[WIDTH * leaf + FORM] == (short) b.cells[WIDTH * leaf + FORM];
    }

    /** String, {@link TimeValue}, BigDecimal or byte[]: what {@link #set} was given. */
    Object coded(int leaf) {
        return kind(leaf) == Kind.TIME ? time(leaf) : ref[leaf];
    }

    private TimeValue time(int leaf) {
        byte format = aux(leaf);
        return (format & TimeValue.IS_TEXT) != 0
                ? textTimes[leaf]
                : TimeValue.held(format, value(leaf), (Temporal) ref[leaf]);
    }

    /** The order of its tokens. */
    WalkOrder walkOrder() {
        WalkOrder order = type.walkOrder(walkOrder);
        if (order == null) {
            order = type.walkOrder(WalkOrder.present(this));
            walkOrder = order.number;
        }
        return order;
    }

    /** Takes a value away. */
    void remove(int leaf) {
        walkOrder = 0;
        cells[WIDTH * leaf + FORM] = Kind.ABSENT << KIND_SHIFT;
    }

    /** Takes over another record's values; differences and values before null are not taken over. */
    void copyValues(RecordValues from) {
        grow();
        walkOrder = 0;
        int n = Math.min(from.raw.length, type.leaves);
        System.arraycopy(from.raw, 0, raw, 0, n);
        System.arraycopy(from.ref, 0, ref, 0, n);
        long[] copied = from.cells;
        for (int at = 0; at < WIDTH * n; at += WIDTH) {
            cells[at + VALUE] = copied[at + VALUE];
            cells[at + DIFFERENCE] = 0;
            cells[at + FORM] = copied[at + FORM] & FORM_BITS;
        }
        if (from.textTimes != null) {
            textTimes = textTimes == null ? new TimeValue[raw.length] : textTimes;
            System.arraycopy(from.textTimes, 0, textTimes, 0, n);
        }
    }

    /** Takes over one value of another record. */
    void copyValue(RecordValues from, int leaf) {
        if (leaf < from.raw.length) {
            set(leaf, from.kind(leaf), from.aux(leaf), from.value(leaf), from.raw[leaf], from.coded(leaf));
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
        return leaf >= 0 && leaf < raw.length && kind(leaf) != Kind.ABSENT;
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
        if ((kind(leaf) != Kind.ABSENT) != (there && kind(from) != Kind.ABSENT)) {
            walkOrder = 0;
        }
        cells[WIDTH * leaf + VALUE] = there ? value(from) : 0;
        cells[WIDTH * leaf + FORM] = there ? cells[WIDTH * from + FORM] & FORM_BITS : Kind.ABSENT << KIND_SHIFT;
        raw[leaf] = there ? raw[from] : 0;
        ref[leaf] = there ? ref[from] : null;
        if (textTimes != null) {
            textTimes[leaf] = there ? textTimes[from] : null;
        }
        binding = null;
    }

    /** Sets one value, and keeps what the next prediction needs of the one before. */
    void set(int leaf, byte newKind, byte newAux, long newValue, long newRaw, Object coded) {
        byte oldKind = kind(leaf);
        boolean staysInForm = oldKind == newKind && aux(leaf) == newAux;
        if (oldKind != newKind || newKind == Kind.TIME && !staysInForm) {
            binding = null; // what the columns hold has to be looked at again
            if (oldKind == Kind.ABSENT || newKind == Kind.ABSENT) {
                walkOrder = 0;
            }
        }
        int at = WIDTH * leaf;
        long changedAt = cells[at + FORM] & ~FORM_BITS;
        if (Kind.isNumeric(newKind)) {
            if (staysInForm && updates > 0) {
                cells[at + DIFFERENCE] = newValue - cells[at + VALUE];
                changedAt = (long) (updates + 1) << UPDATE_SHIFT;
            }
        } else if (newKind <= Kind.NULL && oldKind >= Kind.BOOL) {
            keepShadow(leaf);
        }
        cells[at + VALUE] = newValue;
        cells[at + FORM] = changedAt | newKind << KIND_SHIFT | newAux & 0xFF;
        raw[leaf] = newRaw;
        ref[leaf] = coded;
        if (newKind == Kind.TIME) {
            setTime(leaf, (TimeValue) coded);
        }
    }

    private void setTime(int leaf, TimeValue time) {
        if (time.isText()) {
            if (textTimes == null) {
                textTimes = new TimeValue[raw.length];
            }
            textTimes[leaf] = time;
        }
        ref[leaf] = time.value();
    }

    /** Sets a boolean in place of another one. */
    void setBoolean(int leaf, long bit) {
        cells[WIDTH * leaf + VALUE] = bit;
        raw[leaf] = bit;
    }

    /** Sets a text in place of another one. */
    void setText(int leaf, String text) {
        ref[leaf] = text;
    }

    /** Sets a decimal, or a time that is no text, that stays in the form that it has. */
    void moveReference(int leaf, long count, Object value, long by) {
        move(leaf, count, 0, by);
        ref[leaf] = value;
    }

    /** Sets a number that stays in the form that it has. */
    void move(int leaf, long newValue, long newRaw, long by) {
        int at = WIDTH * leaf;
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
        if (updates > 0) {
            cells[at + DIFFERENCE] = by;
            cells[at + FORM] = cells[at + FORM] & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        }
    }

    /** Sets a number that stays in the form that it has, in a record that has had a message. */
    void follow(int leaf, long form, long newValue, long newRaw) {
        int at = WIDTH * leaf;
        cells[at + FORM] = form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        cells[at + DIFFERENCE] = newValue - cells[at + VALUE];
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
    }

    /** What {@link #form(int)} tells of a leaf that there is room for. */
    long formAt(int leaf) {
        return Words.get(cells, (long) WIDTH * leaf + FORM);
    }

    /** What {@link #value} tells of a leaf that there is room for. */
    long valueAt(int leaf) {
        return Words.get(cells, (long) WIDTH * leaf + VALUE);
    }

    /** What {@link #difference(int, long)} tells of a leaf that there is room for. */
    long differenceAt(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? Words.get(cells, (long) WIDTH * leaf + DIFFERENCE) : 0;
    }

    /** As {@link #follow}, of a leaf that there is room for. */
    void followAt(int leaf, long form, long newValue, long difference, long newRaw) {
        long at = (long) WIDTH * leaf;
        Words.put(cells, at + FORM, form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT);
        Words.put(cells, at + DIFFERENCE, difference);
        Words.put(cells, at + VALUE, newValue);
        Words.put(raw, leaf, newRaw);
    }

    /** As {@link #followReference}, of a leaf that there is room for. */
    void followReferenceAt(int leaf, long form, long count, long difference, Object value) {
        followAt(leaf, form, count, difference, 0);
        ref[leaf] = value;
    }

    /** As {@link #follow}, of a decimal, or a time that is no text. */
    void followReference(int leaf, long form, long count, Object value) {
        followReferenceAt(leaf, form, count, count - value(leaf), value);
    }

    void set(int leaf, Coded coded) {
        set(leaf, coded.kind, coded.aux, coded.value, coded.raw, coded.ref);
    }

    /** What the value changed by in this record's last message; 0 where that was not a change within one coding. */
    long difference(int leaf) {
        return difference(leaf, form(leaf));
    }

    /** As {@link #difference(int)}, of a leaf of this form. */
    long difference(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? cells[WIDTH * leaf + DIFFERENCE] : 0;
    }

    private void keepShadow(int leaf) {
        if (shadows == null) {
            shadows = new Shadows();
        }
        shadows.grow(raw.length);
        shadows.kind[leaf] = kind(leaf);
        shadows.aux[leaf] = aux(leaf);
        shadows.value[leaf] = value(leaf);
        shadows.ref[leaf] = coded(leaf);
    }

    /** The coding of the value before the last null or absence, or {@link Kind#ABSENT} where there was none. */
    byte shadowKind(int leaf) {
        return shadows == null || leaf >= shadows.kind.length ? Kind.ABSENT : shadows.kind[leaf];
    }

    byte shadowAux(int leaf) {
        return shadows.aux[leaf];
    }

    long shadowValue(int leaf) {
        return shadows.value[leaf];
    }

    Object shadowRef(int leaf) {
        return shadows.ref[leaf];
    }
}
