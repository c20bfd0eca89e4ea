/** The CSV wire. */
module io.deltawire.csv {
    requires transitive io.deltawire.wire;

    exports io.deltawire.csv;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.csv.CsvFormat;
}
