package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsBesideTokens;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An object whose own code fails while it is written leaves the encoder as it was: the next message has the bytes that
 * it would have had without that object. A list of its own class is written by tokens, after other fields have been
 * collected.
 */
class FailingObjectsTest {
    /** The calls that lists still answer before one fails. */
    private static int callsLeft = Integer.MAX_VALUE;

    /** A list that fails when no calls are left. */
    static final class FailingList<E> extends ArrayList<E> {
        private static void count() {
            if (--callsLeft < 0) {
                throw new IllegalStateException("the list fails");
            }
        }

        @Override
        public int size() {
            count();
            return super.size();
        }

        @Override
        public E get(int index) {
            count();
            return super.get(index);
        }

        @Override
        public Iterator<E> iterator() {
            count();
            return super.iterator();
        }
    }

    static class FailingPart extends AbstractMarshallable {
        long count;
        double price = 1.25;
        String name = "part";
    }

    static class FailingWhole extends AbstractMarshallable {
        @Key
        int id;

        long sequence;
        List<FailingPart> parts = new ArrayList<>();
        List<String> words = new FailingList<>();

        FailingWhole() {}

        FailingWhole(int key, int size) {
            id = key;
            for (int i = 0; i < size; i++) {
                parts.add(new FailingPart());
                words.add("word");
            }
        }

        void change(Random random) {
            sequence++;
            FailingPart part = parts.get(random.nextInt(parts.size()));
            part.count += random.nextInt(5);
            part.price = random.nextInt(900) / 100.0;
            part.name = random.nextInt(9) == 0 ? "part " + random.nextInt() : part.name;
            words.set(random.nextInt(words.size()), random.nextBoolean() ? "word" : "new " + random.nextInt());
            if (random.nextInt(20) == 0) {
                parts.add(new FailingPart());
            } else if (random.nextInt(20) == 0 && parts.size() > 1) {
                parts.remove(0);
            }
        }
    }

    /** @param size the length of the lists, for few leaves and for more than 64 */
    @ParameterizedTest
    @ValueSource(ints = {2, 30})
    void nextMessageHasTheBytesThatItWouldHaveHad(int size) {
        Random random = new Random(size);
        ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        List<FailingWhole> objects = new ArrayList<>();
        for (int key = 0; key < 2; key++) {
            objects.add(new FailingWhole(key, size));
        }
        int failures = 0;
        for (int i = 0; i < 1_500; i++) {
            FailingWhole object = objects.get(i % 2);
            object.change(random);
            if (i > 20) {
                callsLeft = random.nextInt(i % 3 == 0 ? 200 : 20);
                boolean hasFailed = true;
                try {
                    both.writeByColumns("order", object);
                    hasFailed = false;
                } catch (IllegalStateException e) {
                    failures++;
                } finally {
                    callsLeft = Integer.MAX_VALUE;
                }
                if (!hasFailed) {
                    both.followByTokens("order", object);
                    continue;
                }
            }
            both.write(object);
        }
        assertTrue(failures > 50, failures + " failures");
    }
}
