package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.writer.BinaryWriter;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.Arrays;

/**
 * Expands two values of Chronicle Wire that have a layout of their own, so that the reader can read them like others.
 *
 * <p>The array of longs ({@code 8D}) becomes items of a list. The message history ({@code 86}) becomes an object with
 * the fields {@code sources} and {@code timings}.
 */
public final class LegacyForms {
    /** The start of the entries in the result of {@link #expandHistory}. */
    public static final int HISTORY_START = DocumentHeader.BYTES;

    private static final int LONG_ITEM = 9;

    private LegacyForms() {}

    /** Returns the items of the array of longs at {@code at}, which the caller has checked to be complete. */
    public static byte[] expandLongs(byte[] a, int at) {
        int capacity = (int) (long) LittleEndian.LONG.get(a, at + 1);
        long used = (long) LittleEndian.LONG.get(a, at + 9);
        int count = used >= 0 && used < capacity ? (int) used : capacity;
        byte[] items = new byte[count * LONG_ITEM];
        copyLongs(a, at + 17, count, items, 0);
        return items;
    }

    private static int copyLongs(byte[] a, int from, int count, byte[] into, int at) {
        int p = at;
        for (int i = 0; i < count; i++) {
            into[p] = (byte) Codes.INT64;
            System.arraycopy(a, from + 8 * i, into, p + 1, 8);
            p += LONG_ITEM;
        }
        return p;
    }

    /** Returns the entries of the message history at {@code at}, which the caller has checked to be complete. */
    public static byte[] expandHistory(byte[] a, int at) {
        int sources = a[at + 1] & 0xFF;
        int ids = at + 2;
        int indexes = ids + 4 * sources;
        int timings = indexes + 8 * sources;
        BinaryWriter out =
                new BinaryWriter(OutputBuffer.inMemory(), InternalLimits.UNBOUNDED, MessageFraming.DOCUMENTS);
        out.beginMessage();
        out.beginObject();
        out.field("sources");
        out.beginList();
        for (int i = 0; i < sources; i++) {
            out.beginObject();
            out.field("id");
            out.int64((int) LittleEndian.INT.get(a, ids + 4 * i));
            out.field("index");
            out.int64((long) LittleEndian.LONG.get(a, indexes + 8 * i));
            out.endObject();
        }
        out.endList();
        out.field("timings");
        out.beginList();
        for (int i = 0; i < (a[timings] & 0xFF); i++) {
            out.int64((long) LittleEndian.LONG.get(a, timings + 1 + 8 * i));
        }
        out.endList();
        out.endObject();
        out.endMessage();
        return Arrays.copyOf(out.output().array, out.output().position);
    }
}
