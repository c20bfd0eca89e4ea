package io.deltawire.marshallable.internal.record;

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
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.Effort;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nested objects of several classes, some of them null, in growing lists, are the same by columns and by tokens. */
class ObjectTreesTest {
    static {
        Types.registerNested(ObjectTreesTest.class);
    }

    private static final int MESSAGES = Effort.times(1_500);

    enum TreeSide {
        BUY,
        SELL
    }

    static class TreeLeaf extends AbstractMarshallable {
        double x;
        long y;
        TreeSide side;
        char mark = 'a';

        void change(Random random) {
            switch (random.nextInt(5)) {
                case 0 -> x += 0.5;
                case 1 -> y += random.nextInt(9);
                case 2 -> side = random.nextInt(4) == 0 ? null : (random.nextBoolean() ? TreeSide.BUY : TreeSide.SELL);
                case 3 -> mark = (char) ('a' + random.nextInt(3));
                default -> y = random.nextLong() >> random.nextInt(64);
            }
        }
    }

    /** With boxes, decimals, scalars in a row, and more objects inside. */
    static class TreeBranch extends AbstractMarshallable {
        long before;
        Long boxed;
        TreeLeaf leaf = new TreeLeaf();
        Double ratio = 0.5;
        BigDecimal sum = BigDecimal.ONE;
        String name;
        double[] levels = {1, 2, 3};
        List<Integer> counts = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        List<TreeLeaf> leaves = new ArrayList<>();
        Map<String, Long> named = new LinkedHashMap<>();
        Boolean flag;
        Float share;
        Instant at;
        boolean after;

        void change(Random random) {
            switch (random.nextInt(17)) {
                case 0 -> before += 3;
                case 1 -> boxed = random.nextInt(6) == 0 ? null : (Long) random.nextLong(1_000);
                case 2 -> ratio = random.nextInt(20) == 0 ? Double.NaN : random.nextInt(20) / 4.0;
                case 3 ->
                    sum = switch (random.nextInt(20)) {
                        case 0 -> null;
                        case 1 -> new BigDecimal("123456789012345678901234567890.5");
                        case 2 -> new BigDecimal("1.250");
                        default -> new BigDecimal(random.nextInt(100)).scaleByPowerOfTen(-2);
                    };
                case 4 -> name = random.nextInt(4) == 0 ? null : "n" + random.nextInt(20);
                case 5 -> levels[random.nextInt(levels.length)] += 0.25;
                case 6 -> levels = random.nextInt(8) == 0 ? new double[] {1, random.nextInt(3)} : levels;
                case 7 -> counts.set(random.nextInt(counts.size()), random.nextInt(9));
                case 8 -> counts.replaceAll(i -> random.nextInt(3) == 0 ? i : i + 1);
                case 9, 10 -> changeLeaves(random);
                case 11 -> named.merge("k" + random.nextInt(random.nextInt(9) == 0 ? 5 : 2), 1L, Long::sum);
                case 12 -> flag = random.nextInt(9) == 0 ? null : (Boolean) random.nextBoolean();
                case 13 -> share = random.nextInt(9) == 0 ? null : (Float) (random.nextInt(8) * 0.25f);
                case 14 -> at = random.nextInt(9) == 0 ? null : Instant.ofEpochMilli(random.nextInt(1 << 20));
                case 15 -> after ^= true;
                default -> {
                    if (leaf == null) {
                        leaf = random.nextInt(3) == 0 ? new TreeLeaf() : null;
                    } else {
                        leaf.change(random);
                        leaf = random.nextInt(12) == 0 ? null : leaf;
                    }
                }
            }
        }

        private void changeLeaves(Random random) {
            int at = leaves.isEmpty() ? 0 : random.nextInt(leaves.size());
            switch (random.nextInt(12)) {
                case 0 -> leaves.add(at, new TreeLeaf());
                case 1 -> {
                    if (leaves.size() > random.nextInt(4)) {
                        leaves.remove(at);
                    }
                }
                case 2 ->
                    leaves.forEach(each -> {
                        if (each != null) {
                            each.y++;
                            each.x++;
                        }
                    });
                case 3 -> {
                    if (!leaves.isEmpty()) {
                        leaves.set(at, leaves.get(at) == null ? new TreeLeaf() : null);
                    }
                }
                default -> {
                    if (!leaves.isEmpty() && leaves.get(at) != null) {
                        leaves.get(at).change(random);
                    }
                }
            }
        }
    }

    interface TreePart {}

