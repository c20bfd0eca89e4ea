package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.elsewhere.Message;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;

@SuppressWarnings("UnusedVariable") // fields are read by codecs
class TypeRegistryTest {
    static final Set<String> INITIALISED = new HashSet<>();

    static class Trap {
        static {
            INITIALISED.add("Trap");
        }

        int a;
    }

    static class AllowedLater {
        static {
            INITIALISED.add("AllowedLater");
        }

        int a;
    }

    static class First {
        static class Twin extends AbstractMarshallable {
            int a = 1;
        }
    }

    static class Second {
        static class Twin extends AbstractMarshallable {
            int a = 1;
        }
    }

    static class NamesClasses {
        Class<?> type;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void aRegisteredClassIsReadByTheFullNameThatIsWritten(String format) {
        TypeRegistry types = TypeRegistry.create().register("other", Second.Twin.class);
        NamesClasses names = new NamesClasses();
        names.type = Second.Twin.class;
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, types.asOptions());
        wire.write(names);
        assertEquals(Second.Twin.class, wire.read(NamesClasses.class).type);
    }

    private static Object read(TypeRegistry types, String format, String text) {
        WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types);
        Bytes<?> bytes = Bytes.wrapForRead(text.getBytes(StandardCharsets.UTF_8));
        return Wire.of(format, bytes, options).read(Object.class);
    }

    @Test
    void nameInTheInputNeverLoadsOrInitialisesAClass() {
        String name = getClass().getName() + "$Trap";
        for (String text : new String[] {name, "Trap", "TypeRegistryTest$Trap", name + "[]"}) {
            Object value = read(TypeRegistry.create(), "json", "{\"@dw:" + text + "\":{\"a\":1}}");
            assertFalse(value instanceof Trap, text);
            assertEquals(
                    GenericRecord.ofValue("type", text),
                    read(TypeRegistry.create(), "json", "{\"@dw:type\":\"" + text + "\"}"));
        }
        GenericRecord value = Marshallable.fromString(GenericRecord.class, "!" + name + " {a: 1}");
        assertEquals(Map.of("a", 1L), value.fields());
        assertFalse(INITIALISED.contains("Trap"));
    }

    static class Holder extends AbstractMarshallable {
        String name = "n";
        InField inField;
        List<InList> inList;
        Optional<InOptional> inOptional;
        Map<String, InMap> inMap;
    }

    static class InField {
        static {
            INITIALISED.add("InField");
        }

        int a;
    }

    static class InList {
        static {
            INITIALISED.add("InList");
        }

        int a;
    }

    static class InOptional {
        static {
            INITIALISED.add("InOptional");
        }

        int a;
    }

    static class InMap {
        static {
            INITIALISED.add("InMap");
        }

        int a;
    }

    /** A class that is only the type of a field does not count as written or read. */
    @ParameterizedTest
    @EachFormat
    void classesOfNullFieldsAreNotRegistered(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (int i = 0; i < 3; i++) {
            Holder holder = new Holder();
            holder.name += i;
            wire.write(holder);
        }
        for (int i = 0; i < 3; i++) {
            assertEquals("n" + i, i == 2 ? wire.readByKey(Holder.class).name : wire.read(Holder.class).name);
        }
        assertEquals(new Holder(), new Holder().deepCopy());
        for (String name : new String[] {"InField", "InList", "InOptional", "InMap"}) {
            assertEquals(
                    GenericRecord.ofFields(name, Map.of("a", 1L)),
                    Marshallable.fromString(GenericRecord.class, "!" + name + " {a: 1}"));
        }
        assertEquals(
                Set.of(),
                INITIALISED.stream().filter(each -> each.startsWith("In")).collect(Collectors.toSet()));
    }

    static class SetByColumns extends AbstractMarshallable {
        int id;
        InColumns inner = new InColumns();
        List<ItemInColumns> items = new ArrayList<>();
        Object any;
        Object anyItem;
    }

    static class InColumns extends AbstractMarshallable {
        int a;
    }

    static class ItemInColumns extends AbstractMarshallable {
        int b;
    }

    /** Once a nested object has been filled, by whatever path, its class is registered. */
    @Test
    void classesOfObjectsSetByColumnsAreRegistered() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire tokens = Wire.of("delta", bytes, TypeRegistry.create().asOptions());
        Map<String, Object> item = Map.of("b", 2L);
        for (int i = 0; i < 3; i++) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", (long) i);
            fields.put("inner", Map.of("a", 1L));
            fields.put("items", List.of(item, item));
            fields.put("any", GenericRecord.ofFields("InColumns", Map.of("a", 3L)));
            fields.put("anyItem", GenericRecord.ofFields("ItemInColumns", item));
            tokens.write(GenericRecord.ofFields("SetByColumns", fields));
        }
        Wire wire = Wire.of("delta", bytes);
        SetByColumns into = new SetByColumns();
        for (int i = 0; i < 3; i++) {
            assertSame(into, wire.read(into));
            assertInstanceOf(InColumns.class, into.any);
            assertInstanceOf(ItemInColumns.class, into.anyItem);
        }
    }

    @Test
    void dangerousNamesOfTheLibraryAreData() {
        for (String name :
                new String[] {"java.io.File", "java.lang.Runtime", "java.net.URL", "URL", "javax.script.X"}) {
            assertInstanceOf(
                    GenericRecord.class, Marshallable.fromString(GenericRecord.class, "!" + name + " {path: /tmp}"));
        }
    }

    @Test
    void allowedPackageLoadsItsClassesOnly() {
        TypeRegistry types = TypeRegistry.create().loadClassesFromPackageOf(TypeRegistryTest.class);
        assertInstanceOf(AllowedLater.class, read(types, "yaml", "!TypeRegistryTest$AllowedLater {a: 1}"));
        assertTrue(INITIALISED.contains("AllowedLater"));
        assertInstanceOf(AllowedLater.class, read(types, "yaml", "!" + AllowedLater.class.getName() + " {a: 1}"));
        assertInstanceOf(GenericRecord.class, read(types, "yaml", "!java.util.concurrent.locks.ReentrantLock {}"));
        assertInstanceOf(GenericRecord.class, read(types, "yaml", "!NoSuchClass {}"));
        assertInstanceOf(GenericRecord.class, read(types, "yaml", "!../TypeRegistryTest {}"));
        assertThrows(
                IllegalArgumentException.class,
                () -> types.loadClassesFrom("", getClass().getClassLoader()));
    }

    /** A class loader retains a lock for each class name that is requested from it. */
    @Test
    void everNewNamesDoNotReachTheLoader() {
        AtomicInteger asked = new AtomicInteger();
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                asked.incrementAndGet();
                return super.loadClass(name, resolve);
            }
        };
        TypeRegistry types = TypeRegistry.create().loadClassesFrom(Message.class.getPackageName(), loader);
        for (int i = 0; i < 5_000; i++) {
            assertEquals(Optional.empty(), types.find("NoSuchClass" + i));
            types.loadClassesFrom(Message.class.getPackageName(), loader); // again, which changes nothing
        }
        assertTrue(asked.get() <= 1_000, "names that the loader was asked for: " + asked);
        assertEquals(Optional.of(Message.class), types.find("Message"));
        assertEquals(Optional.of(Message.class), types.find(Message.class.getName()));
    }

    @Test
    void registeredNameIsWrittenAndRead() {
        TypeRegistry types = TypeRegistry.create().register("twin.1", First.Twin.class);
        WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("yaml", bytes, options);
        wire.write(new First.Twin());
        assertTrue(bytes.toString().contains("!twin.1 {"), bytes.toString());
        assertEquals(new First.Twin(), wire.read(Object.class));
        types.alias("old.twin", First.Twin.class);
        assertEquals(new First.Twin(), read(types, "yaml", "!old.twin {a: 1}"));
    }

    @Test
    void secondClassOfOneNameIsRefusedWithAdvice() {
        TypeRegistry types = TypeRegistry.create();
        assertEquals("Twin", types.nameOf(First.Twin.class));
        assertEquals("Twin", types.nameOf(Second.Twin.class));
        types.register(First.Twin.class);
        assertEquals(Second.Twin.class.getName(), types.nameOf(Second.Twin.class));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> types.register(Second.Twin.class));
        assertTrue(e.getMessage().contains("the type name \"Twin\" is " + First.Twin.class.getName()), e.getMessage());
        assertTrue(e.getMessage().contains(" needs another one: types.register(\"...\", Twin.class)"), e.getMessage());
        types.register("OtherTwin", Second.Twin.class);
        assertEquals("OtherTwin", types.nameOf(Second.Twin.class));
        WireOptions options = WireOptions.DEFAULTS.with(
                MarshallableOptions.TYPES, TypeRegistry.create().register("Twin", First.Twin.class));
        Wire wire = Wire.of("yaml", Bytes.allocateElasticOnHeap(), options);
        wire.write(new Second.Twin());
        assertEquals(new Second.Twin(), wire.read(Second.Twin.class));
        wire.write(new First.Twin());
        assertEquals(new First.Twin(), wire.read(Object.class));
    }

    @ParameterizedTest
    @EachFormat
    void classAskedForIsReadByItsOwnNameThoughAnotherHasIt(String format) {
        TypeRegistry types = TypeRegistry.create().register("Twin", First.Twin.class);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes, types.asOptions()).write(new First.Twin()).write(new First.Twin());
        Wire wire = Wire.of(format, bytes, types.asOptions());
        assertEquals(new Second.Twin(), wire.read(Second.Twin.class));
        assertEquals(new Second.Twin(), wire.read(new Second.Twin()));
    }

    @Test
    void classOfAnAllowedPackageIsPrintedByItsSimpleName() {
        TypeRegistry types = TypeRegistry.create().loadClassesFromPackageOf(Message.class);
        Object message = Marshallable.fromString("!Message {id: 1}", types);
        assertEquals(Message.class, message.getClass());
        String text = Marshallable.toString(message, types);
        assertTrue(text.startsWith("!Message {"), text);
    }

    @Test
    void textOfASecondClassOfOneNameHasItsFullName() {
        TypeRegistry types = TypeRegistry.create().register(First.Twin.class);
        String second = Marshallable.toString(new Second.Twin(), types);
        assertTrue(second.startsWith("!" + Second.Twin.class.getName() + " {"), second);
        types.register(Second.Twin.class.getName(), Second.Twin.class);
        assertEquals(new Second.Twin(), Marshallable.fromString(second, types));
        assertEquals(new First.Twin(), Marshallable.fromString(Marshallable.toString(new First.Twin(), types), types));
    }

    @Test
    void namesOfArraysFollowTheirComponents() {
        TypeRegistry types = TypeRegistry.create().register("p", Samples.Point.class);
        assertEquals(Optional.of(Samples.Point[][].class), types.find("p[][]"));
        assertEquals("p[]", types.nameOf(Samples.Point[].class));
        assertEquals(Optional.of(int[].class), types.find("int[]"));
        assertEquals(Optional.empty(), types.find("p" + "[]".repeat(300)));
        assertEquals(Optional.empty(), types.find("[]"));
    }

    @Test
    void unknownTypeIsWrittenBackTheSame() {
        for (String format : Formats.without(Feature.TABLE)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            GenericRecord record = GenericRecord.ofFields(
                    "x.Unheard", Map.of("inner", GenericRecord.ofFields("Deeper", Map.of("a", 1L))));
            Wire wire = Wire.of(format, bytes);
            wire.write(record).write("event", record);
            byte[] first = bytes.toByteArray();
            GenericRecord read = (GenericRecord) wire.read().value();
            assertEquals(record, read);
            Wire.Event event = wire.read();
            assertEquals("event", event.name());
            Bytes<?> again = Bytes.allocateElasticOnHeap();
            Wire.of(format, again).write(read).write("event", event.value());
            assertEquals(
                    new String(first, StandardCharsets.ISO_8859_1),
                    new String(again.toByteArray(), StandardCharsets.ISO_8859_1));
        }
    }

    @Alias("RegisteredBefore")
    static class RegisteredNow extends AbstractMarshallable {
        int i;
    }

    @Test
    void registeredClassesHaveTheirFormerNamesToo() {
        TypeRegistry types = TypeRegistry.create().register(RegisteredNow.class);
        assertSame(RegisteredNow.class, types.find("RegisteredBefore").orElseThrow());
        TypeRegistry other = TypeRegistry.create().register("RegisteredBefore", String.class);
        other.register(RegisteredNow.class); // the name is another's, and stays so
        assertSame(String.class, other.find("RegisteredBefore").orElseThrow());
    }

    static class NeverRegistered extends AbstractMarshallable {
        int a = 1;
        Object any = new NotDeclared();
        Object side = Side.BUY;
    }

    static class NotDeclared extends AbstractMarshallable {
        int b = 2;
    }

    static class DeclaresSide extends AbstractMarshallable {
        Side declared;
        Object any = Side.BUY;
        List<?> list = List.of(Side.BUY, new Part(3));
        Object map = Map.of("k", List.of(Side.BUY));
    }

    enum Side {
        BUY
    }

    interface AnyListener {
        void onAny(Object any);

        void onPart(Part part);
    }

    record Part(int n) {}

    /** What is read does not depend on what this process wrote or read before. */
    @ParameterizedTest
    @EachFormat
    void writingAndReadingTeachNoNames(String format) {
        for (int round = 0; round < 3; round++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of(format, bytes);
            wire.write(new NeverRegistered());
            NeverRegistered read = wire.read(NeverRegistered.class);
            assertEquals(GenericRecord.ofFields("NotDeclared", Map.of("b", 2L)), read.any);
            assertEquals(GenericRecord.ofValue("Side", "BUY"), read.side);
            String text = new NeverRegistered().toString();
            String message = assertThrows(WireDataException.class, () -> Marshallable.fromString(text))
                    .getMessage();
            assertTrue(message.contains("!NeverRegistered"), message);
            assertTrue(message.contains("TypeRegistry.shared().register(NeverRegistered.class)"), message);
            assertTrue(message.contains("Marshallable.fromString(NeverRegistered.class, text)"), message);
            assertEquals(1, Marshallable.fromString(NeverRegistered.class, text).a);
        }
    }

    @ParameterizedTest
    @EachFormat
    void namesOfDeclaredClassesNeedNoRegistration(String format) {
        DeclaresSide written = new DeclaresSide();
        written.list = List.of(Side.BUY);
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(written).write(written);
        assertEquals(written, wire.read(DeclaresSide.class));
        assertEquals(written, wire.readReused(DeclaresSide.class));
    }

    @ParameterizedTest
    @EachFormat
    void parametersOfAnInterfaceAreNamesInItsEvents(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.methodWriter(AnyListener.class).onAny(new Part(5));
        List<Object> got = new ArrayList<>();
        wire.methodReader(new AnyListener() {
                    @Override
                    public void onAny(Object any) {
                        got.add(any);
                    }

                    @Override
                    public void onPart(Part part) {}
                })
                .readOne();
        assertEquals(List.of(new Part(5)), got);
    }

    static class Cfg extends AbstractMarshallable {
        int port = 80;
    }

    static class Node extends AbstractMarshallable {
        int v;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void anObjectOfAKnownOtherClassIsNoObjectOfDefaults(String format) {
        Node node = new Node();
        TypeRegistry types = TypeRegistry.create().register(Node.class, Cfg.class);
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types.asOptions());
        wire.write(node).write(node).write(node).write(new Cfg());
        assertThrows(WireDataException.class, () -> wire.read(Cfg.class));
        assertThrows(WireDataException.class, () -> wire.readReused(Cfg.class));
        assertThrows(WireDataException.class, () -> wire.readByKey(Cfg.class));
        assertEquals(new Cfg(), wire.read(Cfg.class));
    }

    static class Settings extends AbstractMarshallable {
        int port = 80;
        Node inside;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void anObjectOfAClassThatIsDeclaredInsideIsNoObjectOfDefaults(String format) {
        Wire wire = Wire.of(
                format, Bytes.allocateElasticOnHeap(), TypeRegistry.create().asOptions());
        wire.write(new Node()).write(new Settings());
        assertThrows(WireDataException.class, () -> wire.read(Settings.class));
        assertEquals(new Settings(), wire.read(Settings.class));
    }

    @ParameterizedTest
    @EachFormat
    void theClassAskedForWinsOverAnUnknownName(String format) {
        Wire wire = Wire.of(
                format, Bytes.allocateElasticOnHeap(), TypeRegistry.create().asOptions());
        wire.write(new Node()).write(new Node()).write(new Node());
        assertEquals(new Cfg(), wire.read(Cfg.class), "no field is shared");
        assertEquals(new Cfg(), wire.readReused(Cfg.class));
        assertEquals(new Cfg(), wire.readByKey(Cfg.class));
    }

    @Test
    void nestedClassesOfAnAllowedPackageAreSelectedByTheNamesThatAreWritten() {
        TypeRegistry types = TypeRegistry.create().loadClassesFromPackageOf(TypeRegistryTest.class);
        assertEquals(new Cfg(), Marshallable.fromString(new Cfg().toString(), types));
        assertEquals(Optional.of(Cfg.class), types.find("Cfg"));
        assertEquals(Optional.empty(), types.find("Twin"), "two classes have this name");
    }

    static class FirstOuter {
        static class SameName extends AbstractMarshallable {
            int v;
        }
    }

    static class SecondOuter {
        static class SameName extends AbstractMarshallable {
            int v;
        }
    }

    @ParameterizedTest
    @EachFormat
    void nestedClassesOfOneSimpleNameAreWrittenSoThatTheyAreRead(String format) {
        TypeRegistry types = TypeRegistry.create();
        assertEquals("SameName", types.nameOf(FirstOuter.SameName.class), "no package is allowed");
        types.loadClassesFromPackageOf(TypeRegistryTest.class);
        FirstOuter.SameName first = new FirstOuter.SameName();
        first.v = 1;
        SecondOuter.SameName second = new SecondOuter.SameName();
        second.v = 2;
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types.asOptions());
        wire.write(first).write(second).write(second).write(first).flush();
        assertEquals(first, wire.read().value());
        assertEquals(second, wire.read().value());
        assertEquals(second, wire.read(SecondOuter.SameName.class));
        assertEquals(first, wire.readReused(FirstOuter.SameName.class));

        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire simple = Wire.of(format, bytes);
        simple.write(first).write(first).write(first).flush();
        Wire other = Wire.of(format, bytes, types.asOptions());
        assertAmbiguous(() -> other.read());
        assertEquals(first, other.read(FirstOuter.SameName.class));
        assertAmbiguous(() -> other.read());
    }

    @Test
    void textWithASimpleNameOfSeveralClassesIsRefused() {
        TypeRegistry types = TypeRegistry.create().loadClassesFromPackageOf(TypeRegistryTest.class);
        assertAmbiguous(() -> Marshallable.fromString("!SameName {v: 1}", types));
        assertAmbiguous(() -> Wire.of("yaml", Bytes.from("!SameName {v: 1}\n"), types.asOptions())
                .read(AbstractMarshallable.class));
        FirstOuter.SameName read = Marshallable.fromString(
                "!io.deltawire.marshallable.TypeRegistryTest$FirstOuter$SameName {v: 1}", types);
        assertEquals(1, read.v);
        types.register(SecondOuter.SameName.class);
        SecondOuter.SameName registered = Marshallable.fromString("!SameName {v: 1}", types);
        assertEquals(1, registered.v);
    }

    private static void assertAmbiguous(Executable read) {
        String message = assertThrows(WireDataException.class, read).getMessage();
        assertTrue(
                message.contains("!SameName, the simple name of several: write"
                        + " !io.deltawire.marshallable.TypeRegistryTest$FirstOuter$SameName or"
                        + " !io.deltawire.marshallable.TypeRegistryTest$SecondOuter$SameName"),
                message);
    }

    static class Demanding extends AbstractMarshallable {
        @Required
        String host;

        @Required
        int port;

        String note;
    }

    record DemandingRecord(@Required String host, int port) {}

    @Test
    void requiredFieldsMustBeThere() {
        assertEquals("h", Marshallable.fromString(Demanding.class, "{host: h, port: 1}").host);
        assertEquals(
                "h", Marshallable.fromString(DemandingRecord.class, "{host: h}").host());
        for (String text : List.of("{host: h}", "{port: 1}", "{host: null, port: 1}", "{}")) {
            String message = assertThrows(WireDataException.class, () -> Marshallable.fromString(Demanding.class, text))
                    .getMessage();
            assertTrue(message.contains(text.contains("port") ? "host" : text.equals("{}") ? "host" : "port"), message);
        }
        assertThrows(WireDataException.class, () -> Marshallable.fromString(DemandingRecord.class, "{port: 1}"));
        for (String format : Formats.all()) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            Demanding there = new Demanding();
            there.host = "h";
            wire.write(there).write(there);
            assertEquals(there, wire.read(Demanding.class));
            assertEquals(there, wire.readByKey(Demanding.class));
            wire.write(new Demanding());
            assertThrows(WireDataException.class, () -> wire.read(Demanding.class));
        }
    }
}
