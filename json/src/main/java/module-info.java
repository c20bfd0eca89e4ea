/** The JSON wire. */
module io.deltawire.json {
    requires transitive io.deltawire.wire;

    exports io.deltawire.json;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.json.JsonFormat;
}
