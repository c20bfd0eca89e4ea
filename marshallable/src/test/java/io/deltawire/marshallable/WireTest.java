package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.record.RecordKeyEncoder;
import io.deltawire.marshallable.testing.MyDataType;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.SidedQuote;
import io.deltawire.marshallable.testing.TokenWire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

@SuppressWarnings("UnusedVariable") // fields are read by codecs
class WireTest {
    static {
        TypeRegistry.shared().register(SidedQuote.class);
    }

    private static Wire yaml(String text) {
        return Wire.of("yaml", Bytes.wrapForRead(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void eventsAreReadByName(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        MyDataType data = MyDataType.ofArticle();
        wire.write("update", data).write("side", SidedQuote.sample()).write("update", data);
        List<String> events = new ArrayList<>();
        MyDataType into = new MyDataType();
        while (wire.next()) {
            events.add(wire.event());
            switch (wire.event()) {
                case "update" -> {
                    assertSame(into, wire.read(into));
                    assertEquals(data, into);
                }
                default -> {} // passed over
            }
        }
        assertEquals(List.of("update", "side", "update"), events);
        assertFalse(wire.next());
        assertNull(wire.read(MyDataType.class));
        assertNull(wire.read());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void primitivesAreReadByTheirClasses(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(5L).write("event", 1.5).write("event", true).write(5.5f);
        assertEquals(5L, wire.read(long.class));
        assertTrue(wire.next());
        assertEquals(1.5, wire.read(double.class));
        assertTrue(wire.next());
        assertEquals(true, wire.readByKey(boolean.class));
        assertEquals(5.5f, wire.read(float.class));
        assertEquals('x', Marshallable.fromString(char.class, "x"));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void eventsAreReadWithoutKnowingThem(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write("side", SidedQuote.sample()).write(SidedQuote.sample()).write(Map.of("a", 1L, "b", 2L));
        assertEquals(new Wire.Event("side", SidedQuote.sample()), wire.read());
        assertEquals(new Wire.Event(null, SidedQuote.sample()), wire.read());
        assertEquals(new Wire.Event(null, Map.of("a", 1L, "b", 2L)), wire.read());
        assertNull(wire.read());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void classAskedForIsReadFromAnEventToo(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write("side", SidedQuote.sample()).write(SidedQuote.sample());
        assertEquals(SidedQuote.sample(), wire.read(SidedQuote.class));
        assertEquals("side", wire.event());
        assertEquals(SidedQuote.sample(), wire.read(SidedQuote.class));
        assertEquals("", wire.event());
        assertNull(wire.read(SidedQuote.class));
    }

    /** Only a type name reveals the class of an interface's value: an object without one is read as events. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void interfaceAskedForIsReadFromAnEventToo(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 3; i++) {
            wire.write("drawn", new Samples.Circle(1.5 + i));
            wire.write(new Samples.Square(i));
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    new Samples.Circle(1.5 + i),
                    i == 1 ? wire.readByKey(Samples.Drawing.class) : wire.read(Samples.Drawing.class));
            assertEquals("drawn", wire.event());
            assertEquals(new Samples.Square(i), wire.read(Samples.Drawing.class));
            assertEquals("", wire.event());
        }
        assertNull(wire.read(Samples.Drawing.class));
    }

    @Test
    void untypedObjectIsThePlainObjectOrAnEvent() {
        String plain = "symbol: Symbol\ntimestamp: 123456789000\nside: Buy\nprice: 1.2345\nquantity: 1000000.0\n";
        assertEquals(SidedQuote.sample(), yaml(plain).read(SidedQuote.class));
        assertEquals(SidedQuote.sample(), yaml("newField: 1\n" + plain).read(SidedQuote.class));
        assertEquals(SidedQuote.sample(), yaml("newField: {x: 1}\n" + plain).read(SidedQuote.class));
        Wire event = yaml("side: {symbol: Symbol, timestamp: 123456789000, side: Buy, price: 1.2345, quantity: 1e6}");
        WireDataException e = assertThrows(WireDataException.class, () -> event.read(SidedQuote.class));
        assertTrue(e.getMessage().contains("$.side"), e.getMessage()); // a field of the class, so no event
        Wire price = yaml("price1: {symbol: Symbol, timestamp: 123456789000, side: Buy, price: 1.2345, quantity: 1e6}");
        assertEquals(SidedQuote.sample(), price.read(SidedQuote.class));
        assertEquals("price1", price.event());
        assertEquals(new SidedQuote(null, 0, null, 0, 0), yaml("{}").read(SidedQuote.class));
    }

    @Test
    void severalEventsInOneMessageAreReadInOrder() {
        String text = "a: !SidedQuote {symbol: x}\nb: !SidedQuote {symbol: y}\n--- \nc: 1\n";
        Wire wire = yaml(text);
        List<String> events = new ArrayList<>();
        while (wire.next()) {
            events.add(wire.event());
        }
        assertEquals(List.of("a", "b", "c"), events);
        Wire again = yaml(text);
        assertEquals(new SidedQuote("x", 0, null, 0, 0), again.read(SidedQuote.class));
        assertEquals(new SidedQuote("y", 0, null, 0, 0), again.read(SidedQuote.class));
        assertEquals("b", again.event());
        assertEquals(1L, again.read(Long.class));
        assertNull(again.read(Long.class));
    }

    @ParameterizedTest
    @EachFormat
    void streamsCarryTheSame(String format) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Bytes<?> bytes = Bytes.allocateElasticDirect();
        try (Wire toStream = Wire.of(format, stream);
                Wire toBytes = Wire.of(format, bytes)) {
            for (int i = 0; i < 10; i++) {
                toStream.write(SidedQuote.sample());
                toBytes.write(SidedQuote.sample());
            }
            assertThrows(IllegalStateException.class, () -> toStream.read(SidedQuote.class));
        }
        if (!Formats.has(format, Feature.BLOCKS)) { // which gathers messages into blocks for streams
            assertArrayEquals(bytes.toByteArray(), stream.toByteArray());
        }
        bytes.releaseLast();
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(stream.toByteArray()))) {
            for (int i = 0; i < 10; i++) {
                assertEquals(SidedQuote.sample(), wire.read(SidedQuote.class));
            }
            assertNull(wire.read(SidedQuote.class));
            assertThrows(IllegalStateException.class, () -> wire.write(SidedQuote.sample()));
        }
    }

    static class Recycled extends AbstractMarshallable {
        int a = 7;
        String text = "default";
        StringBuilder builder = new StringBuilder();
        List<Inner> inners = new ArrayList<>();
        Inner inner;
        long[] longs;
        byte[] raw;
        Bytes<?> bytes;
        Map<String, Integer> map;
    }

    static class Inner extends AbstractMarshallable {
        int x = 3;

        Inner(int x) {
            this.x = x;
        }

        Inner() {}
    }

    @Test
    void recycledObjectKeepsItsPartsAndNoFormerValue() {
        Recycled source = new Recycled();
        source.a = 1;
        source.text = "set";
        source.builder.append("built");
        source.inners.add(new Inner(1));
        source.inners.add(new Inner(2));
        source.inner = new Inner(4);
        source.longs = new long[] {1, 2};
        source.bytes = Bytes.allocateElasticOnHeap().write(new byte[] {1});
        source.map = new java.util.LinkedHashMap<>(Map.of("k", 1));
        Wire wire = Wire.of("binary", Bytes.allocateElasticOnHeap());
        wire.write(source).write(source);
        Recycled into = wire.read(Recycled.class);
        assertEquals(source, into);
        Recycled before = new Recycled();
        before.builder = into.builder;
        before.inners = into.inners;
        before.inner = into.inner;
        before.longs = into.longs;
        before.bytes = into.bytes;
        before.map = into.map;
        Inner firstInList = into.inners.get(0);
        assertSame(into, wire.read(into));
        assertEquals(source, into);
        assertSame(before.builder, into.builder);
        assertSame(before.inners, into.inners);
        assertSame(firstInList, into.inners.get(0));
        assertSame(before.inner, into.inner);
        assertSame(before.longs, into.longs);
        assertSame(before.bytes, into.bytes);
        assertSame(before.map, into.map);
        yaml("!Recycled {inner: {}}").read(into);
        assertEquals(7, into.a);
        assertEquals("default", into.text);
        assertEquals("", into.builder.toString());
        assertEquals(List.of(), into.inners);
        assertEquals(3, into.inner.x);
        assertNull(into.longs);
    }

    static class SharedDefault {
        static final List<String> SHARED = new ArrayList<>();
        List<String> list = SHARED;
    }

    @Test
    void newObjectNeverFillsTheDefaultOfAnother() {
        assertEquals(List.of("x"), yaml("!SharedDefault {list: [x]}").read(SharedDefault.class).list);
        assertEquals(List.of(), SharedDefault.SHARED);
    }

    static class ByHand extends AbstractMarshallable implements WriteMarshallable, ReadMarshallable {
        int a;
        Inner inner;
        transient boolean wasRead;

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("a");
            out.int64(a);
            out.field("inner");
            Wire.writeObject(out, inner);
        }

        @Override
        public void readMarshallable(WireIn in) {
            wasRead = true;
            while (in.hasNext()) {
                switch (in.fieldName()) {
                    case "a" -> a = (int) in.int64();
                    case "inner" -> inner = Wire.readObject(in, Inner.class);
                    default -> in.skipValue();
                }
            }
        }
    }

    static class Generated extends AbstractMarshallable {
        int a;
        Inner inner;
    }

    @ParameterizedTest
    @EachFormat
    void handWrittenCodecsInteroperateWithGeneratedOnes(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        ByHand hand = new ByHand();
        hand.a = 5;
        hand.inner = new Inner(6);
        Wire wire = Wire.of(format, bytes);
        wire.write(hand);
        Generated read = wire.read(Generated.class);
        assertEquals(5, read.a);
        assertEquals(new Inner(6), read.inner);
        Wire back = Wire.of(format, Bytes.allocateElasticOnHeap());
        back.write(read);
        ByHand again = back.read(ByHand.class);
        assertTrue(again.wasRead);
        assertEquals(hand, again);
    }

    static class Keyed {
        @Key
        String symbol = "EURUSD";

        @Key
        long venue = 3;

        double bid = 1.5;
    }

    @Test
    void keysReachWritersThatKeepRecords() {
        TokenWire tokens = new TokenWire();
        WireOut out = tokens.out();
        RecordKeyEncoder keys = new RecordKeyEncoder(CodecContext.ofDefaults("delta"));
        Keyed keyed = new Keyed();
        byte[] first = keyOf(keys, out, tokens, keyed);
        keyed.bid = 2;
        assertArrayEquals(first, keyOf(keys, out, tokens, keyed));
        keyed.venue = 4;
        byte[] other = keyOf(keys, out, tokens, keyed);
        assertFalse(java.util.Arrays.equals(first, other));
        MyDataType data = MyDataType.ofArticle();
        byte[] written = keyOf(keys, out, tokens, data);
        assertEquals(8 + 8 + 4 + 2 * data.thirdId.length(), written.length); // as by @Key fields
        assertNull(keyOf(keys, out, tokens, SidedQuote.sample()));
    }

    private static byte[] keyOf(RecordKeyEncoder keys, WireOut out, TokenWire tokens, Object object) {
        out.beginMessage();
        keys.announce(object, out);
        byte[] key = tokens.lastKey;
        out.cancelMessage();
        return key;
    }

    static class KeyedQuote extends AbstractMarshallable {
        @Key
        String symbol;

        double bid;
        long count;
        String venue = "a venue with a long name";
    }

    @Test
    void keyedObjectsMakeSmallDeltas() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        List<KeyedQuote> quotes = List.of(new KeyedQuote(), new KeyedQuote(), new KeyedQuote());
        List<MyDataType> others = List.of(MyDataType.ofArticle(), MyDataType.ofArticle());
        others.get(1).firstId++;
        long before = 0;
        for (int round = 0; round < 50; round++) {
            if (round == 1) {
                before = bytes.writePosition();
            }
            for (int i = 0; i < quotes.size(); i++) {
                KeyedQuote quote = quotes.get(i);
                quote.symbol = "SYMBOL" + i;
                quote.count += i + 1;
                quote.bid = 100 * (i + 1) + round / 100.0;
                wire.write("quote", quote);
            }
            for (int i = 0; i < others.size(); i++) {
                others.get(i).changesA += 3L * i;
                wire.write("update", others.get(i));
            }
        }
        long each = (bytes.writePosition() - before) / (49 * 5);
        assertTrue(each <= 8, "an update takes " + each + " bytes");
        KeyedQuote last = null;
        MyDataType data = null;
        int messages = 0;
        while (wire.next()) {
            messages++;
            if (wire.event().equals("quote")) {
                last = wire.read(KeyedQuote.class);
            } else {
                data = wire.read(MyDataType.class);
            }
        }
        assertEquals(250, messages);
        assertEquals(quotes.get(2), last);
        assertEquals(others.get(1), data);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void failedWriteLeavesNothing(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        MarshallableTest.Tree tree = new MarshallableTest.Tree("a");
        tree.children.add(tree);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.write(tree));
        assertTrue(e.getMessage().contains("the object is inside itself: $.children[0] is $ again"), e.getMessage());
        wire.write(SidedQuote.sample());
        assertEquals(SidedQuote.sample(), wire.read(SidedQuote.class));
        assertNull(wire.read(SidedQuote.class));
        WireDataException object = assertThrows(WireDataException.class, () -> wire.write(List.of(new Object())));
        assertTrue(object.getMessage().contains("java.lang.Object"), object.getMessage());
        WireDataException thread = assertThrows(WireDataException.class, () -> wire.write(new Thread()));
        assertTrue(thread.getMessage().contains("java.lang.Thread"), thread.getMessage());
        assertTrue(thread.getMessage().contains("transient"), thread.getMessage());
    }

    @Test
    void deepObjectsAndCyclesAreErrorsOnASmallStack() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        MarshallableTest.Tree cyclic = new MarshallableTest.Tree("a");
        cyclic.children.add(new MarshallableTest.Tree("b"));
        cyclic.children.get(0).children.add(cyclic);
        MarshallableTest.Tree deep = new MarshallableTest.Tree("deep");
        for (int i = 0; i < 40; i++) {
            MarshallableTest.Tree outer = new MarshallableTest.Tree("t" + i);
            outer.children.add(deep);
            deep = outer;
        }
        MarshallableTest.Tree bottom = deep;
        Runnable all = () -> {
            for (Runnable each : List.<Runnable>of(
                    () -> Marshallable.toString(cyclic, TypeRegistry.shared()),
                    () -> assertEquals(0, cyclic.hashCode()),
                    cyclic::deepCopy,
                    () -> Wire.of("json", Bytes.allocateElasticOnHeap()).write(cyclic))) {
                try {
                    each.run();
                    thrown.add(new AssertionError("no error"));
                } catch (WireDataException e) {
                    // as it should be
                } catch (Throwable e) {
                    thrown.add(e);
                }
            }
            try {
                assertEquals(bottom, Marshallable.fromString(bottom.getClass(), bottom.toString()));
                assertEquals(bottom, bottom.deepCopy());
            } catch (Throwable e) {
                thrown.add(e);
            }
        };
        Thread small = new Thread(null, all, "small stack", 256 << 10);
        small.start();
        small.join();
        assertEquals(List.of(), thrown);
    }

    @Test
    void wireThatIsMissingIsNamed() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Wire.of("morse", Bytes.allocateElasticOnHeap()));
        assertTrue(e.getMessage().contains("morse"), e.getMessage());
    }

    record Checked(int value) {
        Checked {
            if (value < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    @Test
    void recordThatRefusesItsValuesIsADataError() {
        WireDataException e = assertThrows(
                WireDataException.class, () -> yaml("!Checked {value: -1}").read(Checked.class));
        assertTrue(e.getMessage().contains("java.lang.IllegalArgumentException: negative"), e.getMessage());
    }

    @Test
    void readOfASubclassMakesTheSubclass() {
        TypeRegistry.shared().register(Samples.Dog.class);
        Samples.Animal animal = yaml("!Dog {name: rex, barks: 3}").read(Samples.Animal.class);
        assertEquals(new Samples.Dog("rex", 3), animal);
        assertNotSame(Samples.Animal.class, animal.getClass());
    }

    @Test
    void limitsOfTheFormatHoldForObjects() {
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, io.deltawire.wire.WireLimits.DEFAULTS.withMaxDepth(2));
        Wire wire = Wire.of("yaml", Bytes.allocateElasticOnHeap(), options);
        Samples.Nested nested = new Samples.Nested(new Samples.Nested(new Samples.Nested(null)));
        WireDataException e = assertThrows(WireDataException.class, () -> wire.write(nested));
        assertFalse(e.getMessage().contains("inside itself"), e.getMessage());
    }

    static class PassedByTokens extends AbstractMarshallable {
        int number;
    }

    /** Follows an event that was read as an object. The reader cannot tell yet whether its message has more entries. */
    @ParameterizedTest
    @EachFormat
    void messagesReadByTokensInBetweenArePassed(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        PassedByTokens object = new PassedByTokens();
        for (object.number = 0; object.number < 5; object.number++) {
            wire.write("event", object);
        }
        for (int i = 0; i < 4; i += 2) {
            assertTrue(wire.next());
            assertEquals(i, wire.read(PassedByTokens.class).number);
            WireIn in = wire.in();
            assertTrue(in.nextMessage());
            Trees.readMessage(in);
        }
        assertTrue(wire.next());
        assertEquals(4, wire.read(PassedByTokens.class).number);
        assertFalse(wire.in().nextMessage());
        assertFalse(wire.next());
    }

    @Test
    void partsOfADumpAreReadAsObjects() throws IOException {
        DeltaFormat format = new DeltaFormat();
        Path file = Files.createTempFile("parts", ".dw");
        WireOptions small = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 100);
        try (Wire wire = Wire.of(format, Files.newOutputStream(file), small)) {
            for (int i = 0; i < 5000; i++) {
                wire.write(new Samples.Dog("rex", i * i));
            }
        }
        int number = 0;
        List<DeltaFormat.Split> splits;
        try (FileChannel channel = FileChannel.open(file)) {
            splits = DeltaFormat.splits(channel, 3);
        }
        assertEquals(3, splits.size());
        for (DeltaFormat.Split split : splits) {
            WireIn in = format.newReader(FileChannel.open(file), split, WireOptions.DEFAULTS);
            try (Wire wire = Wire.of(format, in, WireOptions.DEFAULTS)) {
                for (Samples.Dog dog; (dog = wire.read(Samples.Dog.class)) != null; number++) {
                    assertEquals(new Samples.Dog("rex", number * number), dog);
                }
            }
            assertThrows(IllegalStateException.class, in::nextMessage);
        }
        assertEquals(5000, number);
        Files.delete(file);
    }
}
