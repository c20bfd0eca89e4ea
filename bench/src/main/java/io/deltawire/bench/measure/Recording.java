package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.util.Arrays;

/**
 * A workload as one format encodes it.
 *
 * @param bytes the messages, one after another
 * @param ends the index after the last byte of each message
 */
public record Recording(byte[] bytes, int[] ends) {
    public static Recording of(Workload workload, Codec codec) throws Exception {
        return of(workload, codec, workload.size());
    }

    /** Encodes the first {@code size} messages of a workload. */
    public static Recording of(Workload workload, Codec codec, int size) throws Exception {
        byte[] bytes = new byte[1 << 16];
        int[] ends = new int[size];
        int offset = 0;
        Object[] records = workload.records(codec::newRecord);
        codec.reset();
        for (int i = 0; i < ends.length; i++) {
            int length = codec.encode(workload.next(records, i));
            if (bytes.length - offset < length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, offset + length));
            }
            byte[] message = new byte[length];
            codec.copyMessage(message, 0);
            System.arraycopy(message, 0, bytes, offset, length);
            offset += length;
            ends[i] = offset;
        }
        return new Recording(Arrays.copyOf(bytes, offset), ends);
    }

    /**
     * Decodes all messages and compares each with what was encoded.
     *
     * @throws IllegalStateException if one differs; the message has its index and both values
     */
    public void check(Workload workload, Codec codec) throws Exception {
        Object[] records = workload.records(codec::newRecord);
        codec.reset();
        codec.setInput(bytes);
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
            Object expected = workload.next(records, i);
            Object decoded = codec.decode(start, ends[i] - start);
            if (!workload.isSame(expected, decoded)) {
                throw new IllegalStateException(
                        "message " + i + " of " + workload + ": " + workload.difference(expected, decoded));
            }
            start = ends[i];
        }
    }

    /** Returns the mean size of all messages, in bytes. */
    public double meanSize() {
        return (double) bytes.length / ends.length;
    }

    /** Returns the mean size in bytes without the first {@code count} messages; of all messages if there are no others. */
    public double meanSizeAfter(int count) {
        return count == ends.length
                ? meanSize()
                : (double) (bytes.length - (count == 0 ? 0 : ends[count - 1])) / (ends.length - count);
    }
}
