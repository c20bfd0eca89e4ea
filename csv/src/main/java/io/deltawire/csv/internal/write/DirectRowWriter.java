package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;

/**
 * Writes objects as rows without tokens, after one of the same class and event has been written by its tokens and has
 * shown that its columns allow it. Not thread-safe.
 */
final class DirectRowWriter {
    private final OutputBuffer out;
    private final RowBuilder row;
    private final CellWriter cells;
    private final TextCellWriter texts;
    private final int maxMessageBytes;

    /** How objects of the class last written become rows, or null where that is not known. */
    private DirectRow straight;

    /** The class of the object that the next message has to be, by its tokens; or null. */
    private FieldColumns expected;

    private String expectedEvent;

    DirectRowWriter(OutputBuffer out, RowBuilder row, CellWriter cells, TextCellWriter texts, int maxMessageBytes) {
        this.out = out;
        this.row = row;
        this.cells = cells;
        this.texts = texts;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Writes an object as a message; false where its tokens have to be written, and nothing is. */
    boolean write(String event, FieldColumns fields, Object object) {
        if (straight != null && straight.isOf(event, fields)) {
            out.beginLine();
            if (straight.write(object, out, row, cells, texts) && out.messageLength() <= maxMessageBytes) {
                out.commit();
                return true;
            }
            out.rollback();
        }
        expectedEvent = event;
        expected = fields;
        return false;
    }

    /**
     * Looks at the row of a message whose cells are all there.
     *
     * @param withHeader whether the header has still to go in front of it
     */
    void learn(ColumnTable table, boolean withHeader) {
        if (expected != null) {
            straight = withHeader || !row.isStraight(table)
                    ? null
                    : DirectRow.of(table, row, out.array, out.messageStart(), expectedEvent, expected);
            expected = null;
        }
    }

    /** Notes that the message is not written after all. */
    void cancel() {
        expected = null;
    }
}
