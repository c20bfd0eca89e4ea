package io.deltawire.marshallable.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Effort;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Delta streams of objects of one class that change at random. Each message is the same by columns and by tokens, by
 * whatever call it is read.
 */
public final class RandomStreams<T extends AbstractMarshallable> {
    private final IntFunction<T> made;
    private final BiConsumer<T, Random> change;

    /**
     * @param made makes the object of a key
     * @param change changes one thing
     */
    public RandomStreams(IntFunction<T> made, BiConsumer<T, Random> change) {
        this.made = made;
        this.change = change;
    }

    private List<T> objects(int count) {
        List<T> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(made.apply(i));
        }
        return objects;
    }

    private void change(T object, Random random, int most) {
        for (int n = random.nextInt(most + 1); n > 0; n--) {
            change.accept(object, random);
        }
    }

    /** Updates, read into an object that all keys share, and as the live one. */
    public void updates(int seed, int messages) {
        updates(seed, messages, (object, random) -> change(object, random, 1 + seed % 4));
    }

    /** The same with updates of one change each, so that constant steps stay constant in the stream. */
    public void steps(int seed, int messages) {
        updates(seed, messages, change);
    }

    private void updates(int seed, int messages, BiConsumer<T, Random> update) {
        Random random = new Random(seed);
        List<T> objects = objects(1 + seed % 3 * 3);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        T into = made.apply(0);
        for (int i = 0; i < messages; i++) {
            into = random.nextInt(40) == 0 ? made.apply(0) : into;
            T object = objects.get(random.nextInt(objects.size()));
            update.accept(object, random);
            wires.write("object", object, into, "seed " + seed + ", message " + i);
        }
    }

    /** Short epochs, no space for all keys, key frames, deletions, handwritten messages, and new records. */
    public void all(int seed, int messages) {
        WireOptions shortEpochs = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 2_000);
        run(seed, messages, WireOptions.DEFAULTS, true);
        run(seed + 1, messages, shortEpochs, true);
        run(seed + 3, messages, shortEpochs, false);
        run(
                seed + 2,
                messages,
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(5, 1 << 20)),
                true);
    }

    /** @param hasKeyFrames whether key frames are written, so that each later epoch begins with one */
    private void run(int seed, int messages, WireOptions options, boolean hasKeyFrames) {
        Random random = new Random(seed);
        ColumnsBesideTokens both = new ColumnsBesideTokens(options);
        List<T> objects = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            int choice = random.nextInt(60);
            if (objects.isEmpty() || choice < 3) {
                T object = made.apply(i);
                objects.add(object);
                both.write(object);
                continue;
            }
            T object = objects.get(random.nextInt(objects.size()));
            if (choice == 3) {
                both.delete(object);
                objects.remove(object);
            } else if (choice == 4 && hasKeyFrames) {
                both.keyFrame();
            } else {
                change(object, random, 3);
                if (choice < 7) {
                    both.writeByHand(object);
                } else {
                    both.write(object);
                }
            }
            if (objects.size() > 8) {
                objects.remove(0);
            }
        }
    }

    /** Flips bits of a short stream, one at a time. Reading by columns gives the same as reading by tokens. */
    public void damage(int seed, int messages) {
        Random random = new Random(seed);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        List<T> objects = objects(2);
        for (int i = 0; i < messages; i++) {
            T object = objects.get(random.nextInt(2));
            change(object, random, 2);
            writer.write("object", object);
        }
        byte[] whole = bytes.toByteArray();
        Class<?> type = objects.get(0).getClass();
        for (int i = 0; i < 8 * whole.length; i += Effort.step(3)) {
            byte[] damaged = whole.clone();
            damaged[i >>> 3] ^= (byte) (1 << (i & 7));
            String tokens = Wires.readAll(Wires.byTokens(damaged), type, false);
            Wire live = Wire.of("delta", Bytes.wrapForRead(damaged));
            assertEquals(tokens, Wires.readAll(live, type, true), "bit " + i);
            Wire reader = Wire.of("delta", Bytes.wrapForRead(damaged));
            assertEquals(tokens, readAllInto(reader, made.apply(0)), "bit " + i);
        }
    }

    private String readAllInto(Wire wire, T into) {
        StringBuilder all = new StringBuilder();
        for (int errors = 0; errors < 4; ) {
            try {
                Object object = wire.read(into);
                if (object == null) {
                    return all.toString();
                }
                all.append(object);
            } catch (WireException e) {
                all.append(e.getClass());
                errors++;
            }
        }
        return all.toString();
    }
}
