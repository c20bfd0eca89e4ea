package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.testing.MyDataType;
import io.deltawire.marshallable.testing.SidedQuote;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarshallableTest {
    static String vector(String name) throws IOException {
        try (InputStream in = MarshallableTest.class.getResourceAsStream("/vectors/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void myDataTypeIsTheArticlesBytes() throws IOException {
        String yaml = vector("my-data-type/message.yaml");
        assertEquals(268, yaml.length());
        WireOptions bare = WireOptions.DEFAULTS.with(YamlFormat.DOCUMENT_MARKS, YamlFormat.DocumentMarks.NONE);
        assertEquals(yaml, written(new YamlFormat(), bare));
        assertEquals(MyDataType.ofArticle(), Marshallable.fromString(MyDataType.class, yaml));
        String hex = vector("my-data-type/message.binary.hex").replaceAll("#[^\n]*|\\s", "");
        byte[] binary = HexFormat.of().parseHex(hex);
        assertEquals(4 + 205, binary.length);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        wire.write("update", MyDataType.ofArticle());
        assertEquals(hex, HexFormat.of().formatHex(bytes.toByteArray()));
        assertEquals(MyDataType.ofArticle(), wire.read(new MyDataType()));
        assertEquals("update", wire.event());
    }

    private static String written(WireFormat format, WireOptions options) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes, options).write("update", MyDataType.ofArticle());
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void equalityIsByFieldsWithDoublesByBits() {
        MyDataType a = MyDataType.ofArticle();
        MyDataType b = MyDataType.ofArticle();
        assertEquals(a, b);
        assertEquals(a.hashCode(), b.hashCode());
        b.changesB = -0.0;
        a.changesB = 0.0;
        assertNotEquals(a, b);
        a.changesB = b.changesB = Double.NaN;
        assertEquals(a, b);
    }

    record TextLevel(double price, List<String> tags) {}

    @Test
    void anyObjectHasText() {
        TextLevel level = new TextLevel(1.25, List.of("a"));
        String text = Marshallable.toString(level);
        assertEquals("!TextLevel {\n  price: 1.25,\n  tags: [a]\n}\n", text);
        assertEquals(level, Marshallable.fromString(TextLevel.class, text));
        assertEquals(MyDataType.ofArticle().toString(), Marshallable.toString(MyDataType.ofArticle()));
        assertEquals(
                "[!TextLevel {price: 1.25,tags: [a]}]".replace(" ", ""),
                Marshallable.toString(List.of(level)).replaceAll("\\s", ""));
        assertThrows(WireDataException.class, () -> Marshallable.toString(new Object()));
    }

    static class Tree extends AbstractMarshallable {
        String name;
        List<Tree> children = new ArrayList<>();
        int[] counts = {1, 2};
        transient int cache = 5;

        Tree(String name) {
            this.name = name;
        }
    }

    @Test
    void copiesAreDeep() {
        Tree tree = new Tree("a");
        tree.children.add(new Tree("b"));
        Tree copy = tree.deepCopy();
        assertEquals(tree, copy);
        assertNotSame(tree.children.get(0), copy.children.get(0));
        copy.children.get(0).counts[0] = 9;
        assertNotEquals(tree, copy);
        assertEquals(1, tree.children.get(0).counts[0]);
    }

    @Test
    void copyToFillsAnotherObject() {
        MyDataType target = new MyDataType();
        assertSame(target, MyDataType.ofArticle().copyTo(target));
        assertEquals(MyDataType.ofArticle(), target);
    }

    static class NameAndMore extends AbstractMarshallable {
        long firstId;
        double secondId;
        String other = "kept";
    }

    @Test
    void copyToAnotherClassGoesByName() {
        NameAndMore target = MyDataType.ofArticle().copyTo(new NameAndMore());
        assertEquals(1010101010101L, target.firstId);
        assertEquals(2222.0, target.secondId);
        assertEquals("kept", target.other);
    }

    static class FormerNames extends AbstractMarshallable {
        @Alias({"formerly", "firstId"})
        long id;

        @Alias("secondId")
        double second;
    }

    @Test
    void copyToAnotherClassGoesByFormerNamesAsWell() {
        FormerNames target = MyDataType.ofArticle().copyTo(new FormerNames());
        assertEquals(1010101010101L, target.id);
        assertEquals(MyDataType.ofArticle().copyTo(new NameAndMore()).secondId, target.second);
    }

    @Test
    void resetGivesEveryFieldItsDefault() {
        MyDataType data = MyDataType.ofArticle();
        data.reset();
        assertEquals(new MyDataType(), data);
        NameAndMore more = new NameAndMore();
        more.other = null;
        more.reset();
        assertEquals("kept", more.other);
    }

    @Test
    void cycleIsAnErrorThatShowsThePath() {
        Tree tree = new Tree("a");
        Tree child = new Tree("b");
        tree.children.add(child);
        child.children.add(tree);
        String expected = "the object is inside itself: $.children[0].children[0] is $ again";
        for (org.junit.jupiter.api.function.Executable use : List.<org.junit.jupiter.api.function.Executable>of(
                () -> Marshallable.toString(tree, TypeRegistry.shared()),
                tree::hashCode,
                tree::deepCopy,
                () -> tree.equals(cyclic()))) {
            WireDataException e = assertThrows(WireDataException.class, use);
            assertTrue(e.getMessage().contains(expected), e.getMessage());
        }
    }

    static class Unshowable extends AbstractMarshallable {
        long id = 7;
        Object self = this;
        Object thread = Thread.currentThread();
        List<Object> many = new ArrayList<>(Collections.nCopies(5_000, "x"));
        Map<Object, Object> map = new TreeMap<>(Map.of("k", new StringBuilder("text")));
        Object failing = new ByHand();
        Iterable<Object> broken = () -> {
            throw new IllegalStateException("closed");
        };
        Optional<Unshowable> nothing = Optional.empty();
        String last = "after";
    }

    static class ByHand implements WriteMarshallable {
        @Override
        public void writeMarshallable(WireOut out) {
            out.field("a");
            throw new UnsupportedOperationException("by hand");
        }
    }

    @Test
    void textForPeopleShowsWhatItCan() {
        Unshowable object = new Unshowable();
        object.many.clear();
        object.many.add(List.of(object));
        String text = object.toString();
        for (String part : List.of(
                "!Unshowable {",
                "  id: 7,",
                "  self: \"(not shown: an Unshowable inside itself)\"",
                "by hand",
                "closed",
                "k: text",
                "last: after",
                "  nothing: null")) {
            assertTrue(text.contains(part), () -> part + " in " + text);
        }
        GenericRecord read = (GenericRecord) Wire.of(
                        "yaml",
                        Bytes.from(text),
                        WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create()))
                .read(Object.class);
        assertEquals(7L, read.get("id"));
        assertTrue(new Unshowable().toString().length() < 100_000);
        Tree deep = new Tree("leaf");
        for (int i = 0; i < 100_000; i++) {
            Tree outer = new Tree("outer");
            outer.children.add(deep);
            deep = outer;
        }
        assertTrue(deep.toString().contains("deeper than 16 levels"));
    }

    /** An object whose content fails in each place where it is code that gives the content. */
    static class Throwing extends AbstractMarshallable implements UnknownFields {
        private static Supplier<Throwable> thrown;

        long id = 7;
        List<Object> list = new AbstractList<>() {
            @Override
            public int size() {
                return 2;
            }

            @Override
            public Object get(int index) {
                throw fail();
            }
        };
        Map<String, Object> map = new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                throw fail();
            }
        };
        Iterable<Object> items = () -> {
            throw fail();
        };
        Object byHand = (WriteMarshallable) out -> {
            throw fail();
        };
        String last = "after";

        @Override
        public void unknownField(String name, Object value) {}

        @Override
        public Map<String, Object> unknownFields() {
            throw fail();
        }

        /** Throws even what the compiler would not allow, as Kotlin and some tools do. */
        @SuppressWarnings("unchecked")
        private static <E extends Throwable> RuntimeException fail() throws E {
            throw (E) thrown.get();
        }
    }

    @Test
    void textForPeopleNeverThrows() {
        for (Throwable each : List.of(
                new IllegalStateException("reason"),
                new AssertionError("reason"),
                new NoClassDefFoundError("reason"),
                new ExceptionInInitializerError("reason"),
                new OutOfMemoryError("reason"),
                new InternalError("reason"),
                new StackOverflowError("reason"),
                new IOException("reason"),
                new Throwable("reason"))) {
            Throwing.thrown = () -> each;
            String text = new Throwing().toString();
            for (String name : List.of("list", "map", "items", "byHand", "unknownFields")) {
                assertTrue(
                        text.lines().anyMatch(line -> line.strip().startsWith(name + ":")), () -> name + " in " + text);
            }
            // An overflow of the stack is shown as a cycle or a depth where the writer has noticed it.
            String reason = each instanceof StackOverflowError
                    ? "not shown: "
                    : "not shown: " + each.getClass().getName() + ": reason";
            assertEquals(5, text.split(reason, -1).length - 1, text);
            assertTrue(text.contains("  id: 7,") && text.contains("last: after"), text);
        }
        Throwing.thrown = () -> new Error() {
            @Override
            public String getMessage() {
                throw this;
            }
        };
        assertTrue(new Throwing().toString().contains("id: 7"));
    }

    private static Tree cyclic() {
        Tree tree = new Tree("a");
        Tree child = new Tree("b");
        tree.children.add(child);
        child.children.add(tree);
        return tree;
    }

    @Test
    void textMustBeOneObject() {
        assertThrows(WireDataException.class, () -> Marshallable.fromString(SidedQuote.class, ""));
        String two = "--- " + SidedQuote.sample() + "--- " + SidedQuote.sample();
        assertThrows(WireDataException.class, () -> Marshallable.fromString(SidedQuote.class, two));
    }

    @Test
    void unknownTypeReadsAsAGenericRecord() {
        GenericRecord read = Marshallable.fromString(GenericRecord.class, "!com.example.Unheard { a: 1, b: [x, 2.5] }");
        assertEquals("com.example.Unheard", read.typeName());
        assertEquals(List.of("x", 2.5), read.get("b"));
    }

    @Test
    void fileIsReadInWhateverFormatItIs(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("price.yaml");
        Files.writeString(file, SidedQuote.sample().toString());
        assertEquals(SidedQuote.sample(), Marshallable.fromFile(SidedQuote.class, file.toString()));
    }
}
