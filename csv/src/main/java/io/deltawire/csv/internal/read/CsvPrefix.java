package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NumberReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The cells of an event's name and of a type name, each with its delimiter, that a record begins with; of no bytes in a table
 * without columns for them. There is one only where the columns after them are a class's fields, or some of them, and maybe others, in
 * whatever order.
 */
public final class CsvPrefix extends MessageHead {
    /** An empty name for each field: they are in the header. */
    private static final Shape.Attachment<byte[][]> IN_ORDER =
            Shape.Attachment.computedBy(shape -> new byte[shape.size()][0]);

    private static final Shape.Attachment<byte[][]> IN_ANY_ORDER =
            Shape.Attachment.computedBy(shape -> new byte[shape.size()][]);

    /** The fields. */
    final Shape shape;

    /** The object of the fields. */
    final Column group;

    /** How many objects are entered, with that. */
    final int levels;

    /** The column of the first field. */
    final int base;

    /** The ordinals of the columns after it, in order; null where they are all the fields, in the order of the shape. */
    private final int[] order;

    final byte delimiter;
    final int length;
    private final byte[] bytes;

    private CsvPrefix(String event, boolean isTyped, Shape shape, Column group, int base, byte delimiter, String text) {
        super(event, isTyped);
        this.shape = shape;
        this.group = group;
        this.order = order(group, shape);
        this.levels = event == null ? 1 : 2;
        this.base = base;
        this.delimiter = delimiter;
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        this.length = bytes.length;
    }

    /**
     * Returns the head of records of an object, or null where they do not begin so, or a limit may forbid what is ordinary.
     *
     * @param event null for none
     * @param typeName null for none
     */
    static CsvPrefix of(ColumnTable table, char delimiter, WireLimits limits, String event, String typeName, Shape shape) {
        Column root = table.root();
        boolean isInGroup = event != null && root.event() == null;
        Column group = isInGroup ? root.child(event, 0) : root;
        if (group == null
                || isInGroup && (root.size() != 1 || root.type() != null)
                || root.value() != null
                || (group.type() == null) != (typeName == null)
                || typeName == null && root.event() != null
                || Math.min(limits.maxNumberChars(), limits.maxTextChars()) < NumberReader.MOST_SHORT_CHARS) {
            return null;
        }
        int base = (root.event() == null ? 0 : 1) + (typeName == null ? 0 : 1);
        if (base + group.size() != table.width()
                || !areScalars(group, base)
                || !isAny(group, shape)
                || !isOrdinary(event, delimiter)
                || !isOrdinary(typeName, delimiter)) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < base; i++) {
            boolean isType = table.leaf(i) == group.type();
            text.append(isType ? typeName : event == null ? "" : event).append(delimiter);
        }
        return new CsvPrefix(event, typeName != null, shape, group, base, (byte) delimiter, text.toString());
    }

    /** Whether the fields of a group are in cells of their own one after another, and none is JSON text. */
    private static boolean areScalars(Column group, int base) {
        for (int i = 0; i < group.size(); i++) {
            Column leaf = group.child(i);
            if (leaf.index() != base + i || leaf.isJson()) {
                return false;
            }
        }
        return true;
    }

    /** Whether any field of a group is one of a shape. */
    private static boolean isAny(Column group, Shape shape) {
        return Arrays.stream(group.ordinals(shape)).anyMatch(ordinal -> ordinal >= 0);
    }

    private static int[] order(Column group, Shape shape) {
        int[] order = group.ordinals(shape).clone();
        boolean isInOrder = order.length == shape.size();
        for (int i = 0; i < order.length; i++) {
            isInOrder &= order[i] == i;
            order[i] = order[i] < 0 ? WireIn.UNKNOWN : order[i];
        }
        return isInOrder ? null : order;
    }

    /**
     * The ordinals in {@link #shape} of the columns from {@link #base} on; null where they are all the fields, in the order of the
     * shape.
     */
    public int[] order() {
        return order;
    }

    /** What stands in front of the values; after a head that is not known, too. */
    public static Shape.Attachment<byte[][]> names(CsvPrefix head) {
        return head == null || head.order == null ? IN_ORDER : IN_ANY_ORDER;
    }

    /** Whether the cell of a name is the name as it is, or there is none. */
    private static boolean isOrdinary(String name, char delimiter) {
        return name == null
                || !name.isEmpty()
                        && !ColumnNames.isHeaderCell(name)
                        && name.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != delimiter);
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Whether a record that begins at an index begins so, and goes on. */
    @Override
    public boolean isAt(byte[] a, int at, int end) {
        if (end - at <= length) {
            return false;
        }
        // An empty line is passed over, or the one cell of its record.
        return length > 0 ? Arrays.equals(a, at, at + length, bytes, 0, length) : a[at] != '\n' && a[at] != '\r';
    }
}
