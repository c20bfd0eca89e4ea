package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.TemporalText;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Writes objects of one class directly to rows. It applies if the fields of the class are consecutive columns at the
 * end of the table: a row then is a constant prefix, with the names of the event and the type, and a cell for each
 * field. The bytes are the same as if the tokens of the object were written. The prefix is taken from a row that has
 * been written by tokens.
 */
final class DirectRow {
    private final String event;
    private final FieldColumns fields;
    /** The cells with the names of the event and the type, each with its delimiter. */
    private final byte[] prefix;
    /** The index of the column of the first field. */
    private final int base;

    private final Column[] leaves;
    private final ColumnKind[] kinds;
    /**
     * For each field, an upper bound of the bytes of this field and those after it, delimiters included. Texts and
     * dates are not counted; they check the room themselves.
     */
    private final int[] room;

    private DirectRow(String event, FieldColumns fields, byte[] prefix, Column[] leaves, int base) {
        this.event = event;
        this.fields = fields;
        this.prefix = prefix;
        this.base = base;
        this.leaves = leaves;
        this.kinds = new ColumnKind[leaves.length];
        this.room = new int[leaves.length];
        int bytes = 2; // the line end
        for (int i = leaves.length - 1; i >= 0; i--) {
            kinds[i] = fields.kind(i);
            bytes += 1
                    + switch (kinds[i]) {
                        case BOOL -> 5;
                        case INT64 -> NumberText.MAX_INT64;
                        case FLOAT64, FLOAT32 -> NumberText.MAX_FLOAT64;
                        case TEXT, TEMPORAL, VALUE, NESTED -> 0; // VALUE and INNER do not occur
                    };
            room[i] = bytes;
        }
    }

    /** Whether this applies to objects of a class in an event. */
    boolean matches(String name, FieldColumns columns) {
        return fields == columns && (name == null ? event == null : name.equals(event));
    }

    /**
     * Learns how objects of a class become rows. Returns null if they cannot be written directly.
     *
     * @param row a complete row of such an object, with all cells in order, in the array from {@code from} on
     * @param event the name that the object has as an event or field, or null
     */
    static DirectRow learn(
            ColumnTable table, RowBuilder row, byte[] array, int from, String event, FieldColumns fields) {
        int count = fields.shape().size();
        int base = table.width() - count;
        Column group = event == null || table.root().event() != null
                ? table.root()
                : table.root().child(event, 0);
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
        byte[] prefix = Arrays.copyOfRange(array, from, from + row.startOf(base));
        return new DirectRow(event, fields, prefix, leaves, base);
    }

    /** Writes the cells of an object and the line end. Returns false if its tokens have to report what is wrong. */
    boolean tryWrite(Object object, OutputBuffer out, RowBuilder row, CellWriter cells, TextCellWriter texts) {
        out.ensure(prefix.length + room[0]);
        System.arraycopy(prefix, 0, out.array, out.position, prefix.length);
        out.position += prefix.length;
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
                    if (text != null && !texts.tryWrite(leaves[i], text, row.hasHeldOther(base + i))) {
                        return false;
                    }
                    out.ensure(room[i]);
                }
                case TEMPORAL -> {
                    Temporal value = (Temporal) fields.reference(object, i);
                    if (value != null) {
                        row.recordOther(base + i);
                        out.ensure(TemporalText.maxLength(value) + room[i]);
                        out.position = TemporalText.writeInto(out.array, out.position, value);
                    }
                }
                case VALUE, NESTED -> throw new IllegalStateException(kinds[i] + " in a row");
            }
            out.array[out.position++] = delimiter;
        }
        out.position--;
        row.endLine();
        return true;
    }
}
