/** The YAML wire. */
module io.deltawire.yaml {
    requires transitive io.deltawire.wire;
    requires org.yaml.snakeyaml;

    exports io.deltawire.yaml;

    provides io.deltawire.wire.WireFormat with
            io.deltawire.yaml.YamlFormat;
}
