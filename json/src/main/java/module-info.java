/** The JSON wire. */
module io.deltawire.json {
    requires transitive io.deltawire.wire;
    requires com.fasterxml.jackson.core;

    exports io.deltawire.json;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.json.JsonFormat;
}
