/**
 * Everything that most applications need: objects and events, and the YAML, binary and delta wires. The module has no
 * code of its own.
 */
module io.deltawire {
    requires transitive io.deltawire.binary;
    requires transitive io.deltawire.delta;
    requires transitive io.deltawire.marshallable;
    requires transitive io.deltawire.yaml;
}
