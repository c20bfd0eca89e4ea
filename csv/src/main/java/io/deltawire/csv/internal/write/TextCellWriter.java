package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.spi.OutputBuffer;

/**
 * Writes cells of text. The cell of a text that is repeated, such as a symbol or a type name, is copied: see {@link
 * Column#cachedCell}.
 */
final class TextCellWriter {
    private final OutputBuffer out;
    private final CellWriter cells;
    private final int maxChars;

    /** The index of the lone surrogate in the text last refused. */
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
     * @param asText whether to write it in quotes even if it looks like nothing else
     * @return false if it is too long or has a lone surrogate, and nothing is written
     */
    boolean tryWrite(Column leaf, CharSequence text, boolean asText) {
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
