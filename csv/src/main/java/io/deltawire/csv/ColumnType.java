package io.deltawire.csv;

import io.deltawire.csv.internal.table.CellType;
import java.util.Locale;

/** How the cells of a column are read. */
public enum ColumnType {
    /** The content of each cell decides. */
    AUTO,
    /** Text. No cell is taken for a number. */
    TEXT,
    /** Integers of at most 64 bits. */
    LONG,
    /** Doubles: {@code 10} is 10.0. */
    DOUBLE,
    /** Numbers of any length, exactly. */
    DECIMAL,
    /** {@code true} and {@code false}, in any of the cases {@code true}, {@code True} and {@code TRUE}. */
    BOOLEAN,
    /** Dates, times and date-times in ISO 8601. */
    TEMPORAL,
    /** Bytes, as base64 (RFC 4648, section 4). */
    BYTES,
    /** Any value, as JSON text. Lists are written like this. */
    JSON;

    static ColumnType of(CellType type) {
        return valueOf(type.name());
    }

    CellType cellType() {
        return CellType.valueOf(name());
    }

    /** The name in options and listings, in lower case: {@code double}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the type with a name, in any case.
     *
     * @throws IllegalArgumentException if there is none; the message lists the types
     */
    public static ColumnType of(String label) {
        StringBuilder known = new StringBuilder();
        for (ColumnType type : values()) {
            if (type.label().equals(label.toLowerCase(Locale.ROOT))) {
                return type;
            }
            known.append(known.length() == 0 ? "" : ", ").append(type.label());
        }
        throw new IllegalArgumentException("no column type \"" + label + "\"; there are " + known);
    }
}
