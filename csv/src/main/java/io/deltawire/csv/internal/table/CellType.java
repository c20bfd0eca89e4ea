package io.deltawire.csv.internal.table;

import java.util.Locale;

/** What the cells of a column are read as. The public {@code ColumnType} has the same constants and documents them. */
public enum CellType {
    AUTO,
    TEXT,
    LONG,
    DOUBLE,
    DECIMAL,
    BOOLEAN,
    TEMPORAL,
    BYTES,
    JSON;

    /** The name in options and errors, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
