/** The binary YAML wire, which Chronicle Wire reads and writes too. */
module io.deltawire.binary {
    requires transitive io.deltawire.wire;

    exports io.deltawire.binary;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.binary.BinaryYamlFormat;
}
