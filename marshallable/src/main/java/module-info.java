/** The object model: objects and events by method on every wire. */
module io.deltawire.marshallable {
    requires transitive io.deltawire.wire;
    requires io.deltawire.yaml;
    requires jdk.unsupported;
    requires org.objectweb.asm;
    requires static java.sql;
    requires static org.junit.jupiter.api;

    exports io.deltawire.marshallable;
    exports io.deltawire.marshallable.generated;
    exports io.deltawire.marshallable.junit;
}
