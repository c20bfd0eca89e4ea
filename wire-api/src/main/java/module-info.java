/** The wire: tokens, shapes, limits, errors, format lookup and transcoding, and what authors of formats need. */
@SuppressWarnings("module") // the modules of formats are compiled later
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
    exports io.deltawire.wire.spi.token;
    exports io.deltawire.wire.internal.json to
            io.deltawire.csv,
            io.deltawire.json;

    uses io.deltawire.wire.WireFormat;
}
