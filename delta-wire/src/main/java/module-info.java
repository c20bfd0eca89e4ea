/** The keyed delta wire. */
module io.deltawire.delta {
    requires transitive io.deltawire.wire;

    exports io.deltawire.delta;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.delta.DeltaFormat;
}
