package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.util.Arrays;

/**
 * A workload as one format writes it: the bytes of all messages and where each one ends.
 *
 * @param bytes the messages, one after the other
 * @param ends the index after each message
 */
public record Recording(byte[] bytes, int[] ends) {
    /** Encodes a workload. */
    public static Recording of(Workload workload, Codec codec) throws Exception {
        return of(workload, codec, workload.size());
    }

    /** Encodes the first {@code size} messages of a workload. */
    public static Recording of(Workload workload, Codec codec, int size) throws Exception {
        byte[] bytes = new byte[1 << 16];
        int[] ends = new int[size];
        int at = 0;
        Object[] records = workload.records(codec::newRecord);
        codec.reset();
        for (int i = 0; i < ends.length; i++) {
            int length = codec.encode(workload.next(records, i));
            if (bytes.length - at < length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + length));
            }
            byte[] message = new byte[length];
            codec.copyTo(message, 0);
            System.arraycopy(message, 0, bytes, at, length);
            at += length;
            ends[i] = at;
        }
        return new Recording(Arrays.copyOf(bytes, at), ends);
    }

    /** Decodes all of it and compares each message with what was encoded; throws where one differs. */
    public void check(Workload workload, Codec codec) throws Exception {
        Object[] records = workload.records(codec::newRecord);
        codec.reset();
        codec.input(bytes);
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

    /** The mean size of a message in bytes, first messages included. */
    public double meanSize() {
        return (double) bytes.length / ends.length;
    }

    /** The mean size of a message in bytes, the first {@code count} messages left out where there are others. */
    public double meanSizeAfter(int count) {
        return count == ends.length
                ? meanSize()
                : (double) (bytes.length - (count == 0 ? 0 : ends[count - 1])) / (ends.length - count);
    }
}
