package io.deltawire.csv.internal.table;

import io.deltawire.wire.WireLimits;
import java.util.List;
import java.util.Map;

/**
 * The options of a reader or writer, as the public format has checked them.
 *
 * @param delimiter the character between cells, or {@link #AUTO_DELIMITER}
 * @param hasHeader whether the input has, or the output gets, a header line
 * @param columns the names of the columns; empty where the header or the first message decides
 * @param types the types that the user gives columns, by their names in the header
 * @param sampledRecords how many records are examined ahead to infer the types of columns
 * @param isForObjects whether values come from objects or go to them. Then the content of each cell decides, and not
 *     the samples, and an object of nulls has its mark in the first record too
 * @param isExact whether a cell is a number or boolean only if that is printed as the same text
 * @param hasPlainNames whether the header has names of fields as they are, and no paths and marks
 * @param quotesText whether all text is written in quotes
 * @param skippedLines how many lines before the header are no part of the table
 * @param comment the first character of lines that are not records, or 0
 * @param hasDecimalComma whether numbers have a comma instead of the point
 * @param isCrLf whether lines are ended by CR LF, and not by LF alone
 * @param headings what the written header says for columns, by their names; columns that it lacks have their names
 */
public record CsvSettings(
        WireLimits limits,
        char delimiter,
        boolean hasHeader,
        List<String> columns,
        Map<String, CellType> types,
        int sampledRecords,
        boolean isForObjects,
        boolean isExact,
        boolean hasPlainNames,
        boolean quotesText,
        int skippedLines,
        char comment,
        boolean hasDecimalComma,
        boolean isCrLf,
        Map<String, String> headings) {
    /** Leaves the choice of the delimiter to the header line; writers take a comma. */
    public static final char AUTO_DELIMITER = 0;

    /** No line is a comment. */
    public static final char NO_COMMENT = 0;

    /** The name that errors begin with. */
    public static final String FORMAT = "csv";
}
