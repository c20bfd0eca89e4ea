package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The target of a read has lists and maps that contain themselves, or that occur twice. Where this is noticed, it is an
 * error of the wire, and the next message can be read.
 */
class CyclicTargetsTest {
    static class Tangled extends AbstractMarshallable {
        int id;
        Tangled one;
        List<Tangled> items;
        Map<String, Tangled> named;
        Tangled[] array;
        List<List<Tangled>> lists;
        List<Tangled[]> arrays;

        Tangled() {}

        Tangled(int id) {
            this.id = id;
        }
    }

    private static List<Tangled> items(int... ids) {
        List<Tangled> items = new ArrayList<>();
        for (int id : ids) {
            items.add(new Tangled(id));
        }
        return items;
    }

    private static Tangled withItems(int... ids) {
        Tangled made = new Tangled(9);
        made.items = items(ids);
        made.items.get(0).items = items(7);
        return made;
    }

    private static Tangled withNames(String... names) {
        Tangled made = new Tangled(9);
        made.named = new LinkedHashMap<>();
        for (String name : names) {
            made.named.put(name, new Tangled(3));
        }
        made.named.get(names[0]).named = new LinkedHashMap<>(Map.of("inside", new Tangled(7)));
        return made;
    }

    private static void assertIsRefused(String format, Tangled written, Tangled into, String path, String what) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write("first", written).write("then", written).write("last", new Tangled(5));
        assertEquals(written, wire.read(Tangled.class));
        WireDataException e = assertThrows(WireDataException.class, () -> wire.read(into));
        assertEquals(
                "expected an object to read into with nothing inside itself or in two places, but it has a " + what
                        + " that is",
                e.getMessage().replaceAll("(?s).*(expected.* that is).*", "$1"));
        assertEquals(path, e.location().path());
        assertEquals(new Tangled(5), wire.read(new Tangled(1)));
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void listInsideItselfIsRefused(String format) {
        Tangled into = withItems(1, 2, 3);
        into.items.get(0).items = into.items;
        assertIsRefused(format, withItems(1, 2, 3), into, "$.then.items[0]", "list");
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void listInAnArrayInsideItIsRefused(String format) {
        Tangled written = new Tangled(1);
        written.arrays = new ArrayList<>();
        written.arrays.add(new Tangled[] {new Tangled(2), new Tangled(3)});
        written.arrays.get(0)[0].arrays = new ArrayList<>();
        Tangled into = new Tangled(1);
        into.arrays = new ArrayList<>();
        into.arrays.add(new Tangled[] {new Tangled(2)});
        into.arrays.get(0)[0].arrays = into.arrays;
        assertIsRefused(format, written, into, "$.then.arrays[0]", "list");
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void mapInsideItselfIsRefused(String format) {
        Tangled into = withNames("a", "b");
        into.named.get("a").named = into.named;
        assertIsRefused(format, withNames("a", "b"), into, "$.then.named", "map");
    }

    /** An object that contains itself is filled once for each of its occurrences. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void cyclicTargetsCauseNoOtherErrors(String format) {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            List<Tangled> written = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                written.add(i > 0 && random.nextBoolean() ? written.get(i - 1) : tree(random, 2));
                wire.write(written.get(i));
            }
            for (int i = 0; i < 8; i++) {
                Tangled into = tree(random, 2);
                if (i % 2 == 0) {
                    tangle(into, random);
                    try {
                        wire.read(into);
                    } catch (WireDataException e) {
                        assertEquals("that is", e.getMessage().replaceAll("(?s).*(that is).*", "$1"));
                    }
                } else {
                    assertEquals(written.get(i), wire.read(into));
                }
            }
        }
    }

    private static Tangled tree(Random random, int depth) {
        Tangled made = new Tangled(random.nextInt(3));
        if (depth > 0) {
            made.one = random.nextBoolean() ? tree(random, depth - 1) : null;
            made.items = trees(random, depth);
            made.named = new LinkedHashMap<>();
            for (Tangled each : trees(random, depth)) {
                made.named.put("name" + made.named.size(), each);
            }
            made.array = trees(random, depth).toArray(Tangled[]::new);
            made.lists = new ArrayList<>(List.of(trees(random, depth)));
        }
        return made;
    }

    private static List<Tangled> trees(Random random, int depth) {
        List<Tangled> made = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            made.add(tree(random, depth - 1));
        }
        return made;
    }

    /** Makes nested objects refer to the outer object and share its containers. */
    private static void tangle(Tangled object, Random random) {
        List<Tangled> inside = new ArrayList<>(object.items);
        inside.addAll(object.named.values());
        inside.addAll(List.of(object.array));
        inside.addAll(object.lists.get(0));
        for (Tangled each : inside) {
            switch (random.nextInt(6)) {
                case 0 -> each.one = object;
                case 1 -> each.items = object.items;
                case 2 -> each.named = object.named;
                case 3 -> each.array = object.array;
                case 4 -> each.lists = object.lists;
                default -> each.items = object.lists.get(0);
            }
        }
    }
}
