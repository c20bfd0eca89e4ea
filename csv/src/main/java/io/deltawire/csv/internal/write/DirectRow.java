package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.TemporalText;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The short way of an object into its row: where the columns of the table are the fields of its class one after another, a
 * row is what stands in front of them each time, and a cell for each field. The bytes are those that the object's tokens
 * make. Found out by a row that was written so.
 */
final class DirectRow {
    private final String event;
    private final FieldColumns fields;
    /** The cells of the event and the type name, each with the delimiter after it. */
    private final byte[] head;
    /** The cells of the fields are those from this column on. */
    private final int base;

    private final Column[] leaves;
    private final ColumnKind[] kinds;
    /** For each field the most bytes that it and those after it can take, texts and dates left out, with delimiters. */
    private final int[] room;

    private DirectRow(String event, FieldColumns fields, byte[] head, Column[] leaves, int base) {
        this.event = event;
        this.fields = fields;
        this.head = head;
        this.base = base;
        this.leaves = leaves;
        this.kinds = new ColumnKind[leaves.length];
        this.room = new int[leaves.length];
        int bytes = 2; // the line's end
        for (int i = leaves.length - 1; i >= 0; i--) {
            kinds[i] = fields.kind(i);
            bytes += 1
                    + switch (kinds[i]) {
                        case BOOL -> 5;
                        case INT64 -> NumberText.MAX_INT64;
                        case FLOAT64, FLOAT32 -> NumberText.MAX_FLOAT64;
                        case TEXT, TEMPORAL, VALUE, INNER -> 0; // of which there is none by tokens
                    };
            room[i] = bytes;
        }
    }

    /** Whether this is for such messages. */
    boolean isOf(String name, FieldColumns columns) {
        return fields == columns && (name == null ? event == null : name.equals(event));
    }

    /**
     * Returns the short way for objects of a class, or null where there is none.
     *
     * @param row a row of such an object, all cells in order, in the array from {@code from} on
     * @param event the name that it has as an event or field, or null
     */
    static DirectRow of(ColumnTable table, RowBuilder row, byte[] array, int from, String event, FieldColumns fields) {
        int count = fields.shape().size();
        int base = table.width() - count;
        Column group = event == null || table.root().event() != null ? table.root() : table.root().child(event, 0);
        if (base < 1 || group == null || group.type() != null && group.type().index() != base - 1) {
            return null;
        }
        boolean hasEvent = table.root().event() != null;
        int names = (hasEvent ? 1 : 0) + (group.type() == null ? 0 : 1);
        if (base != names || hasEvent && (event == null || table.root().event().index() != 0)) {
            return null;
        }
        Column[] leaves = table.leavesFrom(base);
        for (int i = 0; i < count; i++) {
            Column leaf = leaves[i];
            if (leaf.parent() != group
                    || leaf.isJson()
                    || leaf.isSpecial()
                    || !leaf.name().equals(fields.shape().name(i))) {
                return null;
            }
        }
        byte[] head = Arrays.copyOfRange(array, from, from + row.beginOf(base));
        return new DirectRow(event, fields, head, leaves, base);
    }

    /** Writes the cells of an object and the end of the line; false where its tokens have to say what is wrong. */
    boolean write(Object object, OutputBuffer out, RowBuilder row, CellWriter cells, TextCellWriter texts) {
        out.ensure(head.length + room[0]);
        System.arraycopy(head, 0, out.array, out.position, head.length);
        out.position += head.length;
        byte delimiter = row.delimiter();
        for (int i = 0; i < kinds.length; i++) {
            switch (kinds[i]) {
                case INT64 -> out.position = NumberText.writeInt64(out.array, out.position, fields.bits(object, i));
                case FLOAT64 -> {
                    double value = Double.longBitsToDouble(fields.bits(object, i));
                    if (Double.isFinite(value)) {
                        out.position = NumberText.writeFloat64(out.array, out.position, value);
                    } else {
                        cells.float64(value);
                    }
                }
                case FLOAT32 -> cells.float32(Float.intBitsToFloat((int) fields.bits(object, i)));
                case BOOL -> cells.ascii(fields.bits(object, i) != 0 ? "true" : "false");
                case TEXT -> {
                    String text = (String) fields.reference(object, i);
                    if (text != null && !texts.write(leaves[i], text, row.hasHeldOther(base + i))) {
                        return false;
                    }
                    out.ensure(room[i]);
                }
                case TEMPORAL -> {
                    Temporal value = (Temporal) fields.reference(object, i);
                    if (value != null) {
                        row.holdOther(base + i);
                        out.ensure(TemporalText.maxLength(value) + room[i]);
                        out.position = TemporalText.writeInto(out.array, out.position, value);
                    }
                }
                case VALUE, INNER -> throw new IllegalStateException(kinds[i] + " in a row");
            }
            out.array[out.position++] = delimiter;
        }
        out.position--;
        row.endLine();
        return true;
    }
}
