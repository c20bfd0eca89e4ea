package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * Writes objects as rows without tokens. The first object of a class and event is written by its tokens; from its row
 * the writer learns whether the columns allow to write the next ones directly: see {@link DirectRow}. Not thread-safe.
 */
final class DirectRowWriter {
    private final OutputBuffer out;
    private final RowBuilder row;
    private final CellWriter cells;
    private final TextCellWriter texts;
    private final int maxMessageBytes;

    /** Writes objects of the class last written, or null if that is not possible or not known. */
    private DirectRow direct;

    /** The class of the object that the next message holds, by its tokens; or null. */
    private FieldColumns expected;

    private String expectedEvent;

    DirectRowWriter(OutputBuffer out, RowBuilder row, CellWriter cells, TextCellWriter texts, int maxMessageBytes) {
        this.out = out;
        this.row = row;
        this.cells = cells;
        this.texts = texts;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Writes an object as a message. Returns false and writes nothing if its tokens have to be written. */
    boolean tryWrite(String event, FieldColumns fields, Object object) {
        if (direct != null && direct.matches(event, fields)) {
            out.beginLine();
            if (direct.tryWrite(object, out, row, cells, texts) && out.messageLength() <= maxMessageBytes) {
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
     * Learns from the complete row of a message how to write the next one directly.
     *
     * @param withHeader whether the header will be put in front of it
     */
    void learn(ColumnTable table, boolean withHeader) {
        if (expected != null) {
            direct = withHeader || !row.isInOrder(table)
                    ? null
                    : DirectRow.learn(table, row, out.array, out.messageStart(), expectedEvent, expected);
            expected = null;
        }
    }

    /** Forgets the object whose tokens were expected, since its message is not written. */
    void cancel() {
        expected = null;
    }
}
