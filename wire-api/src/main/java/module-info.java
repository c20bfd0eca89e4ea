/** The wire: tokens, shapes, limits, errors, format lookup and transcoding, and what authors of formats need. */
module io.deltawire.wire {
    requires transitive chronicle.bytes;
    requires chronicle.core;

    // What chronicle.bytes and chronicle.core need and, as automatic modules, cannot say.
    requires java.management;
    requires jdk.unsupported;
    requires org.slf4j;

    exports io.deltawire.wire;
    exports io.deltawire.wire.spi;
    exports io.deltawire.wire.spi.object;
    exports io.deltawire.wire.spi.text;

    uses io.deltawire.wire.WireFormat;
}
