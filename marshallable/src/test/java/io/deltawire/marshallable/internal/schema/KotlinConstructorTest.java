package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.FieldName;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.Required;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import kotlin.jvm.internal.DefaultConstructorMarker;
import net.openhft.chronicle.bytes.Bytes;
import org.jetbrains.annotations.NotNull;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Classes with the constructors that the Kotlin compiler makes where only some parameters have a default. They were
 * compared with the bytecode of Kotlin 2.2 and 2.4.
 */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class KotlinConstructorTest {
    /**
     * As Kotlin compiles {@code class KtOrder(@Key val id: String, @Alias("px") @FieldName("prc") val price: Double, val
     * quantity: Int = 1, val tags: MutableList<String> = mutableListOf("new"), val note: String?, val remark: String? =
     * "none", val owner: String = "owner of $id")} with two properties in its body.
     */
    static class KtOrder extends AbstractMarshallable {
        @NotNull
        private final String id;

        @Alias("px")
        @FieldName("prc")
        private final double price;

        private final int quantity;

        @NotNull
        private final List<String> tags;

        private final String note;
        private final String remark;

        @NotNull
        private final String owner;

        private String body = "body of " + this.getClass().getSimpleName();
        private transient int cache = 3;

        KtOrder(
                @Key String id,
                double price,
                int quantity,
                List<String> tags,
                String note,
                String remark,
                String owner) {
            checkNotNull(id);
            checkNotNull(tags);
            checkNotNull(owner);
            this.id = id;
            this.price = price;
            this.quantity = quantity;
            this.tags = tags;
            this.note = note;
            this.remark = remark;
            this.owner = owner;
        }

        KtOrder(
                String id,
                double price,
                int quantity,
                List<String> tags,
                String note,
                String remark,
                String owner,
                int absent,
                DefaultConstructorMarker marker) {
            this(
                    id,
                    price,
                    (absent & 4) != 0 ? 1 : quantity,
                    (absent & 8) != 0 ? new ArrayList<>(List.of("new")) : tags,
                    note,
                    (absent & 32) != 0 ? "none" : remark,
                    (absent & 64) != 0 ? "owner of " + id : owner);
        }
    }

    private static void checkNotNull(Object parameter) {
        if (parameter == null) {
            throw new NullPointerException("Parameter specified as non-null is null");
        }
    }

    /** The former version of the class. */
    static class OldKtOrder extends AbstractMarshallable {
        @Key
        String id = "A";

        double px = 2.5;
    }

    private static KtOrder order(int i) {
        return new KtOrder(
                "S" + i % 2, i * 0.5, i, new ArrayList<>(List.of("t" + i)), i % 3 == 0 ? null : "n", "r", "o");
    }

    @ParameterizedTest
    @EachFormat
    void objectsComeBackByEveryMethod(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 40; i++) {
            wire.write("order", order(i));
        }
        KtOrder into = order(99);
        for (int i = 0; i < 40; i++) {
            KtOrder read = switch (i % 4) {
                case 0 -> wire.read(KtOrder.class);
                case 1 -> wire.read(into);
                case 2 -> wire.readReused(KtOrder.class);
                default -> wire.readByKey(KtOrder.class);
            };
            assertEquals(order(i), read);
            if (i % 4 == 1) {
                assertSame(into, read);
            }
            assertEquals(3, read.cache, "the constructor has run");
        }
    }

    @ParameterizedTest
    @EachFormat
    void absentFieldsGetTheDefaultsOfTheConstructor(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(new OldKtOrder()).write(new OldKtOrder()).write(new OldKtOrder());
        KtOrder expected = new KtOrder("A", 2.5, 1, new ArrayList<>(List.of("new")), null, "none", "owner of A");
        KtOrder first = wire.read(KtOrder.class);
        assertEquals(expected, first);
        first.tags.add("changed");
        assertEquals(expected, wire.read(KtOrder.class), "each object has a default of its own");
        assertEquals(expected, wire.read(order(5)));
    }

    static class Holder extends AbstractMarshallable {
        KtOrder one = order(1);
        List<KtOrder> list = new ArrayList<>(List.of(order(2)));
        Map<String, KtOrder> map = new LinkedHashMap<>(Map.of("a", order(3)));
        Object any = order(4);
    }

    @ParameterizedTest
    @EachFormat
    void objectsInsideOthersAreCreatedTheSame(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        Holder holder = new Holder();
        holder.any = null;
        wire.write(holder).write(holder).write(holder);
        assertEquals(holder, wire.read(Holder.class));
        Holder into = new Holder();
        assertEquals(holder, wire.read(into));
        assertEquals(holder, wire.readByKey(Holder.class));
        assertEquals(holder, holder.deepCopy());
        assertEquals(
                "owner of A",
                Marshallable.fromString(Holder.class, "{list: [{id: A, prc: 1, note: a}]}")
                        .list
                        .get(0)
                        .owner);
    }

    private static void assertMistake(Class<?> type, String text, String message) {
        assertEquals(
                "yaml: " + message,
                assertThrows(WireDataException.class, () -> Marshallable.fromString(type, text))
                        .getMessage());
    }

    @Test
    void fieldThatIsAbsentOrNullAgainstItsDeclarationIsNamed() {
        assertMistake(
                KtOrder.class,
                "prc: 1",
                "expected the field id of KtOrder, which has no default and cannot be null, but it is not there at line 1, column 7, path $");
        assertMistake(
                KtOrder.class,
                "id: A",
                "expected the field prc of KtOrder, which has no default and cannot be null, but it is not there at line 1, column 6, path $");
        assertMistake(
                KtOrder.class, "{id: null, prc: 1}", "expected a value but was null at line 1, column 6, path $.id");
        assertMistake(
                KtOrder.class,
                "{id: A, prc: 1, tags: null}",
                "expected a value but was null at line 1, column 23, path $.tags");
        KtOrder read = Marshallable.fromString(KtOrder.class, "{id: A, prc: 1, remark: null}");
        assertNull(read.note);
        assertNull(read.remark);
    }

    @Test
    void propertiesOfTheBodyAreSetAfterwards() {
        assertEquals("body of KtOrder", Marshallable.fromString(KtOrder.class, "{id: A, prc: 1}").body);
        assertEquals("b", Marshallable.fromString(KtOrder.class, "{body: b, id: A, prc: 1}").body);
    }

    /** {@code class KtRefill(@Required val must: String?, val n: Int = 7) : UnknownFields}. */
    static class KtKeeps extends AbstractMarshallable implements UnknownFields {
        @Required
        private final String must;

        private final int n;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        KtKeeps(String must, int n) {
            if (n < 0) {
                throw new IllegalArgumentException("n is negative");
            }
            this.must = must;
            this.n = n;
        }

        KtKeeps(String must, int n, int absent, DefaultConstructorMarker marker) {
            this(must, (absent & 2) != 0 ? 7 : n);
        }

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    static class Extended extends AbstractMarshallable {
        int extra = 5;
        String must = "m";
    }

    @ParameterizedTest
    @EachFormat
    void unknownFieldsAreKept(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write("a", new Extended()).write("a", new Extended());
        KtKeeps read = wire.read(KtKeeps.class);
        assertEquals(Map.of("extra", 5L), Map.of("extra", ((Number) read.unknown.get("extra")).longValue()));
        assertEquals(7, read.n);
        read.unknown.put("more", 1);
        assertSame(read, wire.read(read));
        assertEquals(1, read.unknown.size());
        assertMistake(
                KtKeeps.class,
                "n: 5",
                "expected the field must of KtKeeps, which is required, but it is not there at line 1, column 5, path $");
    }

    @ParameterizedTest
    @EachFormat
    void exceptionOfTheConstructorIsReportedAndTheNextMessageIsRead(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        OldKtKeeps bad = new OldKtKeeps();
        bad.n = -1;
        wire.write(bad).write(new OldKtKeeps());
        String message = assertThrows(WireDataException.class, () -> wire.read(KtKeeps.class))
                .getMessage();
        assertTrue(message.contains("IllegalArgumentException: n is negative"), message);
        assertEquals(4, wire.read(KtKeeps.class).n);
    }

    static class OldKtKeeps extends AbstractMarshallable {
        String must = "m";
        int n = 4;
    }

    /** {@code class KtDerived(text: String, val n: Int = 7) : Base(text)}: a parameter is no property. */
    static class KtDerived {
        private final int length;
        private final int n;

        KtDerived(String text, int n) {
            this.length = text.length();
            this.n = n;
        }

        KtDerived(String text, int n, int absent, DefaultConstructorMarker marker) {
            this(text, (absent & 2) != 0 ? 7 : n);
        }
    }

    /** {@code class KtFlag(val n: Int, verbose: Boolean = true)}: one with a default may be none. */
    static class KtFlag {
        private final int n;
        private final transient boolean isVerbose;

        KtFlag(int n, boolean isVerbose) {
            this.n = n;
            this.isVerbose = isVerbose;
        }

        KtFlag(int n, boolean isVerbose, int absent, DefaultConstructorMarker marker) {
            this(n, (absent & 2) != 0 ? true : isVerbose);
        }
    }

    @ParameterizedTest
    @EachFormat
    void classWhoseConstructorCannotBeCalledIsRefusedWhenItIsUsed(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        String message = assertThrows(WireException.class, () -> wire.write(new KtDerived("a", 1)))
                .getMessage();
        assertTrue(message.contains("KtDerived has defaults for some parameters, but its parameter 1"), message);
        assertTrue(message.contains("give every parameter a default, or register a codec"), message);
        wire.write(new OldKtKeeps()).write(new OldKtKeeps());
        assertThrows(WireException.class, () -> wire.read(KtDerived.class));
        assertTrue(wire.read(KtFlag.class).isVerbose);
    }

    /** Kotlin takes a further int for every 32 parameters. */
    @Test
    void constructorMayHaveManyParameters(@TempDir Path folder) throws Exception {
        int count = 70;
        StringBuilder fields = new StringBuilder();
        StringBuilder parameters = new StringBuilder();
        StringBuilder sets = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String type = i % 5 == 4 ? "long" : "int";
            fields.append("public final " + type + " a" + i + ";\n");
            parameters.append(i == 0 ? "" : ", ").append(type + " a" + i);
            sets.append("this.a" + i + " = a" + i + ";\n");
            String test = "(m" + i / 32 + " & " + (1 << i % 32) + ") != 0 ? " + (1000 + i) + " : ";
            arguments
                    .append(i == 0 ? "" : ", ")
                    .append(i == 0 || i == 69 ? "" : test)
                    .append("a" + i);
        }
        String code = "public class KtMany {\n" + fields + "KtMany(" + parameters + ") {\n" + sets + "}\nKtMany("
                + parameters + ", int m0, int m1, int m2, kotlin.jvm.internal.DefaultConstructorMarker marker) {\nthis("
                + arguments + ");\n}\n}\n";
        Path source = Files.writeString(folder.resolve("KtMany.java"), code);
        String path = Path.of(DefaultConstructorMarker.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String[] options = {"-proc:none", "-cp", path, "-d", folder.toString(), source.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, DefaultConstructorMarker.class.getClassLoader())) {
            Class<?> type = loader.loadClass("KtMany");
            Object read = Marshallable.fromString(type, "{a0: 1, a31: 2, a32: 3, a64: 4, a69: 5}");
            Map<Integer, Integer> given = Map.of(0, 1, 31, 2, 32, 3, 64, 4, 69, 5);
            for (int i = 0; i < count; i++) {
                int expected = given.getOrDefault(i, 1000 + i);
                assertEquals(expected, ((Number) type.getField("a" + i).get(read)).intValue());
            }
            String message = assertThrows(WireException.class, () -> Marshallable.fromString(type, "a0: 1"))
                    .getMessage();
            assertTrue(message.contains("the field a69 of KtMany, which has no default"), message);
        }
    }

    /** {@code class KtShifted(other: String, @Key val id: String, val note: String)}. */
    static class KtShifted extends AbstractMarshallable {
        private final String id;
        private final String note;
        private final transient int length;

        KtShifted(String other, @Key String id, String note) {
            this.length = other.length();
            this.id = id;
            this.note = note;
        }
    }

    @Test
    void keyOnAParameterIsThatOfTheFieldThatItSets() {
        assertEquals(
                List.of("id"),
                ClassPlan.of(GenericType.of(KtShifted.class)).keys().stream()
                        .map(FieldPlan::name)
                        .toList());
        assertEquals(
                List.of("id"),
                ClassPlan.of(GenericType.of(KtOrder.class)).keys().stream()
                        .map(FieldPlan::name)
                        .toList());
    }

    @Test
    void lenientReadingSkipsWhatTheClassLacks() {
        WireOptions lenient = WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.SKIP);
        assertEquals(1, Marshallable.fromString(KtOrder.class, "{id: A, prc: 1, x: 2}", lenient).quantity);
        assertThrows(WireException.class, () -> Marshallable.fromString(KtOrder.class, "{id: A, prc: 1, x: 2}"));
    }
}
