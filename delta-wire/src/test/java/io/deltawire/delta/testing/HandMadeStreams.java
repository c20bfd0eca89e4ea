package io.deltawire.delta.testing;

import io.deltawire.delta.internal.stream.ContainerCodes;
import io.deltawire.wire.spi.text.VarInt;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Builds streams by hand after docs/spec/delta.md. */
public final class HandMadeStreams {
    /** Type 0 with fields a and b, and a record {a: 1, b: 2} in slot 0. */
    public static final String OPEN = "C0 00 02 08 01 61 08 01 62  C2 00 3D 03 07 02 07 04";

    private HandMadeStreams() {}

    public static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static void u32(ByteArrayOutputStream out, byte[] of, int from) {
        CRC32C crc = new CRC32C();
        crc.update(of, from, of.length - from);
        for (int i = 0; i < 4; i++) {
            out.write((int) (crc.getValue() >>> 8 * i));
        }
    }

    public static void varInt(ByteArrayOutputStream out, long value) {
        byte[] bytes = new byte[VarInt.MAX_BYTES];
        out.write(bytes, 0, VarInt.write(bytes, 0, value));
    }

    /** A block with RESET that holds these bodies in one frame. */
    public static byte[] block(long sequence, String... bodies) {
        return block(header("01 01 00", sequence, 1000, 1 << 20), bodies);
    }

    /** As {@link #block(long, String...)}, with these bounds in the header. */
    public static byte[] block(long sequence, int maxKeys, int maxStateBytes, String... bodies) {
        return block(header("01 01 00", sequence, maxKeys, maxStateBytes), bodies);
    }

    /** The header of a block: version, flags and features in hexadecimal, epoch 0, and the other fields. */
    public static byte[] header(String versionFlagsFeatures, long sequence, long maxKeys, long maxStateBytes) {
        return headerOf(versionFlagsFeatures + "00 00 00 00", sequence, maxKeys, maxStateBytes);
    }

    /** The header of a block of another epoch, whose lowest byte is given in hexadecimal. */
    public static byte[] header(String versionFlagsFeatures, String epoch, long sequence) {
        return headerOf(versionFlagsFeatures + epoch + "00 00 00", sequence, 1000, 1 << 20);
    }

    /**
     * A header with RESET and CHECK_BEFORE, of epoch 1.
     *
     * @param checked the bytes that had no check, from the last check or from the start of their block
     * @param before the bytes before these, which end in a checksum; empty at the start of a block
     */
    public static byte[] headerWithCheck(byte[] before, byte[] checked, long sequence) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(hex("00 44 4C 54 57 01 0F 00 01 00 00 00"));
        varInt(out, sequence);
        varInt(out, 1000);
        varInt(out, 1 << 20);
        varInt(out, checked.length);
        u32(out, concat(Arrays.copyOfRange(before, Math.max(0, before.length - 4), before.length), checked), 0);
        u32(out, out.toByteArray(), 0);
        return out.toByteArray();
    }

    private static byte[] headerOf(String upToEpoch, long sequence, long maxKeys, long maxStateBytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(hex("00 44 4C 54 57" + upToEpoch));
        varInt(out, sequence);
        varInt(out, maxKeys);
        varInt(out, maxStateBytes);
        u32(out, out.toByteArray(), 0);
        return out.toByteArray();
    }

    /** A block with this header that holds these bodies in one frame, and is the first of its epoch. */
    public static byte[] block(byte[] header, String... bodies) {
        return blockAfter(new byte[0], header, bodies);
    }

    /** As {@link #block(byte[], String...)}, in the epoch of the block before it, which ends with its checksum. */
    public static byte[] blockAfter(byte[] before, byte[] header, String... bodies) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        byte[] frame = hex(String.join("", bodies));
        varInt(out, frame.length);
        out.writeBytes(frame);
        byte[] checked =
                concat(Arrays.copyOfRange(before, Math.max(0, before.length - 4), before.length), out.toByteArray());
        out.writeBytes(new byte[] {0, ContainerCodes.CHECK});
        u32(out, checked, 0);
        return out.toByteArray();
    }

    /**
     * Frames, lengths included, and their checksum, in the block that a checksum before is of.
     *
     * @param before ends in that checksum
     */
    public static byte[] framesAndCheck(byte[] before, String frames) {
        byte[] bytes = hex(frames);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes);
        out.writeBytes(new byte[] {0, ContainerCodes.CHECK});
        u32(out, concat(Arrays.copyOfRange(before, before.length - 4, before.length), bytes), 0);
        return out.toByteArray();
    }

    public static byte[] end(long count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, ContainerCodes.END});
        varInt(out, count);
        u32(out, out.toByteArray(), 0);
        return out.toByteArray();
    }

    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }
}
