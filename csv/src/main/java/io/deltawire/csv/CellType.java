package io.deltawire.csv;

import java.util.Locale;

/** What the cells of a column are read as. The public {@code ColumnType} has the same constants and documents them. */
enum CellType {
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
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
