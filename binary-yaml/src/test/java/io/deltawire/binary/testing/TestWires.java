package io.deltawire.binary.testing;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.WireOptions;
import java.util.HexFormat;

/** The format and the options that most tests use. */
public final class TestWires {
    public static final BinaryYamlFormat FORMAT = new BinaryYamlFormat();

    /** Messages without headers. */
    public static final WireOptions UNFRAMED = WireOptions.DEFAULTS.with(BinaryYamlFormat.FRAMING, Framing.NONE);

    /** Each message is a document with a header, and nothing is detected. */
    public static final WireOptions DOCUMENTS = WireOptions.DEFAULTS.with(BinaryYamlFormat.FRAMING, Framing.DOCUMENTS);

    private TestWires() {}

    /** Parses hexadecimal digits, with spaces between them for readability. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
