package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists grow and shrink, and nested objects appear, vanish or change their class. What is read equals what was written,
 * and unchanged objects stay the same instances.
 */
class GrownObjectsTest {
    static {
        TypeRegistry.shared().register(GrownNamed.class, GrownMore.class);
    }

    private static final int GROWN_MESSAGES = 3_000;

    private static final GrownLeaf SHARED = new GrownLeaf();

    static class GrownLeaf extends AbstractMarshallable {
        long n;
        double x = 0.5;
    }

    sealed interface GrownKind permits GrownLow, GrownHigh {}

    static final class GrownLow extends AbstractMarshallable implements GrownKind {
        long n;
        GrownLeaf leaf;
    }

    static final class GrownHigh extends AbstractMarshallable implements GrownKind {
        double n;
        String text = "high";
        GrownLeaf leaf = SHARED;
        List<GrownLeaf> leaves = new ArrayList<>(List.of(SHARED));
    }

    static class Grown extends AbstractMarshallable {
        @Key
        String id;

        long count;
        List<GrownLeaf> leaves = new ArrayList<>();
        GrownLeaf leaf;
        GrownKind kind;
        List<GrownKind> kinds = new ArrayList<>();
        GrownLeaf[] array = {};

        void change(Random random) {
            count++;
            switch (random.nextInt(6)) {
                case 0 -> resize(leaves, random);
                case 1 -> leaf = leaf == null ? leaf(random) : random.nextBoolean() ? null : leaf;
                case 2 -> kind = kind(random);
                case 3 -> {
                    int size = random.nextInt(5);
                    while (kinds.size() > size) {
                        kinds.remove(random.nextInt(kinds.size()));
                    }
                    while (kinds.size() < size) {
                        kinds.add(random.nextInt(kinds.size() + 1), kind(random));
                    }
                }
                case 4 -> array = random.nextInt(3) > 0 ? array : new GrownLeaf[] {leaf(random), leaf(random)};
                default -> leaves.forEach(each -> each.n += random.nextInt(2));
            }
        }

        private static void resize(List<GrownLeaf> leaves, Random random) {
            int size = random.nextInt(6);
            while (leaves.size() > size) {
                leaves.remove(leaves.size() - 1);
            }
            while (leaves.size() < size) {
                leaves.add(leaf(random));
            }
        }

        private static GrownLeaf leaf(Random random) {
            GrownLeaf leaf = new GrownLeaf();
            leaf.n = random.nextInt(9);
            return leaf;
        }

