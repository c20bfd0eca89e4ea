package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

class WrittenKeyFieldsTest {
    private static List<String> fieldsOf(Class<?> type) {
        ClassPlan plan = ClassPlan.of(GenericType.of(type));
        return plan.writesKey()
                ? null
                : plan.keys().stream().map(FieldPlan::name).toList();
    }

    static class Base extends AbstractMarshallable implements KeyedMarshallable {
        String symbol;
        int venue;
        double price;

        String symbol() {
            return symbol;
        }

        protected int venue() {
            return venue;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(symbol());
            bytes.writeLong(venue());
        }
    }

    static class Inherits extends Base {
        long id;
    }

    static class Extends extends Base {
        long id;

        @Override
        public void writeKey(Bytes<?> bytes) {
            super.writeKey(bytes);
            bytes.writeStopBit(id);
        }
    }

    static class Replaces extends Base {
        long id;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(id);
        }
    }

    static class OverridesGetter extends Base {
        @Override
        String symbol() {
            return symbol.trim();
        }
    }

    static class HidesField extends Base {
        @SuppressWarnings("HidingField")
        String symbol;
    }

    record Pair(String name, short part, double amount) implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(name()).writeShort(part);
        }
    }

    interface Named extends KeyedMarshallable {
        String name();

        @Override
        default void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(name());
        }
    }

    record ByDefault(int other, String name) implements Named {}

    static class CallsDefault extends AbstractMarshallable implements Named {
        String name;
        boolean flag;

        @Override
        public String name() {
            return this.name;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            Named.super.writeKey(bytes);
            bytes.writeBoolean(flag);
        }
    }

    @Test
    void plainFieldsAreTheKey() {
        assertEquals(List.of("symbol", "venue"), fieldsOf(Base.class));
        assertEquals(List.of("symbol", "venue"), fieldsOf(Inherits.class));
        assertEquals(List.of("symbol", "venue", "id"), fieldsOf(Extends.class));
        assertEquals(List.of("id"), fieldsOf(Replaces.class));
        assertEquals(List.of("Base_symbol", "venue"), fieldsOf(HidesField.class));
        assertEquals(List.of("name", "part"), fieldsOf(Pair.class));
        assertEquals(List.of("name"), fieldsOf(ByDefault.class));
        assertEquals(List.of("name", "flag"), fieldsOf(CallsDefault.class));
    }

    abstract static class Other extends AbstractMarshallable implements KeyedMarshallable {
        String text;
        String more;
        int number;
        Long box;
        float real;
        transient long hidden;
        static long shared;
        Base inner = new Base();
        StringBuilder builder;
    }

    static class Appends extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.append(text).append(more);
        }
    }

    static class Narrow extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.write8bit(text);
        }
    }

    static class Branches extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(text == null ? more : text);
        }
    }

    static class Computes extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(number / 10);
        }
    }

    static class Casts extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeByte((byte) number);
        }
    }

    static class Unboxes extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(box);
        }
    }

    static class Real extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeFloat(real);
        }
    }

    static class Transient extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(hidden);
        }
    }

    static class Static extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(text).writeLong(shared);
        }
    }

    static class Inner extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(inner.symbol);
        }
    }

    static class Mutable extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(builder);
        }
    }

    static class Constant extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8("constant");
        }
    }

    static class Nothing extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {}
    }

    static class Moves extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(text);
            bytes.writePosition(0);
        }
    }

    static class Loops extends Other {
        @Override
        public void writeKey(Bytes<?> bytes) {
            for (int i = 0; i < number; i++) {
                bytes.writeInt(number);
            }
        }
    }

    static class Locked extends Other {
        @Override
        public synchronized void writeKey(Bytes<?> bytes) {
            bytes.writeInt(number);
        }
    }

    @Test
    void everythingElseIsCalled() {
        List<Class<?>> all = List.of(
                Appends.class,
                Narrow.class,
                Branches.class,
                Computes.class,
                Casts.class,
                Unboxes.class,
                Real.class,
                Transient.class,
                Static.class,
                Inner.class,
                Mutable.class,
                Constant.class,
                Nothing.class,
                Moves.class,
                Loops.class,
                Locked.class,
                OverridesGetter.class);
        for (Class<?> type : all) {
            assertNull(fieldsOf(type), type.getName());
        }
    }

    public static class Loaded extends AbstractMarshallable implements KeyedMarshallable {
        long id;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(id);
        }
    }

    /** A loader that defines a class whose file, as found by the loader, is another one. */
    @Test
    void aClassThatIsNotItsFileIsCalled() throws Exception {
        String name = Loaded.class.getName();
        assertEquals(List.of("id"), fieldsOf(Loaded.class));
        byte[] file;
        try (InputStream in = Loaded.class.getResourceAsStream("WrittenKeyFieldsTest$Loaded.class")) {
            file = in.readAllBytes();
        }
        Class<?> made = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass(name, file, 0, file.length);
            }
        }.define();
        assertNull(fieldsOf(made));
    }

    // ---- random classes

    private static final String[] TYPES = {
        "String", "long", "int", "short", "byte", "char", "boolean", "double",
    };

    private static String source(SplittableRandom random, String name, boolean isCalled) {
        StringBuilder out = new StringBuilder("import net.openhft.chronicle.bytes.Bytes;\npublic class " + name
                + " extends io.deltawire.marshallable.AbstractMarshallable"
                + " implements io.deltawire.marshallable.KeyedMarshallable {\n");
        int count = 2 + random.nextInt(5);
        String[] types = new String[count];
        for (int i = 0; i < count; i++) {
            types[i] = TYPES[random.nextInt(TYPES.length)];
            out.append(types[i]).append(" f" + i + ";\n");
            out.append("final " + types[i] + " get" + i + "() { return f" + i + "; }\n");
        }
        out.append("public void writeKey(Bytes<?> bytes) {\n");
        out.append(isCalled ? "if (bytes == null) return;\n" : "");
        int keys = 1 + random.nextInt(count);
        for (int i = 0; i < keys; i++) {
            int field = random.nextInt(count);
            String value = random.nextBoolean() ? "f" + field : "get" + field + "()";
            String call = switch (types[field]) {
                case "String" -> random.nextInt(8) == 0 ? "write8bit" : "writeUtf8";
                case "long" -> random.nextBoolean() ? "writeLong" : "writeStopBit";
                case "int" -> random.nextBoolean() ? "writeInt" : "writeLong";
                case "short" -> random.nextBoolean() ? "writeShort" : "writeInt";
                case "byte" -> random.nextBoolean() ? "writeByte" : "writeLong";
                case "char" -> random.nextBoolean() ? "writeChar" : "writeInt";
                case "boolean" -> "writeBoolean";
                default -> "writeDouble";
            };
            out.append("bytes." + call + "(" + value + ");\n");
        }
        return out.append("}}\n").toString();
    }

    private static Object value(SplittableRandom random, Class<?> type) {
        String[] texts = {null, "", "a", "ab", "b", "\u0000", "\u0100", "\u00e4", "\u4e2d", "\ud800", "?"};
        long[] numbers = {0, 1, -1, 127, 128, -128, 255, 256, 65_535, 65_536, Long.MIN_VALUE, Long.MAX_VALUE};
        long number = numbers[random.nextInt(numbers.length)];
        double[] doubles = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7FF8_0000_0000_0001L), 1.5, 2};
        return switch (type.getSimpleName()) {
            case "String" -> texts[random.nextInt(texts.length)];
            case "long" -> number;
            case "int" -> (int) number;
            case "short" -> (short) number;
            case "byte" -> (byte) number;
            case "char" -> (char) number;
            case "boolean" -> (number & 1) != 0;
            default -> doubles[random.nextInt(doubles.length)];
        };
    }

    private static Object bits(Object value) {
        return value instanceof Double number ? (Object) Double.doubleToRawLongBits(number) : value;
    }

    private static byte[] called(Object object) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        ((KeyedMarshallable) object).writeKey(bytes);
        return bytes.toByteArray();
    }

    private static void compile(Path folder, int classes, boolean isCalled) throws IOException {
        List<String> words = new ArrayList<>(List.of("-proc:none", "-nowarn", "-g:none", "-d", folder.toString()));
        words.add("-cp");
        words.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        for (int i = 0; i < classes; i++) {
            Path file = folder.resolve("Random" + i + ".java");
            Files.writeString(file, source(new SplittableRandom(i), "Random" + i, isCalled));
            words.add(file.toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0])));
    }

    private static Object newObject(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static void set(Object object, String name, Object value) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    @Test
    void keysByFieldsAndByCallsAreTheSameRecordsAndBytes(@TempDir Path folder) throws Exception {
        int classes = Integer.getInteger("writtenKeys.classes", 30);
        Path fast = Files.createDirectory(folder.resolve("fast"));
        Path slow = Files.createDirectory(folder.resolve("slow"));
        compile(fast, classes, false);
        compile(slow, classes, true);
        int byFields = 0;
        try (URLClassLoader a = new URLClassLoader(
                        new URL[] {fast.toUri().toURL()}, getClass().getClassLoader());
                URLClassLoader b = new URLClassLoader(
                        new URL[] {slow.toUri().toURL()}, getClass().getClassLoader())) {
            for (int c = 0; c < classes; c++) {
                Class<?> one = a.loadClass("Random" + c);
                Class<?> other = b.loadClass("Random" + c);
                assertNull(fieldsOf(other));
                ClassPlan plan = ClassPlan.of(GenericType.of(one));
                byFields += plan.writesKey() ? 0 : 1;
                compareRecords(plan, other, new SplittableRandom(c), "class " + c);
            }
        }
        assertTrue(byFields > classes / 2, "by fields: " + byFields);
    }

    private static void compareRecords(ClassPlan plan, Class<?> other, SplittableRandom random, String what)
            throws ReflectiveOperationException {
        ByteArrayOutputStream fast = new ByteArrayOutputStream();
        ByteArrayOutputStream slow = new ByteArrayOutputStream();
        List<Object> objects = new ArrayList<>();
        try (Wire one = Wire.of("delta", fast);
                Wire two = Wire.of("delta", slow)) {
            for (int i = 0; i < 150; i++) {
                Object a = newObject(plan.type());
                Object b = newObject(other);
                for (FieldPlan field : plan.fields()) {
                    Object value = value(random, field.field().getType());
                    set(a, field.name(), value);
                    set(b, field.name(), value);
                }
                objects.add(a);
                one.write("at", a);
                two.write("at", b);
            }
        }
        assertArrayEquals(slow.toByteArray(), fast.toByteArray(), what);
        for (int i = 0; !plan.writesKey() && i < objects.size(); i++) {
            for (Object each : objects.subList(0, i)) {
                boolean isSame = true;
                for (FieldPlan key : plan.keys()) {
                    Object x = bits(key.get(each));
                    isSame &= x == null ? key.get(objects.get(i)) == null : x.equals(bits(key.get(objects.get(i))));
                }
                boolean isSameByCalls = Arrays.equals(called(each), called(objects.get(i)));
                assertEquals(isSameByCalls, isSame, what);
            }
        }
    }

    // ---- without Unsafe

    static final class OwnBytes extends AbstractMarshallable implements KeyedMarshallable {
        String id = "a";

        @Override
        public void writeKey(Bytes<?> bytes) {
            Bytes<?> own = Bytes.allocateElasticOnHeap();
            own.writeUtf8(id);
            bytes.write(own.toByteArray());
        }
    }

    /** Writes and reads keyed objects over streams, in a virtual machine of its own. */
    static final class WithoutUnsafe {
        public static void main(String[] arguments) throws IOException {
            if (arguments.length > 0 && arguments[0].equals("own")) {
                WireDataException e = assertThrows(
                        WireDataException.class,
                        () -> Wire.of("delta", new ByteArrayOutputStream()).write(new OwnBytes()));
                assertTrue(
                        e.getMessage()
                                .contains("writeKey calls Bytes.allocateElasticOnHeap, which needs sun.misc.Unsafe"),
                        e.getMessage());
                System.out.println("OK");
                return;
            }
            for (String format : List.of("delta", "binary", "yaml", "json", "csv")) {
                List<Object> all = new ArrayList<>();
                for (int i = 0; i < 1000; i++) {
                    Extends quote = new Extends();
                    quote.symbol = "S" + i % 7;
                    quote.venue = i % 3;
                    quote.price = i;
                    all.add(quote);
                }
                if (arguments.length > 0) {
                    all.replaceAll(each -> narrow(((Extends) each).symbol, ((Extends) each).venue));
                }
                ByteArrayOutputStream to = new ByteArrayOutputStream();
                try (Wire wire = Wire.of(format, to)) {
                    all.forEach(wire::write);
                }
                try (Wire wire = Wire.of(format, new ByteArrayInputStream(to.toByteArray()))) {
                    for (Object each : all) {
                        if (!each.equals(wire.read(each.getClass()))) {
                            throw new AssertionError(format + ": " + each);
                        }
                    }
                }
            }
            System.out.println("OK");
        }

        private static Object narrow(String text, int number) {
            Narrow narrow = new Narrow();
            narrow.text = text;
            narrow.number = number;
            narrow.inner = null;
            return narrow;
        }
    }

    private static List<String> runWithoutUnsafe(Path folder, String... arguments) throws Exception {
        boolean canDeny = Runtime.version().feature() >= 24;
        Path log = folder.resolve("log.txt");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-Xlog:class+load:stdout");
        if (canDeny) {
            words.add("--sun-misc-unsafe-memory-access=deny");
        }
        words.add("-cp");
        words.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        words.add(WithoutUnsafe.class.getName());
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS));
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            assertTrue(
                    all.contains("OK"),
                    () -> String.join(
                            "\n",
                            all.stream().filter(line -> !line.startsWith("[")).toList()));
            return all;
        }
    }

    @Test
    void keysOfPlainFieldsNeedNoUnsafe(@TempDir Path folder) throws Exception {
        for (String line : runWithoutUnsafe(folder)) {
            assertFalse(line.contains("net.openhft.chronicle.bytes.OnHeapBytes "), line);
        }
    }

    @Test
    void otherKeysNeedNoUnsafeEither(@TempDir Path folder) throws Exception {
        runWithoutUnsafe(folder, "narrow");
    }

    @Test
    @EnabledForJreRange(minVersion = 24)
    void keysThatNeedUnsafeAreRefusedWithTheReason(@TempDir Path folder) throws Exception {
        runWithoutUnsafe(folder, "own");
    }

    // ---- with other features

    static class Deleted extends AbstractMarshallable implements KeyedMarshallable {
        @Key
        long ignored;

        String id;
        double value;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(id);
        }
    }

    @Test
    void theMethodWinsOverTheAnnotation() {
        assertEquals(List.of("id"), fieldsOf(Deleted.class));
    }
}
