package io.deltawire.bench.model;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A sequence of messages that is the same in every run: first one of each key, then updates of keys taken at random. A
 * stateful codec starts from nothing at the first message, so that whatever it costs to begin is part of the figure.
 */
public final class Workload {
    private static final List<Workload> ALL = List.of(
            new Workload("w1", "the article's message, 1,024 different ones", MyDataType.class, 1_024, 0),
            new Workload("w2/1", "its update stream, 1 key", MyDataType.class, 1, 4_999),
            new Workload("w2/64", "its update stream, 64 keys", MyDataType.class, 64, 9_936),
            new Workload("w2/20000", "its update stream, 20,000 keys", MyDataType.class, 20_000, 80_000),
            new Workload("w3", "a 40-field snapshot, 2 to 4 fields change, 100 keys", Snapshot.class, 100, 4_900));

    private final String name;
    private final String title;
    private final Class<? extends Sample> type;
    private final int keys;
    private final int[] key;
    private final int[] random;

    private Workload(String name, String title, Class<? extends Sample> type, int keys, int updates) {
        this.name = name;
        this.title = title;
        this.type = type;
        this.keys = keys;
        this.key = new int[updates];
        this.random = new int[updates];
        SplittableRandom source = new SplittableRandom(7);
        for (int i = 0; i < updates; i++) {
            // In pairs, as in the article: one field changes, then the other of the same key.
            key[i] = (i & 1) == 0 ? source.nextInt(keys) : key[i - 1];
            random[i] = source.nextInt();
        }
    }

    /** All workloads, in the order of the report. */
    public static List<Workload> all() {
        return ALL;
    }

    /** The workload of this name. */
    public static Workload byName(String name) {
        return ALL.stream()
                .filter(workload -> workload.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload " + name));
    }

    public String name() {
        return name;
    }

    public String title() {
        return title;
    }

    /** The class of its messages, or a superclass. */
    public Class<? extends Sample> type() {
        return type;
    }

    /** The number of messages. */
    public int size() {
        return keys + key.length;
    }

    /** The number of keys: so many messages come first, one of each. */
    public int keys() {
        return keys;
    }

    /** Whether messages build on earlier ones. */
    public boolean isStream() {
        return key.length > 0;
    }

    /** Makes the records, one for each key. */
    public Sample[] records(Supplier<? extends Sample> factory) {
        Sample[] records = new Sample[keys];
        for (int i = 0; i < keys; i++) {
            records[i] = factory.get();
            records[i].begin(i);
        }
        return records;
    }

    /** Returns the record to send as message {@code index}, changed as it is to be changed before that message. */
    public Sample next(Sample[] records, int index) {
        int update = index - keys;
        if (update < 0) {
            records[index].restart(index);
            return records[index];
        }
        Sample record = records[key[update]];
        record.change(update, random[update]);
        return record;
    }

    @Override
    public String toString() {
        return name;
    }
}
