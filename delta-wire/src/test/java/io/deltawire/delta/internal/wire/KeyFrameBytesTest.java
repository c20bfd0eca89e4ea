package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Remembers the sizes of what is written between two flushes, as a transport of packets does. */
    private static final class Packets extends ByteArrayOutputStream {
        private final List<byte[]> packets = new ArrayList<>();

        @Override
        public void flush() {
            if (size() > 0) {
                packets.add(toByteArray());
                reset();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keyFrameIsFlushedInBlocksOfBoundedSize(boolean isNumbered) {
        Packets out = new Packets();
        List<Object> records = new ArrayList<>();
        for (long i = 0; i < 3000; i++) {
            records.add(Trees.map("id", i, "text", "a text that is no other's, of " + i * i));
        }
        WireOptions options = OPTIONS.with(DeltaFormat.BLOCK_BYTES, 500).with(DeltaFormat.NUMBERED, isNumbered);
        WireOut writer = new DeltaFormat().newWriter(out, options);
        records.forEach(record -> Trees.writeMessage(writer, record));
        writer.flush();
        out.packets.clear();
        writer.keyFrame();
        assertTrue(out.packets.size() > 50);
        for (byte[] packet : out.packets) {
            assertTrue(packet.length <= 500, packet.length + " bytes");
        }
        assertEquals(records, received(out.packets));
        writer.close();

        if (isNumbered) { // else only the next checksum tells
            List<byte[]> rest = new ArrayList<>(out.packets);
            rest.remove(rest.size() / 2);
            assertThrows(MissingBaseException.class, () -> received(rest));
        }
    }

    private static List<Object> received(List<byte[]> packets) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<Object> read = new ArrayList<>();
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            for (byte[] packet : packets) {
                bytes.write(packet);
                while (in.nextMessage()) {
                    read.add(Trees.readMessage(in));
                }
            }
        }
        return read;
    }
}
