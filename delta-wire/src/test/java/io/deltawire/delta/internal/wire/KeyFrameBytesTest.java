package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A key frame longer than many blocks takes its records, a byte more for each, and an occasional checksum. */
class KeyFrameBytesTest {
    private static final WireOptions OPTIONS = WireOptions.DEFAULTS
            .with(WireOptions.KEY_FIELDS, List.of("id"))
            .with(DeltaFormat.BLOCK_BYTES, 2000)
            .with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);

    @Test
    void keyFrameTakesLittleMoreThanItsRecords() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int keys = 5000;
        try (WireOut out = new DeltaFormat().newWriter(bytes, OPTIONS)) {
            for (long i = 0; i < keys; i++) {
                Trees.writeMessage(out, Trees.map("id", i, "text", "a text that is no other's, of " + i * i));
            }
            out.flush();
            int records = bytes.size();
            out.keyFrame();
            int keyFrame = bytes.size() - records;
            assertTrue(keyFrame < records + 2 * keys, keyFrame + " bytes for records of " + records);
        }
    }
}