        private static GrownKind kind(Random random) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    return null;
                }
                case 1 -> {
                    GrownLow low = new GrownLow();
                    low.leaf = random.nextBoolean() ? leaf(random) : null;
                    low.n = random.nextInt(5);
                    return low;
                }
                default -> {
                    GrownHigh high = new GrownHigh();
                    high.n = random.nextInt(5) / 4.0;
                    high.leaf = random.nextBoolean() ? leaf(random) : null;
                    high.leaves = new ArrayList<>();
                    resize(high.leaves, random);
                    return high;
                }
            }
        }
    }

    /**
     * Reads into a new object, into one that is reused, into one that the reader has not filled, and into the live one.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void whatIsReadIsWhatWasWritten(int keys) {
        Random random = new Random(keys);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        List<Grown> records = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            Grown record = new Grown();
            record.id = "K" + i;
            records.add(record);
        }
        List<String> written = new ArrayList<>();
        for (int i = 0; i < GROWN_MESSAGES; i++) {
            Grown record = records.get(random.nextInt(keys));
            record.change(random);
            writer.write("grown", record);
            written.add(record.toString());
        }
        String shared = SHARED.toString();
        Wire reader = Wire.of("delta", bytes);
        Random choice = new Random(7);
        Grown kept = new Grown();
        for (int i = 0; i < GROWN_MESSAGES; i++) {
            Grown read = switch (choice.nextInt(8)) {
                case 0 -> reader.read(Grown.class);
                case 1 -> reader.read(other(choice));
                case 2, 3, 4 -> reader.read(kept);
                default -> reader.readByKey(Grown.class);
            };
            assertEquals(written.get(i), read.toString(), "message " + i);
        }
        assertEquals(shared, SHARED.toString(), "what a constructor shares is nobody's to set");
    }

    private static Grown other(Random random) {
        Grown other = new Grown();
        for (int i = random.nextInt(9); i > 0; i--) {
            other.change(random);
        }
        return other;
    }

    @Test
    void itemsThatStayAreTheSameObjects() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        Grown record = new Grown();
        record.id = "K";
        record.leaf = new GrownLeaf();
        for (int size : new int[] {4, 4, 2, 4, 0, 1}) {
            while (record.leaves.size() > size) {
                record.leaves.remove(record.leaves.size() - 1);
            }
            while (record.leaves.size() < size) {
                record.leaves.add(new GrownLeaf());
            }
            record.count++;
            wire.write("grown", record);
        }
        Grown live = wire.readByKey(Grown.class);
        List<GrownLeaf> list = live.leaves;
        GrownLeaf first = list.get(0);
        GrownLeaf third = list.get(2);
        assertEquals(4, wire.readByKey(Grown.class).leaves.size());
        assertEquals(2, wire.readByKey(Grown.class).leaves.size());
        assertEquals(4, wire.readByKey(Grown.class).leaves.size());
        assertSame(list, live.leaves);
        assertSame(first, list.get(0));
        assertNotSame(third, list.get(2), "it had gone");
        assertTrue(wire.readByKey(Grown.class).leaves.isEmpty());
        assertEquals(1, wire.readByKey(Grown.class).leaves.size());
    }

    sealed interface GrownTwin permits GrownLeft, GrownRight {}

    static final class GrownLeft extends AbstractMarshallable implements GrownTwin {
        long n;
    }

    /** Only its name distinguishes it. */
    static final class GrownRight extends AbstractMarshallable implements GrownTwin {
        long n;
    }

    static final class GrownMore extends GrownLeaf {
        long more;
    }

    static class GrownTwins extends AbstractMarshallable {
        @Key
        String id = "K";

        long count;
        List<GrownTwin> twins = new ArrayList<>();
        List<GrownLeaf> leaves = new ArrayList<>();

        void change(Random random) {
            while (twins.size() < 4) {
                twins.add(new GrownLeft());
                leaves.add(new GrownLeaf());
            }
            twins.replaceAll(twin -> random.nextInt(4) == 0 ? changed(twin, random) : twin);
            leaves.get(random.nextInt(4)).n += random.nextInt(3);
            if (count++ > 1_500 && random.nextInt(6) == 0) { // as a row before
                leaves.set(random.nextInt(4), random.nextBoolean() ? new GrownMore() : new GrownLeaf());
            }
        }

        private static GrownTwin changed(GrownTwin twin, Random random) {
            boolean isLeft = twin instanceof GrownLeft == random.nextInt(4) > 0;
            long n = random.nextInt(3) + (twin instanceof GrownLeft left ? left.n : ((GrownRight) twin).n);
            GrownLeft left = new GrownLeft();
            left.n = n;
            GrownRight right = new GrownRight();
            right.n = n;
            return isLeft ? left : right;
        }
    }

    /**
     * Two classes have the same fields, so that the kinds of a record's values do not distinguish them, and one class
     * extends another.
     */
    @Test
    void twinsAndSubclassesMatchTokens() {
        Random random = new Random(11);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        GrownTwins twins = new GrownTwins();
        GrownTwins into = new GrownTwins();
        for (int i = 0; i < GROWN_MESSAGES; i++) {
            twins.change(random);
            wires.write("twins", twins, into, "message " + i);
        }
    }

    /**
     * Predictors are tried again after 65,536 messages. During the trial, records change without the checks of an
     * update.
     */
    @Test
    void twinsMatchTokensAfterRepeatedTrials() {
        Random random = new Random(12);
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = Wire.of("delta", byColumns);
        Wire tokens = Wire.of("delta", byTokens);
        GrownTwins twins = new GrownTwins();
        GrownTwins other = new GrownTwins();
        other.id = "L";
        for (int i = 0; i < 70_000; i++) {
            GrownTwins sent = random.nextInt(4) == 0 ? other : twins;
            sent.change(random);
            columns.write("twins", sent);
            ColumnsAndTokens.writeTokens(tokens, "twins", sent);
        }
        assertArrayEquals(ColumnsAndTokens.bytesFrom(byTokens, 0), ColumnsAndTokens.bytesFrom(byColumns, 0));
    }

    static class GrownPart extends AbstractMarshallable {
        long n;
        long more;
    }

    static class GrownSent extends AbstractMarshallable {
        @Key
        String id = "K";

        GrownPart part = new GrownPart();
        List<GrownPart> parts = new ArrayList<>();
    }

    /** Has no {@code more}, but something that is not sent. */
    static class GrownOtherPart extends AbstractMarshallable {
        long n;
        List<String> own = new ArrayList<>(List.of("own"));
    }

    static class GrownReceived extends AbstractMarshallable {
        String id;
        GrownOtherPart part = new GrownOtherPart();
        List<GrownOtherPart> parts = new ArrayList<>();
    }

    /**
     * Fields that the record lacks get the defaults of the class in new objects. Existing objects are filled, not
     * replaced.
     */
    @ParameterizedTest
    @EachFormat(encoding = Encoding.BINARY)
    void objectsOfAnotherClassThanTheWritersHaveTheirOwnDefaults(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        GrownSent sent = new GrownSent();
        for (int i = 0; i < 40; i++) {
            sent.part = i % 5 == 0 ? null : new GrownPart();
            if (sent.part != null) {
                sent.part.n = i;
            }
            while (sent.parts.size() > i % 4) {
                sent.parts.remove(0);
            }
            while (sent.parts.size() < i % 4) {
                sent.parts.add(new GrownPart());
            }
            sent.parts.forEach(part -> part.n++);
            wire.write("e", sent);
        }
        GrownReceived into = new GrownReceived();
        for (int i = 0; i < 40; i++) {
            GrownOtherPart former = into.part;
            wire.read(into);
            if (i % 5 == 0) {
                assertEquals(null, into.part);
            } else {
                assertEquals(i, into.part.n);
                assertEquals(List.of("own"), into.part.own);
                if (former != null) {
                    assertSame(former, into.part);
                }
            }
            assertEquals(i % 4, into.parts.size());
            into.parts.forEach(part -> assertEquals(List.of("own"), part.own));
        }
    }

    static class GrownUnnamed {
        long n;
    }

    static class GrownNamed extends AbstractMarshallable {
        long n = 3;
    }

    static class GrownAnything extends AbstractMarshallable {
        Map<String, Object> map = new LinkedHashMap<>();
    }

    /** If reading registered its name, later input could create instances of it. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatAMapHeldGetsNoNameByReading(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        GrownAnything sent = new GrownAnything();
        sent.map.put("k", new GrownNamed());
        for (int i = 0; i < 3; i++) {
            wire.write("e", sent);
        }
        for (int i = 0; i < 3; i++) {
            GrownAnything into = new GrownAnything();
            into.map.put("k", new GrownUnnamed());
            assertEquals(sent, wire.read(into));
            assertTrue(TypeRegistry.shared().find("GrownUnnamed").isEmpty());
        }
    }

    static class GrownRefusal extends AbstractMarshallable {
        static boolean refuses;
        long n;

        GrownRefusal() {
            if (refuses) {
                throw new IllegalArgumentException("not now");
            }
        }
    }

    static class GrownRefusals extends AbstractMarshallable {
        @Key
        String id = "K";

        long count;
        List<GrownRefusal> items = new ArrayList<>();
    }

    /** The error equals that of reading tokens, and the next message is unharmed. */
    @Test
    void constructorThatThrowsIsReportedWithItsPath() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        GrownRefusals record = new GrownRefusals();
        for (int i = 0; i < 5; i++) {
            record.count++;
            if (i == 0 || i == 3) {
                record.items.add(new GrownRefusal());
            }
            if (i == 2) {
                record.items.clear();
            }
            wire.write("record", record);
        }
        GrownRefusals into = new GrownRefusals();
        for (int i = 0; i < 3; i++) {
            wire.read(into);
        }
        GrownRefusal.refuses = true;
        try {
            WireException thrown = assertThrows(WireException.class, () -> wire.read(into));
            assertTrue(thrown.getMessage().contains("not now"), thrown.getMessage());
            assertTrue(thrown.getMessage().contains("items"), thrown.getMessage());
        } finally {
            GrownRefusal.refuses = false;
        }
        assertEquals(record, wire.read(into));
    }
}
