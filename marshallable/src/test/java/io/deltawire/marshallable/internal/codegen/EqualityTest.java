package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.generated.GeneratedEquality;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.value.DeepCopies;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.testing.MyDataType;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.Types;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests equality and hash codes: generated code agrees with reflection, and both compare by content. */
class EqualityTest {
    static {
        Types.registerNested(EqualityTest.class);
    }

    static class EqualityItems extends AbstractMarshallable {
        Collection<String> items;
    }

    /** A collection that is no list, set or queue is read as a list. */
    @Test
    void readsOtherCollectionsAsLists() {
        EqualityItems view = new EqualityItems();
        view.items = Collections.unmodifiableCollection(new ArrayList<>(List.of("a", "b")));
        EqualityItems same = Marshallable.fromString(view.getClass(), view.toString());
        assertEquals(view, same);
        assertEquals(same, view);
        assertEquals(view.hashCode(), same.hashCode());
        assertEquals(view, view.deepCopy());
        same.items = new ArrayDeque<>(List.of("a", "b"));
        assertNotEquals(view, same);
        same.items = new LinkedHashSet<>(List.of("a", "b"));
        assertNotEquals(view, same);
        same.items = List.of("b", "a");
        assertNotEquals(view, same);
    }

    @ParameterizedTest
    @EnumSource
    void generatedCodeAgreesWithReflection(AccessMode access) {
        int compared = 0;
        int different = 0;
        for (Map.Entry<String, Object> sample : Samples.all().entrySet()) {
            ClassPlan plan =
                    CodecSet.BUILT_IN.ofObject(sample.getValue().getClass()).plan();
            FieldEquality reflective = new ReflectiveEquality(plan);
            FieldEquality generated = CodecGenerator.generateEquality(plan, access);
            assertNotNull(generated, sample.getKey());
            List<Object> variants = variants(sample.getValue(), plan);
            for (Object a : variants) {
                assertEquals(
                        WireEquality.hashFields(a, reflective), WireEquality.hashFields(a, generated), sample.getKey());
                for (Object b : variants) {
                    boolean expected = WireEquality.haveEqualFields(a, b, reflective);
                    assertEquals(expected, WireEquality.haveEqualFields(a, b, generated), sample.getKey());
                    if (expected) {
                        assertEquals(WireEquality.hashFields(a, generated), WireEquality.hashFields(b, generated));
                    }
                    compared++;
                    different += expected ? 0 : 1;
                }
            }
        }
        assertTrue(different > 1000 && compared - different > 500, different + " of " + compared + " differ");
    }

    /** Returns the object, a copy, and for each field a copy with another value. */
    private static List<Object> variants(Object sample, ClassPlan plan) {
        List<Object> variants = new ArrayList<>(List.of(sample, DeepCopies.copy(sample)));
        if (!(sample instanceof Record)) {
            for (FieldPlan field : plan.fields()) {
                Object changed = DeepCopies.copy(sample);
                field.set(changed, another(field.get(sample), field));
                variants.add(changed);
            }
        }
        return variants;
    }

    private static Object another(Object value, FieldPlan field) {
        return switch (field.kind()) {
            case BOOLEAN -> !(boolean) value;
            case BYTE -> (byte) ((byte) value + 1);
            case SHORT -> (short) ((short) value + 1);
            case CHAR -> (char) ((char) value + 1);
            case INT -> (int) value + 1;
            case LONG -> (long) value + 1;
            case FLOAT -> (float) value == 0 ? -(float) value : 0f;
            case DOUBLE -> (double) value == 0 ? -(double) value : 0.0;
            case STRING -> value + "x";
            case OTHER -> null;
        };
    }

    static class SomeNumbers extends AbstractMarshallable {
        double float64;
        float float32;
        double[] doubles;
        Double boxed;

        SomeNumbers(double value) {
            float64 = value;
            float32 = (float) value;
            doubles = new double[] {value};
            boxed = value;
        }
    }

