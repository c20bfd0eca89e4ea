package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.spi.OutputBuffer;

/** Writes cells of text, and copies the cell of a text that has come again and again: a symbol, a state or a type name. */
final class TextCellWriter {
    private final OutputBuffer out;
    private final CellWriter cells;
    private final int maxChars;

    /** Where the text last refused has a lone surrogate. */
    int loneSurrogate;

    TextCellWriter(OutputBuffer out, CellWriter cells, int maxChars) {
        this.out = out;
        this.cells = cells;
        this.maxChars = maxChars;
    }

    boolean isTooLong(CharSequence text) {
        return text.length() > maxChars;
    }

    /**
     * Writes the text of a column's cell.
     *
     * @param asText whether to write it in quotes even where it looks like nothing else
     * @return false where it is too long or has a lone surrogate, and nothing is written
     */
    boolean write(Column leaf, CharSequence text, boolean asText) {
        if (isTooLong(text)) {
            return false;
        }
        byte[] cell = asText ? null : leaf.cachedCell(text);
        if (cell != null) {
            cells.raw(cell, 0, cell.length);
            return true;
        }
        int begin = out.position;
        int lone = cells.text(text, asText);
        if (lone != CellWriter.WRITTEN) {
            loneSurrogate = lone;
            return false;
        }
        if (text instanceof String string && !asText) {
            leaf.countText(string, out.array, begin, out.position);
        }
        return true;
    }
}
