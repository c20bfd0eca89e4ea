package io.deltawire.bench.workload;

import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.Sample;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A workload of {@link Sample} records: the first message of each key, then updates. Updates come in pairs of the same key, which is taken
 * at random. All random numbers are drawn in the constructor from a fixed seed, so that they cost nothing while messages are timed.
 */
final class SampleWorkload extends Workload {
    private final int[] key;
    private final int[] random;
    private final int keys;

    SampleWorkload(String name, String title, Class<? extends Sample> type, int keys, int updates) {
        super(name, title, type);
        this.keys = keys;
        this.key = new int[updates];
        this.random = new int[updates];
        SplittableRandom source = new SplittableRandom(7);
        for (int i = 0; i < updates; i++) {
            // Updates come in pairs, as in the article: one field changes, then the other one of the same key.
            key[i] = (i & 1) == 0 ? source.nextInt(keys) : key[i - 1];
            random[i] = source.nextInt();
        }
    }

    @Override
    public int size() {
        return keys + key.length;
    }

    @Override
    public int keys() {
        return keys;
    }

    @Override
    public Object[] records(Function<Class<?>, ?> factory) {
        Sample[] records = new Sample[keys];
        for (int i = 0; i < keys; i++) {
            Class<?> type = type() == EightClasses.class ? EightClasses.of(i) : type();
            records[i] = (Sample) factory.apply(type);
            records[i].begin(i);
        }
        return records;
    }

    @Override
    public Object next(Object[] records, int index) {
        int update = index - keys;
        if (update < 0) {
            Sample record = (Sample) records[index];
            record.restart(index);
            return record;
        }
        Sample record = (Sample) records[key[update]];
        record.change(update, random[update]);
        return record;
    }

    @Override
    public boolean isSame(Object written, Object read) {
        return read instanceof Sample sample && ((Sample) written).sameAs(sample);
    }
}