    @Test
    void comparesDoublesByTheirBits() {
        assertEquals(new SomeNumbers(Double.NaN), new SomeNumbers(Double.NaN));
        assertEquals(new SomeNumbers(Double.NaN).hashCode(), new SomeNumbers(Double.NaN).hashCode());
        assertNotEquals(new SomeNumbers(0.0), new SomeNumbers(-0.0));
    }

    static class Arrayed extends AbstractMarshallable {
        int[][] ints = {{1, 2}, {3}};
        Object object = new Object[] {new long[] {4}, "x"};
        List<byte[]> list = List.of(new byte[] {5});
        Map<String, char[]> map = Map.of("k", new char[] {'c'});
    }

    @Test
    void comparesNestedArraysByContent() {
        assertEquals(new Arrayed(), new Arrayed());
        assertEquals(new Arrayed().hashCode(), new Arrayed().hashCode());
        Arrayed other = new Arrayed();
        other.ints[1][0] = 4;
        assertNotEquals(new Arrayed(), other);
        Arrayed inList = new Arrayed();
        inList.list.get(0)[0] = 6;
        assertNotEquals(new Arrayed(), inList);
        Arrayed inMap = new Arrayed();
        inMap.map.get("k")[0] = 'd';
        assertNotEquals(new Arrayed(), inMap);
        Arrayed otherKind = new Arrayed();
        otherKind.object = List.of(Arrays.asList(4L), "x");
        assertNotEquals(new Arrayed(), otherKind);
    }

    static class PlainItem {
        final int a;

        PlainItem(int a) {
            this.a = a;
        }
    }

    static class UnorderedItems extends AbstractMarshallable {
        Set<Object> set = new LinkedHashSet<>();
        Map<Object, Object> map = new LinkedHashMap<>();

        @SuppressWarnings("UnnecessaryStringBuilder") // StringBuilder has identity equality
        UnorderedItems(int first, int second) {
            for (int i : new int[] {first, second}) {
                set.add(new PlainItem(i));
                set.add(new int[] {i});
                set.add(new StringBuilder("t" + i));
                map.put(new PlainItem(i), new byte[] {(byte) i});
                map.put(List.of(i), new PlainItem(i));
            }
        }
    }

    @Test
    void comparesItemsAndKeysWithIdentityEqualityByContent() {
        UnorderedItems a = new UnorderedItems(1, 2);
        assertEquals(a, new UnorderedItems(2, 1));
        assertEquals(a.hashCode(), new UnorderedItems(2, 1).hashCode());
        assertEquals(a, a.deepCopy());
        assertEquals(a, Marshallable.fromString(a.getClass(), a.toString()));
        assertNotEquals(a, new UnorderedItems(1, 3));
        assertNotEquals(new UnorderedItems(1, 1), a);
        UnorderedItems otherValue = new UnorderedItems(1, 2);
        otherValue.map.replaceAll((key, value) -> value instanceof byte[] ? new byte[] {9} : value);
        assertNotEquals(a, otherValue);
    }

    static class AnyContainer extends AbstractMarshallable {
        final Object held;

        AnyContainer(Object held) {
            this.held = held;
        }
    }

    private static void assertEquality(boolean isExpected, Object a, Object b) {
        AnyContainer one = new AnyContainer(a);
        AnyContainer other = new AnyContainer(b);
        assertEquals(isExpected, one.equals(other), () -> one + " " + other);
        assertEquals(isExpected, other.equals(one), () -> other + " " + one);
        if (isExpected) {
            assertEquals(one.hashCode(), other.hashCode(), one::toString);
        }
    }

    private static Set<Object> sorted(Comparator<?> order, Object item) {
        @SuppressWarnings("unchecked")
        Set<Object> set = new TreeSet<>((Comparator<Object>) order);
        set.add(item);
        return set;
    }

    private static Map<Object, Object> sortedMap(Object key) {
        Map<Object, Object> map = new TreeMap<>();
        map.put(key, 1);
        return map;
    }

