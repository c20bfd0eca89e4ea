package io.deltawire.csv;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import java.util.Map;

/**
 * Reads CSV: each record is a message. What {@link CsvFormat#newReader} returns. After an error in a record
 * {@link #nextMessage} goes on with the next line.
 */
public abstract class CsvReader implements WireIn {
    CsvReader() {}

    /**
     * The columns by their names in the header, in order, and what each is read as: what {@link CsvFormat#TYPES} says, else
     * what was inferred from the first records. Reads the header and looks at the records ahead where that has not been
     * done. Empty where the input is.
     *
     * @throws MalformedWireException where the header is none
     */
    public abstract Map<String, ColumnType> columnTypes();
}
