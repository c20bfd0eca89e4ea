package io.deltawire.bench.peer;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compresses each message of another codec alone, by Zstandard with a dictionary of 16 KiB. The dictionary is trained on messages of the
 * same class. Both sides have it beforehand, and no figure includes it.
 */
public final class ZstdDictionaryCodec extends ByteArrayCodec {
    private static final int DICTIONARY_BYTES = 16 << 10;
    private static final int TRAINING_MESSAGES = 4_000;
    private static final int MAX_MESSAGE_BYTES = 1 << 14;

    private final ByteArrayCodec codec;
    private final ZstdCompressCtx compressor = new ZstdCompressCtx();
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
    private final byte[] plain = new byte[MAX_MESSAGE_BYTES];
    private final byte[] packed = new byte[MAX_MESSAGE_BYTES];

    /**
     * Trains the dictionary.
     *
     * @param type the class of the messages
     * @param level the compression level of Zstandard
     * @param factory makes codecs whose messages are compressed
     */
    public ZstdDictionaryCodec(Class<?> type, int level, Supplier<ByteArrayCodec> factory) throws Exception {
        codec = factory.get();
        byte[] dictionary = train(type, factory.get());
        compressor.setLevel(level);
        compressor.loadDict(dictionary);
        decompressor.loadDict(dictionary);
        codec.setInput(plain);
    }

    private static byte[] train(Class<?> type, ByteArrayCodec codec) throws Exception {
        Workload workload = Workloads.all().stream()
                .filter(w -> w.isStream() && w.keys() > 1 && w.type() == type)
                .findFirst()
                .orElseThrow();
        Object[] records = workload.records(codec::newRecord);
        List<byte[]> samples = new ArrayList<>();
        for (int i = 0; i < TRAINING_MESSAGES; i++) {
            byte[] sample = new byte[codec.encode(workload.next(records, i))];
            codec.copyMessage(sample, 0);
            samples.add(sample);
        }
        byte[] dictionary = new byte[DICTIONARY_BYTES];
        long length = Zstd.trainFromBuffer(samples.toArray(new byte[0][]), dictionary);
        if (Zstd.isError(length)) {
            throw new IllegalStateException(Zstd.getErrorName(length));
        }
        return Arrays.copyOf(dictionary, (int) length);
    }

    @Override
    public Object newRecord(Class<?> type) {
        return codec.newRecord(type);
    }

    @Override
    public int encode(Object message) throws Exception {
        int length = codec.encode(message);
        codec.copyMessage(plain, 0);
        output = packed;
        return compressor.compressByteArray(packed, 0, packed.length, plain, 0, length);
    }

    @Override
    public Object decode(int offset, int length) throws Exception {
        int size = decompressor.decompressByteArray(plain, 0, plain.length, input, offset, length);
        return codec.decode(0, size);
    }
}