    private static <M extends Map<Object, Object>> M with(M map, Object key) {
        map.put(key, 1);
        return map;
    }

    @Test
    void comparesElementsOfSortedCollectionsByContent() {
        Comparator<String> order = String.CASE_INSENSITIVE_ORDER;
        assertEquality(false, sorted(order, "A"), sorted(order, "a"));
        assertEquality(false, sorted(order, "A"), new HashSet<>(Set.of("a")));
        assertEquality(true, sorted(order, "a"), new HashSet<>(Set.of("a")));
        assertEquality(false, sorted(null, new BigDecimal("1.0")), sorted(null, new BigDecimal("1.00")));
        assertEquality(false, sortedMap(new BigDecimal("1.0")), new HashMap<>(Map.of(new BigDecimal("1.00"), 1)));
        assertEquality(true, sortedMap("a"), new HashMap<>(Map.of("a", 1)));
    }

    @Test
    void treatsAKeyThatAMapRejectsAsAbsent() {
        Map<Object, Object> withNull = with(new HashMap<>(), null);
        assertEquality(false, withNull, sortedMap("a"));
        assertEquality(false, withNull, with(new ConcurrentHashMap<>(), "a"));
        assertEquality(false, withNull, Map.of("a", 1));
        assertEquality(true, withNull, with(new LinkedHashMap<>(), null));
        assertEquality(false, with(new HashMap<>(), 1), sortedMap("a"));
    }

    private static Map<Object, Object> held(Object firstKey, int first, Object secondKey, int second) {
        Map<Object, Object> map = new HashMap<>();
        map.put(firstKey, first);
        map.put(secondKey, second);
        return map;
    }

    @Test
    void ignoresTheOrderOfKeysWithEqualContent() {
        for (Object[] keys : new Object[][] {
            {new int[] {1}, new int[] {1}},
            {new PlainItem(1), new PlainItem(1)},
            {List.of(new int[] {1}), List.of(new int[] {1})}
        }) {
            Map<Object, Object> map = held(keys[0], 1, keys[1], 2);
            assertEquality(true, map, held(keys[1], 1, keys[0], 2));
            assertEquality(false, map, held(keys[1], 1, keys[0], 3));
            assertEquality(false, map, held(keys[1], 2, keys[0], 2));
        }
        assertEquality(false, held("a", 1, "b", 2), held("a", 2, "b", 1));
    }

    private static Map<Object, Object> nested(int levels, Object innermost, Supplier<Map<Object, Object>> maps) {
        Map<Object, Object> map = maps.get();
        map.put("k", innermost);
        for (int i = 1; i < levels; i++) {
            Map<Object, Object> outer = maps.get();
            outer.put("k", map);
            map = outer;
        }
        return map;
    }

    @Test
    void searchesADeepDifferenceOnce() {
        for (Supplier<Map<Object, Object>> maps : List.<Supplier<Map<Object, Object>>>of(TreeMap::new, HashMap::new)) {
            Object one = nested(90, 1, maps);
            Object other = nested(90, 2, maps);
            assertFalse(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> WireEquality.areEqual(one, other)));
            assertTrue(WireEquality.areEqual(one, nested(90, 1, maps)));
        }
    }

    static class Point2 extends AbstractMarshallable {
        int x = 1;
    }

    static class Point3 extends Point2 {
        int y;
    }

    @Test
    void objectsOfDifferentClassesAreNotEqual() {
        assertNotEquals(new Point2(), new Point3());
        assertNotEquals(new Point3(), new Point2());
        assertFalse(new Point2().equals(null));
    }

    @Test
    void generatesCodeForSupportedClasses() {
        FieldEquality made = CodecSet.BUILT_IN.ofObject(MyDataType.class).equality();
        assertInstanceOf(GeneratedEquality.class, made);
        assertTrue(made.isFlat());
        assertFalse(CodecSet.BUILT_IN.ofObject(Arrayed.class).equality().isFlat());
    }
}