    static class TreeCommon extends AbstractMarshallable implements TreePart {
        long notional;
        double rate;
    }

    static final class TreeSwap extends TreeCommon {
        String currency = "EUR";
        long notionals;
    }

    static final class TreeBond extends TreeCommon {
        double coupon;
        /** Has another type than the field of this name in a swap. */
        String notionals = "x";

        TreeLeaf leaf = new TreeLeaf();
    }

    static final class TreeOne extends AbstractMarshallable implements TreePart {
        TreePart inner;
        UUID id = new UUID(1, 2);
        long n;
    }

    record TreeRecord(long a, String b) implements TreePart {}

    static class TreeNode extends AbstractMarshallable {
        long n;
        List<TreeNode> below = new ArrayList<>();
        TreeNode next;
    }

    static class TreeWhole extends AbstractMarshallable {
        @Key
        String id;

        long count;
        TreeBranch branch = new TreeBranch();
        double price;
        TreePart part;
        List<TreePart> parts = new ArrayList<>();
        TreePart[] array = {null, new TreeSwap()};
        TreeNode node = new TreeNode();
        Object any;
        Optional<TreeLeaf> maybe = Optional.empty();
        List<String> nothing;
        TreeBranch none;
        long last;

        /** @param calm how rarely the layout changes */
        void change(Random random, int calm) {
            switch (random.nextInt(10)) {
                case 0 -> count++;
                case 1, 2, 3 -> branch.change(random);
                case 4 -> price += 0.01;
                case 5 -> part = changed(part, random, calm);
                case 6 -> {
                    if (random.nextInt(calm) == 0) {
                        parts.add(random.nextInt(parts.size() + 1), made(random));
                    } else if (random.nextInt(calm) == 0 && !parts.isEmpty()) {
                        parts.remove(random.nextInt(parts.size()));
                    } else if (!parts.isEmpty()) {
                        int at = random.nextInt(parts.size());
                        parts.set(at, changed(parts.get(at), random, calm));
                    }
                }
                case 7 -> array[0] = changed(array[0], random, calm);
                case 8 -> changeNodes(random, calm);
                default -> changeOther(random, calm);
            }
        }

        private void changeNodes(Random random, int calm) {
            TreeNode at = node;
            while (random.nextInt(3) > 0) {
                if (!at.below.isEmpty() && random.nextBoolean()) {
                    at = at.below.get(random.nextInt(at.below.size()));
                } else if (at.next != null) {
                    at = at.next;
                }
            }
            at.n++;
            if (random.nextInt(calm) == 0) {
                at.next = at.next == null ? new TreeNode() : null;
            } else if (random.nextInt(calm) == 0) {
                at.below.add(new TreeNode());
                if (at.below.size() > 3) {
                    at.below.clear();
                }
            }
        }

        private void changeOther(Random random, int calm) {
            last++;
            if (random.nextInt(calm) > 0) {
                return;
            }
            switch (random.nextInt(5)) {
                case 0 ->
                    any = new Object[] {null, 5L, "text", 1.5, List.of(1L, "b"), new TreeLeaf()}[random.nextInt(6)];
                case 1 -> maybe = random.nextBoolean() ? Optional.empty() : Optional.of(new TreeLeaf());
                case 2 -> nothing = nothing == null ? new ArrayList<>(List.of("a", "b")) : null;
                case 3 -> none = none == null ? new TreeBranch() : null;
                default -> branch = random.nextInt(3) == 0 ? null : new TreeBranch();
            }
            branch = branch == null ? new TreeBranch() : branch;
        }

        private static TreePart changed(TreePart part, Random random, int calm) {
            if (part == null || random.nextInt(calm) == 0) {
                return random.nextInt(5) == 0 ? null : made(random);
            }
            if (part instanceof TreeCommon common) {
                common.notional += random.nextInt(3);
                common.rate += random.nextInt(3) * 0.5;
            }
            if (part instanceof TreeBond bond) {
                bond.leaf.change(random);
            } else if (part instanceof TreeOne one) {
                one.n++;
                one.inner = changed(one.inner, random, calm);
            } else if (part instanceof TreeRecord one) {
                return new TreeRecord(one.a + 1, one.b);
            }
            return part;
        }

