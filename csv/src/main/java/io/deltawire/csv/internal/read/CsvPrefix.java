package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.text.NumberScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The cells with the name of an event and with a type name, each with its delimiter, that a record begins with. The
 * prefix is empty in a table without columns for them.
 *
 * <p>A prefix is made only if the columns after it can be taken directly: each of them is a field of the class or one
 * that the class does not have, in any order, and none is JSON text.
 */
public final class CsvPrefix extends MessagePrefix {
    /** For each field an empty name, since the names are in the header. */
    private static final Shape.Attachment<byte[][]> IN_ORDER =
            Shape.Attachment.computedBy(shape -> new byte[shape.size()][0]);

    private static final Shape.Attachment<byte[][]> IN_ANY_ORDER =
            Shape.Attachment.computedBy(shape -> new byte[shape.size()][]);

    final Shape shape;

    /** The object that the fields are in. */
    final Column group;

    /** The number of objects to be entered, the one of the fields included. */
    final int levels;

    /** The index of the column of the first field. */
    final int base;

    /** See {@link #order()}. */
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
     * Creates the prefix of records of an object. Returns null if the records cannot be taken directly, or if a limit
     * may forbid ordinary values.
     *
     * @param event the name of the event, or null
     * @param typeName the type name, or null
     */
    static CsvPrefix create(
            ColumnTable table, char delimiter, WireLimits limits, String event, String typeName, Shape shape) {
        Column root = table.root();
        boolean isInGroup = event != null && root.event() == null;
        Column group = isInGroup ? root.child(event, 0) : root;
        if (group == null
                || isInGroup && (root.size() != 1 || root.type() != null)
                || root.value() != null
                || (group.type() == null) != (typeName == null)
                || typeName == null && root.event() != null
                || Math.min(limits.maxNumberChars(), limits.maxTextChars()) < NumberScanner.MOST_SHORT_CHARS) {
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

    /** Whether the fields of a group have consecutive cells, none of which is JSON text. */
    private static boolean areScalars(Column group, int base) {
        for (int i = 0; i < group.size(); i++) {
            Column leaf = group.child(i);
            if (leaf.index() != base + i || leaf.isJson()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a group and a shape have a field in common. */
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
     * The ordinals in {@link #shape} of the columns from {@link #base} on. Null if they are all the fields, in the
     * order of the shape.
     */
    public int[] order() {
        return order;
    }

    /** The names in front of the values: empty ones if the fields are in the order of the shape, else null. */
    public static Shape.Attachment<byte[][]> names(CsvPrefix prefix) {
        return prefix == null || prefix.order == null ? IN_ORDER : IN_ANY_ORDER;
    }

    /** Whether a name is absent or needs no quotes in its cell. */
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

    /** Whether a record at an index begins with this prefix and has more bytes. */
    @Override
    public boolean matches(byte[] a, int at, int end) {
        if (end - at <= length) {
            return false;
        }
        // Without a prefix, an empty line must not be taken for a record: it is skipped, or it is one empty cell.
        return length > 0 ? Arrays.equals(a, at, at + length, bytes, 0, length) : a[at] != '\n' && a[at] != '\r';
    }
}
