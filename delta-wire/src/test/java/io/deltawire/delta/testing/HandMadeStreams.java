package io.deltawire.delta.testing;

import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.stream.FrameCodes;
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

    /** An epoch that holds these bodies in one frame: the first one of its stream where the sequence is 0. */
    public static byte[] block(long sequence, String... bodies) {
        return block(sequence, 1000, 1 << 20, bodies);
    }

    /** As {@link #block(long, String...)}, with these bounds in the header. */
    public static byte[] block(long sequence, int maxKeys, int maxStateBytes, String... bodies) {
        return block(header(0, sequence == 0 ? 0 : 1, sequence, maxKeys, maxStateBytes), bodies);
    }

    /** A header with the usual bounds. */
    public static byte[] header(int flags, long epoch, long sequence) {
        return header(flags, epoch, sequence, 1000, 1 << 20);
    }

    /** A header of version 1. */
    public static byte[] header(long flags, long epoch, long sequence, long maxKeys, long maxStateBytes) {
        return headerOf(1, flags, 0, epoch, sequence, new byte[0], maxKeys, maxStateBytes);
    }

    /** A header of an epoch whose frames have numbers. */
    public static byte[] numberedHeader(int flags, long epoch, long sequence, int first) {
        return headerOf(1, flags | EpochHeader.NUMBERED, 0, epoch, sequence, new byte[] {(byte) first}, 1000, 1 << 20);
    }

    /** A header of another stream. */
    public static byte[] headerOfStream(int id, long epoch, long sequence) {
        return headerOf(1, 0, id, epoch, sequence, new byte[0], 1000, 1 << 20);
    }

    /** A header of another version. */
    public static byte[] headerOfVersion(int version) {
        return headerOf(version, 0, 0, 0, 0, new byte[0], 1000, 1 << 20);
    }

    /**
     * A header that seals frames.
     *
     * @param before ends in the checksum before these frames
     */
    public static byte[] sealing(int flags, long epoch, long sequence, byte[] before, byte[] frames) {
        ByteArrayOutputStream seal = new ByteArrayOutputStream();
        u32(seal, concat(Arrays.copyOfRange(before, before.length - 4, before.length), frames), 0);
        return headerOf(1, flags | EpochHeader.SEALED, 0, epoch, sequence, seal.toByteArray(), 1000, 1 << 20);
    }

    private static byte[] headerOf(
            int version, long flags, int id, long epoch, long sequence, byte[] seal, long maxKeys, long maxStateBytes) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(version);
        varInt(fields, flags);
        for (int i = 0; i < 4; i++) {
            fields.write(id >>> 8 * i);
        }
        varInt(fields, epoch);
        varInt(fields, sequence);
        fields.writeBytes(seal);
        varInt(fields, maxKeys);
        varInt(fields, maxStateBytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(hex("C4 CC D4 D7 00"));
        out.write(fields.size());
        out.writeBytes(fields.toByteArray());
        u32(out, out.toByteArray(), 0);
        return out.toByteArray();
    }

    /** An epoch with this header that holds these bodies in one frame, and its checksum. */
    public static byte[] block(byte[] header, String... bodies) {
        return concat(header, framesAndCheck(header, frame(bodies)));
    }

    /** A frame of these bodies, with its length, in hexadecimal. */
    public static String frame(String... bodies) {
        byte[] frame = hex(String.join("", bodies));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varInt(out, frame.length + 2L);
        out.writeBytes(frame);
        return HexFormat.of().formatHex(out.toByteArray());
    }

    /**
     * Frames, lengths included, and their checksum.
     *
     * @param before ends in the checksum before them, which may be that of the header
     */
    public static byte[] framesAndCheck(byte[] before, String frames) {
        byte[] bytes = hex(frames);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes);
        out.write(FrameCodes.CHECK);
        u32(out, concat(Arrays.copyOfRange(before, before.length - 4, before.length), bytes), 0);
        return out.toByteArray();
    }

    /** The end of a stream. */
    public static byte[] end(long count) {
        return header(EpochHeader.END, 99, count);
    }

    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }
}