        private static TreePart made(Random random) {
            return switch (random.nextInt(6)) {
                case 0, 1 -> new TreeSwap();
                case 2, 3 -> new TreeBond();
                case 4 -> new TreeOne();
                default -> new TreeRecord(1, "r");
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 60, 400})
    void updatesMatchTokens(int calm) {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(31L * calm + seed);
            ColumnsAndTokens wires = new ColumnsAndTokens();
            TreeWhole[] states = new TreeWhole[1 + 2 * seed];
            for (int i = 0; i < states.length; i++) {
                states[i] = new TreeWhole();
                states[i].id = "t" + i;
            }
            TreeWhole into = new TreeWhole();
            for (int i = 0; i < MESSAGES; i++) {
                TreeWhole state = states[random.nextInt(states.length)];
                for (int n = random.nextInt(4); n >= 0; n--) {
                    state.change(random, calm);
                }
                wires.write("tree", state, into, "calm " + calm + ", seed " + seed + ", message " + i);
            }
        }
    }

    static class TreePair extends AbstractMarshallable {
        @Key
        int id;

        TreePart part;
        TreeBranch branch = new TreeBranch();
    }

    /** Values are set in existing objects, but never in one of another class. */
    @Test
    void objectsInsideStayWhereTheyAre() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        TreePair pair = new TreePair();
        pair.part = new TreeSwap();
        TreePair first = null;
        for (int i = 0; i < 700; i++) {
            ((TreeCommon) pair.part).notional++;
            pair.branch.leaf.y++;
            writer.write("pair", pair);
            TreePair live = reader.readByKey(TreePair.class);
            if (i == 0) {
                first = live.deepCopy();
                first.part = live.part;
                first.branch = live.branch;
            }
            assertSame(first.part, live.part);
            assertSame(first.branch.getClass(), live.branch.getClass());
            assertSame(first.branch, live.branch);
            assertEquals(pair, live);
        }
        TreePart former = first.part;
        pair.part = new TreeBond();
        writer.write("pair", pair);
        TreePair live = reader.readByKey(TreePair.class);
        assertNotSame(former, live.part);
        assertEquals(pair, live);
        assertEquals(700, ((TreeSwap) former).notional);
    }

    static class TreeRow extends AbstractMarshallable {
        long a;
        double b;
        Long c = 7L;
        TreePart part = new TreeSwap();
        TreeLeaf none;
        List<TreeLeaf> empty = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        Map<String, Long> named = new LinkedHashMap<>();
        List<TreeLeaf> leaves = new ArrayList<>(List.of(new TreeLeaf(), new TreeLeaf()));
    }

    static class TreeTable extends AbstractMarshallable {
        @Key
        int id;

        List<TreeRow> rows = new ArrayList<>();
        long count;
    }

    /** Rows move up or down, and others are added at the end. The list keeps its size and its layouts. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void rowsThatMoveAreEditedAsByTokens(int tables) {
        Random random = new Random(tables);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        TreeTable[] states = new TreeTable[tables];
        for (int i = 0; i < tables; i++) {
            states[i] = new TreeTable();
            states[i].id = i;
            for (int k = 0; k < 6; k++) {
                states[i].rows.add(newRow(random));
            }
        }
        TreeTable into = new TreeTable();
        for (int i = 0; i < MESSAGES; i++) {
            TreeTable state = states[random.nextInt(tables)];
            List<TreeRow> rows = state.rows;
            state.count++;
            switch (random.nextInt(6)) {
                case 0 -> {
                    rows.remove(random.nextInt(rows.size()));
                    rows.add(random.nextInt(rows.size() + 1), newRow(random));
                }
                case 1 -> {
                    rows.remove(0);
                    rows.add(newRow(random));
                }
                case 2 -> rows.add(0, rows.remove(rows.size() - 1));
                case 3 -> rows.forEach(row -> row.a += 5); // which comes to be expected
                default -> {
                    TreeRow row = rows.get(random.nextInt(rows.size()));
                    row.a += 5;
                    row.leaves.get(random.nextInt(2)).change(random);
                    ((TreeSwap) row.part).rate += 0.5;
                }
            }
            wires.write("table", state, into, "message " + i);
        }
    }

    private static TreeRow newRow(Random random) {
        TreeRow row = new TreeRow();
        row.a = random.nextInt(1_000);
        row.b = random.nextInt(1_000) / 4.0;
        row.c = random.nextLong(1_000);
        row.leaves.get(0).y = random.nextInt(1_000);
        ((TreeSwap) row.part).currency = "C" + random.nextInt(5);
        return row;
    }

    /** New objects share this one, so no reader may change it. */
    private static final TreeLeaf COMMON = new TreeLeaf();

    static class TreeInside extends AbstractMarshallable {
        long n;
        List<Long> numbers = new ArrayList<>(List.of(1L, 2L));
        List<TreeLeaf> leaves = new ArrayList<>(List.of(new TreeLeaf()));
        TreeLeaf common = COMMON;
    }

    static class TreeHint extends AbstractMarshallable {
        long n;
        Optional<TreeLeaf> hint = Optional.empty();
    }

    static class TreeOutside extends AbstractMarshallable {
        @Key
        int id;

        TreeInside inside = new TreeInside();
        TreeHint hint = new TreeHint();
    }

    /** The target changes from one layout to another, and must equal a new object after each read. */
    @Test
    void valuesThatCannotBeSetAreReplaced() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        TreeOutside outside = new TreeOutside();
        TreeOutside into = new TreeOutside();
        for (int i = 0; i < 700; i++) {
            outside.inside.n++;
            outside.inside.numbers.set(0, (long) i);
            outside.inside.leaves.get(0).y = i;
            outside.inside.common = new TreeLeaf();
            outside.inside.common.y = i;
            outside.hint.n++;
            writer.write("outside", outside);
            if (i % 3 == 1) {
                into.inside.numbers = List.of(5L, 6L);
                into.inside.leaves = List.of(new TreeLeaf());
                into.hint.hint = null;
                into.inside.common = COMMON;
            } else if (i % 3 == 2) {
                into.inside.numbers = new ArrayList<>(List.of(5L, 6L));
            }
            assertEquals(outside, reader.read(into), "message " + i);
            assertEquals(new TreeLeaf(), COMMON);
        }
    }

    static class TreeFork extends AbstractMarshallable {
        @Key
        int id;

        List<TreeBranch> branches = new ArrayList<>();
        TreePart[] array = {};
    }

    private final Bytes<?> forks = Bytes.allocateElasticOnHeap();
    private final Wire forkWriter = Wire.of("delta", forks);
    private final Wire forkReader = Wire.of("delta", forks);

    private TreeFork written() {
        TreeFork fork = new TreeFork();
        fork.branches.add(new TreeBranch());
        fork.branches.add(new TreeBranch());
        fork.branches.get(0).counts.remove(0);
        fork.branches.get(0).leaf = null;
        fork.array = new TreePart[] {new TreeSwap()};
        forkWriter.write("fork", fork);
        assertEquals(fork, forkReader.read(TreeFork.class)); // from now on it is read by columns
        fork.branches.get(1).before++;
        forkWriter.write("fork", fork);
        return fork;
    }

    /**
     * Shared objects are not allowed in a target, but do not fail. If two fields share a list, the second one reads
     * into the result of the first.
     */
    @Test
    void sharedObjectHoldsTheValueReadLast() {
        TreeFork fork = written();
        TreeFork into = fork.deepCopy();
        into.branches.get(0).counts = into.branches.get(1).counts;
        into.branches.get(0).leaf = into.branches.get(1).leaf;
        forkReader.read(into);
        assertEquals(fork.branches.get(1), into.branches.get(1));
        forkWriter.write("fork", fork);
        into.branches.set(0, into.branches.get(1));
        forkReader.read(into);
        assertEquals(fork.branches.get(1), into.branches.get(1));
    }

    /** Tokens make another list then, of other objects. */
    @Test
    void objectsInListsThatCannotBeFilledStayAsTheyAre() {
        TreeFork fork = written();
        TreeFork into = new TreeFork();
        into.branches = List.of(new TreeBranch(), new TreeBranch());
        List<TreeBranch> held = into.branches;
        into.array = new TreeSwap[] {new TreeSwap()};
        TreePart[] array = into.array;
        forkReader.read(into);
        assertEquals(fork, into);
        assertEquals(List.of(new TreeBranch(), new TreeBranch()), held);
        assertNotSame(held, into.branches);
        assertSame(TreePart[].class, into.array.getClass());
        assertNotSame(array, into.array);
    }

    /** That an object is read into is no leave for the input to name its class. */
    @Test
    void objectsOfUnknownClassesStayUnknown() {
        TypeRegistry none = TypeRegistry.create();
        TreeFork fork = written();
        Wire reader = Wire.of("delta", forks.readPosition(0), none.asOptions());
        TreeFork into = fork.deepCopy();
        for (int i = 0; i < 2; i++) {
            assertThrows(WireDataException.class, () -> reader.read(into));
            assertTrue(none.find("TreeSwap").isEmpty());
        }
    }
}
