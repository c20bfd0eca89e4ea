package io.deltawire.csv;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NumberReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The cells of an event's name and of a type name, each with its delimiter, that a record begins with; of no bytes in a table
 * without columns for them. There is one only where the columns after them are the fields of a class, all of them and in order.
 */
final class CsvHead extends MessageHead {
    /** The object of the fields. */
    final Column group;

    /** How many objects are entered, with that. */
    final int levels;

    /** The column of the first field. */
    final int base;

    final byte delimiter;
    final int length;
    private final byte[] bytes;

    private CsvHead(String event, Column group, int levels, int base, byte delimiter, String text) {
        super(event);
        this.group = group;
        this.levels = levels;
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
    static CsvHead of(Table table, char delimiter, WireLimits limits, String event, String typeName, Shape shape) {
        Column root = table.root;
        boolean isInGroup = event != null && root.event == null;
        Column group = isInGroup ? root.child(event, 0) : root;
        if (group == null
                || isInGroup && (root.size != 1 || root.type != null)
                || root.value != null
                || (group.type == null) != (typeName == null)
                || typeName == null && root.event != null
                || Math.min(limits.maxNumberChars(), limits.maxTextChars()) < NumberReader.MOST_SHORT_CHARS) {
            return null;
        }
        int base = table.width - shape.size();
        if (shape.size() == 0 || base != (root.event == null ? 0 : 1) + (typeName == null ? 0 : 1)) {
            return null;
        }
        if (!isOf(group, base, shape) || !isOrdinary(event, delimiter) || !isOrdinary(typeName, delimiter)) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < base; i++) {
            boolean isType = table.leaves[i] == group.type;
            text.append(isType ? typeName : event == null ? "" : event).append(delimiter);
        }
        return new CsvHead(event, group, event == null ? 1 : 2, base, (byte) delimiter, text.toString());
    }

    /** Whether the fields of a group are those of a shape, in cells of their own one after another. */
    private static boolean isOf(Column group, int base, Shape shape) {
        if (group.size != shape.size()) {
            return false;
        }
        for (int i = 0; i < group.size; i++) {
            Column leaf = group.children[i];
            if (leaf.index != base + i || leaf.json || !leaf.name.equals(shape.name(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the cell of a name is the name as it is, or there is none. */
    private static boolean isOrdinary(String name, char delimiter) {
        return name == null
                || !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != delimiter);
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
