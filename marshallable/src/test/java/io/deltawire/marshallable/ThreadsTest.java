package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two or more threads that use one wire. A call while another thread is in one is refused, with the names of both, and
 * nothing of it is written or read. Whatever a call has acknowledged is right.
 */
class ThreadsTest {
    private static final int MESSAGES = Integer.getInteger("threads.messages", 2_000);
    private static final long MINUTES = 5;

    static {
        TypeRegistry.shared().register(Item.class);
    }

    /** What the threads write, such that a mixture of two of them is noticed. */
    public static final class Item extends AbstractMarshallable {
        @Key
        int thread;

        long number;
        String text;
        double half;

        Item() {}

        Item(int thread, long number) {
            this.thread = thread;
            this.number = number;
            this.text = textOf(thread, number);
            this.half = number / 2.0;
        }
    }

    public interface Items {
        void onItem(Item item);
    }

    public interface MoreItems {
        void onMore(Item item);
    }

    public interface Numbers {
        void onNumbers(int thread, long number, String text, double half);
    }

    public interface Link {
        void onItem(Item item);
    }

    public interface Chain {
        Link to(String thread);
    }

    /** Writes items to a wire that all threads share. */
    private record WriteKind(String name, Function<Wire, Consumer<Item>> writing) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<WriteKind> TABLE_WRITES = List.of(
            new WriteKind("object", wire -> wire::write),
            new WriteKind("event", wire -> item -> wire.write("onItem", item)),
            new WriteKind("method writer", wire -> wire.methodWriter(Items.class)::onItem),
            new WriteKind("list", wire -> {
                Numbers numbers = wire.methodWriter(Numbers.class);
                return item -> numbers.onNumbers(item.thread, item.number, item.text, item.half);
            }),
            new WriteKind("tokens", wire -> item -> {
                WireOut out = wire.out();
                try {
                    out.beginMessage();
                    out.beginObject();
                    out.field("thread");
                    out.int64(item.thread);
                    out.field("number");
                    out.int64(item.number);
                    out.field("text");
                    out.text(item.text);
                    out.field("half");
                    out.float64(item.half);
                    out.endObject();
                    out.endMessage();
                } finally {
                    cancel(out);
                }
            }));

    private static final List<WriteKind> TREE_WRITES = List.of(
            new WriteKind("two interfaces", wire -> {
                Items items = wire.methodWriter(Items.class, MoreItems.class);
                return item -> {
                    if (item.number % 2 == 0) {
                        items.onItem(item);
                    } else {
                        ((MoreItems) items).onMore(item);
                    }
                };
            }),
            new WriteKind("chain", wire -> {
                Chain chain = wire.methodWriter(Chain.class);
                return item -> chain.to("thread " + item.thread).onItem(item);
            }),
            new WriteKind("mixture", wire -> {
                Items items = wire.methodWriter(Items.class);
                Chain chain = wire.methodWriter(Chain.class);
                return item -> {
                    switch ((int) item.number % 3) {
                        case 0 -> items.onItem(item);
                        case 1 -> chain.to("thread " + item.thread).onItem(item);
                        default -> wire.write("onItem", item);
                    }
                };
            }));

    /** Reads from a wire that all threads share: a call returns the item of the next message, or null at the end. */
    private record ReadKind(String name, boolean losesNone, Function<Wire, Callable<Item>> reading) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<ReadKind> READS = List.of(
            new ReadKind("object", true, wire -> () -> wire.read(Item.class)),
            new ReadKind("next", false, wire -> () -> {
                if (!wire.next()) {
                    return null;
                }
                assertEquals("onItem", wire.event());
                return wire.read(Item.class);
            }),
            new ReadKind("any", true, wire -> () -> {
                Wire.Event event = wire.read();
                return event == null ? null : (Item) event.value();
            }),
            new ReadKind("method reader", true, wire -> {
                Map<Thread, Item> last = new ConcurrentHashMap<>();
                MethodReader reader = wire.methodReader((Items) item -> last.put(Thread.currentThread(), item));
                return () -> reader.readOne() ? last.get(Thread.currentThread()) : null;
            }),
            new ReadKind("tokens", true, wire -> () -> {
                WireIn in = wire.in();
                if (!in.nextMessage()) {
                    return null;
                }
                in.beginObject();
                assertEquals("onItem", in.fieldName());
                Item item = readTokens(in);
                in.endObject();
                return item;
            }));

    private static Item readTokens(WireIn in) {
        Item item = new Item();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.fieldName()) {
                case "thread" -> item.thread = (int) in.int64();
                case "number" -> item.number = in.int64();
                case "text" -> item.text = in.text();
                case "half" -> item.half = in.float64();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return item;
    }

    private static String textOf(int thread, long number) {
        return "text " + number % 100 + " of " + thread;
    }

    private static void cancel(WireOut out) {
        try {
            out.cancelMessage();
        } catch (IllegalStateException e) {
            assertNamesThreads(e);
        }
    }

    private static void assertNamesThreads(IllegalStateException e) {
        String text = e.getMessage();
        assertTrue(text.contains('"' + Thread.currentThread().getName() + '"'), text);
        assertTrue(text.split("thread \"", -1).length == 3, text);
        assertTrue(text.contains("docs/threads.md"), text);
    }

    private static void assertWhole(Item item) {
        assertEquals(textOf(item.thread, item.number), item.text);
        assertEquals(item.number / 2.0, item.half);
    }

    /** Runs actions in threads of their own, all of which begin together. */
    private static void runTogether(int threads, ThreadAction action) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            tasks.add(started("worker " + i, () -> {
                start.await();
                action.run(number);
                return null;
            }));
        }
        for (FutureTask<Void> task : tasks) {
            get(task);
        }
    }

    private interface ThreadAction {
        void run(int thread) throws Exception;
    }

    private static <T> FutureTask<T> started(String name, Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        new Thread(task, name).start();
        return task;
    }

    private static <T> T get(FutureTask<T> task) throws Exception {
        try {
            return task.get(MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    static Stream<Arguments> writesOfEachFormat() {
        return Formats.all().stream()
                .flatMap(format -> Stream.concat(
                                TABLE_WRITES.stream(), isTable(format) ? Stream.empty() : TREE_WRITES.stream())
                        .flatMap(kind -> Stream.of(Arguments.of(format, kind, 2), Arguments.of(format, kind, 4))));
    }

    private static boolean isTable(String format) {
        return WireFormats.byName(format).features().contains(Feature.TABLE);
    }

    @ParameterizedTest
    @MethodSource("writesOfEachFormat")
    void whatAWriteAcknowledgesIsReadBack(String format, WriteKind kind, int threads) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        List<List<Long>> acknowledged = lists(threads);
        try (Wire wire = Wire.of(format, target)) {
            Consumer<Item> writing = kind.writing().apply(wire);
            runTogether(threads, thread -> {
                for (int number = 0; number < MESSAGES; number++) {
                    Item item = new Item(thread, number);
                    try {
                        writing.accept(item);
                        acknowledged.get(thread).add(item.number);
                    } catch (IllegalStateException e) {
                        assertNamesThreads(e);
                    }
                }
            });
        }
        List<List<Long>> read = lists(threads);
        byte[] written = target.toByteArray();
        for (Item item : kind.name().equals("tokens") ? readObjects(format, written) : readAll(format, written)) {
            assertWhole(item);
            read.get(item.thread).add(item.number);
        }
        assertEquals(acknowledged, read);
    }

    private static List<List<Long>> lists(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (List<Long>) new ArrayList<Long>())
                .toList();
    }

    /** Components for every kind of writing. */
    private static final class Collector implements Items, MoreItems, Numbers, Chain {
        final List<Item> items = new ArrayList<>();

        @Override
        public void onItem(Item item) {
            items.add(item);
        }

        @Override
        public void onMore(Item item) {
            items.add(item);
        }

        @Override
        public void onNumbers(int thread, long number, String text, double half) {
            Item item = new Item();
            item.thread = thread;
            item.number = number;
            item.text = text;
            item.half = half;
            items.add(item);
        }

        @Override
        public Link to(String thread) {
            return item -> {
                assertEquals("thread " + item.thread, thread);
                items.add(item);
            };
        }
    }

    private static List<Item> readAll(String format, byte[] bytes) {
        Collector all = new Collector();
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(bytes))) {
            MethodReader reader = wire.methodReaderBuilder()
                    .onUnknownEvent((event, value, offset) -> all.onItem((Item) value))
                    .build(all);
            while (reader.readOne()) {
                // the component collects
            }
        }
        return all.items;
    }

    private static List<Item> readObjects(String format, byte[] bytes) {
        List<Item> all = new ArrayList<>();
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(bytes))) {
            for (Item item; (item = wire.read(Item.class)) != null; ) {
                all.add(item);
            }
        }
        return all;
    }

    static Stream<Arguments> readsOfEachFormat() {
        return Formats.all().stream()
                .flatMap(format -> READS.stream()
                        .flatMap(kind -> Stream.of(Arguments.of(format, kind, 2), Arguments.of(format, kind, 4))));
    }

    private static byte[] written(String format, int count) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            for (int number = 0; number < count; number++) {
                wire.write("onItem", new Item(number % 7, number));
            }
        }
        return target.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("readsOfEachFormat")
    void eachMessageIsReadByOneThread(String format, ReadKind kind, int threads) throws Exception {
        int count = 2 * MESSAGES;
        List<List<Long>> read = lists(threads);
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(written(format, count)))) {
            Callable<Item> reading = kind.reading().apply(wire);
            runTogether(threads, thread -> {
                while (true) {
                    try {
                        Item item = reading.call();
                        if (item == null) {
                            return;
                        }
                        assertWhole(item);
                        read.get(thread).add(item.number);
                    } catch (IllegalStateException e) {
                        assertNamesThreads(e);
                    }
                }
            });
        }
        List<Long> all = new ArrayList<>();
        for (List<Long> numbers : read) {
            List<Long> sorted = new ArrayList<>(numbers);
            Collections.sort(sorted);
            assertEquals(sorted, numbers);
            all.addAll(numbers);
        }
        Collections.sort(all);
        List<Long> expected =
                IntStream.range(0, count).mapToObj(number -> (long) number).toList();
        assertEquals(all.size(), all.stream().distinct().count());
        assertTrue(expected.containsAll(all));
        if (kind.losesNone()) {
            assertEquals(expected, all);
        }
    }

    /** An object whose writing waits until the test has called the wire from another thread. */
    private static final class SlowItem implements WriteMarshallable {
        final CountDownLatch isEntered = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("first");
            out.int64(1);
            isEntered.countDown();
            await(mayGoOn);
            out.field("second");
            out.int64(2);
        }
    }

    /** Waits for a latch that a task counts down, or fails as the task does. */
    private static void awaitOrFail(CountDownLatch latch, FutureTask<?> task) throws Exception {
        while (!latch.await(10, TimeUnit.MILLISECONDS)) {
            if (task.isDone()) {
                throw new AssertionError("ended early: " + get(task));
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(MINUTES, TimeUnit.MINUTES));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EachFormat
    void writesAreRefusedWithinTheMessageOfAnotherThread(String format) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            Items items = wire.methodWriter(Items.class);
            Numbers numbers = wire.methodWriter(Numbers.class);
            Chain chain = wire.methodWriter(Chain.class);
            SlowItem slow = new SlowItem();
            FutureTask<Wire> writer = started("slow writer", () -> wire.write(slow));
            await(slow.isEntered);
            Item item = new Item(1, 2);
            List<Runnable> calls = List.of(
                    () -> wire.write(item),
                    () -> wire.write("onItem", item),
                    () -> wire.write(null),
                    () -> items.onItem(item),
                    () -> numbers.onNumbers(1, 2, "", 3),
                    () -> chain.to("a"),
                    () -> wire.out().beginMessage(),
                    () -> wire.out().endMessage(),
                    () -> wire.out().cancelMessage(),
                    () -> wire.out().flush(),
                    wire::flush,
                    wire::close);
            for (Runnable call : calls) {
                assertRefused(call, "this writer is in use by thread \"slow writer\" (in a ");
            }
            if (WireFormats.byName(format).features().contains(Feature.RECORDS)) {
                assertRefused(() -> wire.delete(item), "this writer is in use by thread \"slow writer\" (in a ");
            }
            slow.mayGoOn.countDown();
            get(writer);
        }
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(target.toByteArray()))) {
            Map<?, ?> only = wire.read(Map.class);
            assertEquals("{first=1, second=2}", new TreeMap<>(only).toString());
            assertEquals(null, wire.read(Map.class));
        }
    }

    /** An object whose reading waits until the test has called the wire from another thread. */
    private static final class SlowlyRead implements ReadMarshallable {
        static volatile CountDownLatch isEntered = new CountDownLatch(1);
        static volatile CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public void readMarshallable(WireIn in) {
            isEntered.countDown();
            await(mayGoOn);
            while (in.hasNext()) {
                in.fieldName();
                in.skipValue();
            }
        }
    }

    /** An object with the fields of an item, whose class no reader knows. */
    private record Plain(int thread, long number, String text, double half) {}

    @ParameterizedTest
    @EachFormat
    void writerAndReaderOfOneBufferRefuseCallsDuringThoseOfTheOther(String format) throws Exception {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        bytes.singleThreadedCheckDisabled(true); // otherwise Bytes itself refuses another thread, in a test only
        Wire wire = Wire.of(format, bytes);
        Item item = new Item(1, 2);
        wire.write(new Plain(1, 2, "a", 2.5));
        SlowlyRead.isEntered = new CountDownLatch(1);
        SlowlyRead.mayGoOn = new CountDownLatch(1);
        FutureTask<SlowlyRead> reader = started("slow reader", () -> wire.read(SlowlyRead.class));
        awaitOrFail(SlowlyRead.isEntered, reader);
        for (Runnable call : List.<Runnable>of(
                () -> wire.write(item),
                () -> wire.write("onItem", item),
                () -> wire.methodWriter(Items.class).onItem(item))) {
            assertRefused(call, "this reader is in use by thread \"slow reader\" (in a ");
        }
        SlowlyRead.mayGoOn.countDown();
        get(reader);
        wire.write(item);
        if (!isTable(format)) {
            SlowItem slow = new SlowItem();
            FutureTask<Wire> writer = started("slow writer", () -> wire.write(slow));
            await(slow.isEntered);
            assertRefused(() -> wire.read(Item.class), "this writer is in use by thread \"slow writer\" (in a ");
            assertRefused(wire::next, "this writer is in use by thread \"slow writer\" (in a ");
            slow.mayGoOn.countDown();
            get(writer);
        }
        assertEquals(item, wire.read(Item.class));
    }

    private static void assertRefused(Runnable call, String begin) {
        String message = assertThrows(IllegalStateException.class, call::run).getMessage();
        assertTrue(message.startsWith(begin), message);
        assertTrue(
                message.contains("called by thread \"" + Thread.currentThread().getName() + '"'), message);
        assertTrue(message.endsWith("; a wire belongs to one thread at a time: see docs/threads.md"), message);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void aChainBelongsToTheThreadThatBeganIt(String format) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            Chain chain = wire.methodWriter(Chain.class);
            Items items = wire.methodWriter(Items.class);
            Link link = chain.to("thread 3");
            get(started("other", () -> {
                String begin = "this writer is in use by thread \"" + owner + "\" (in a message)";
                assertRefused(() -> link.onItem(new Item(4, 4)), begin);
                assertRefused(() -> chain.to("thread 4"), begin);
                assertRefused(() -> items.onItem(new Item(4, 4)), begin);
                assertRefused(() -> wire.write(new Item(4, 4)), begin);
                return null;
            }));
            link.onItem(new Item(3, 3));
            get(started("other", () -> {
                items.onItem(new Item(5, 5));
                return null;
            }));
        }
        List<Long> numbers = new ArrayList<>();
        readAll(format, target.toByteArray()).forEach(item -> numbers.add(item.number));
        assertEquals(List.of(3L, 5L), numbers);
    }

    private final String owner = Thread.currentThread().getName();

    /** A source that waits before its bytes come. */
    private static final class SlowInput extends InputStream {
        final CountDownLatch isEntered = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        private final InputStream bytes;

        SlowInput(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            isEntered.countDown();
            await(mayGoOn);
            return ((ByteArrayInputStream) bytes).read(into, offset, length);
        }
    }

    @ParameterizedTest
    @EachFormat
    void readsAreRefusedWhileAnotherThreadWaitsForInput(String format) throws Exception {
        List<Function<Wire, Object>> reads = List.of(
                wire -> wire.read(Item.class),
                wire -> wire.read(new Item()),
                wire -> wire.readReused(Item.class),
                wire -> wire.readByKey(Item.class),
                wire -> wire.next(),
                wire -> wire.methodReader(new Collector()).readOne(),
                wire -> wire.in().nextMessage());
        for (Function<Wire, Object> read : reads) {
            SlowInput input = new SlowInput(written(format, 2));
            try (Wire wire = Wire.of(format, input)) {
                FutureTask<Object> reader = started("slow reader", () -> read.apply(wire));
                await(input.isEntered);
                MethodReader methods = wire.methodReader(new Collector());
                List<Runnable> calls = List.of(
                        () -> wire.read(Item.class),
                        () -> wire.read(new Item()),
                        () -> wire.readReused(Item.class),
                        () -> wire.readByKey(Item.class),
                        wire::read,
                        wire::next,
                        wire::in,
                        methods::readOne,
                        wire::close);
                for (Runnable call : calls) {
                    assertRefused(call, "this reader is in use by thread \"slow reader\" (in a call)");
                }
                input.mayGoOn.countDown();
                Object first = get(reader);
                assertTrue(first instanceof Item item ? item.number == 0 : (boolean) first);
                assertTrue(wire.next()); // handed over
                assertEquals(1, wire.read(Item.class).number);
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void aThreadDoesNotReadOnWhereAnotherHasMovedOn(String format) throws Exception {
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(written(format, 4)))) {
            assertTrue(wire.next());
            get(started("other", () -> {
                String begin = "this reader was called by thread \"other\" to read on in a message";
                assertRefused(() -> wire.read(Item.class), begin);
                assertRefused(wire::event, begin);
                assertTrue(wire.next());
                return null;
            }));
            String begin = "this reader was called by thread \"" + owner + "\" to read on in a message";
            assertRefused(wire::event, begin);
            assertRefused(() -> wire.read(Item.class), begin);
            assertRefused(() -> wire.readReused(Item.class), begin);
            assertTrue(wire.next());
            assertEquals(2, wire.read(Item.class).number);
            get(started("other", () -> {
                assertEquals(3, wire.read(Item.class).number);
                return null;
            }));
        }
    }

    @ParameterizedTest
    @EachFormat
    void tokensBelongToTheThreadThatTookTheMessage(String format) throws Exception {
        try (WireIn in = WireFormats.byName(format)
                .newReader(new ByteArrayInputStream(written(format, 2)), WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            in.beginObject();
            get(started("other", () -> {
                assertRefused(in::fieldName, "this reader was called by thread \"other\" to read on in a message");
                assertTrue(in.nextMessage());
                return null;
            }));
            String begin = "this reader was called by thread \"" + owner + "\" to read on in a message";
            assertRefused(in::fieldName, begin);
            assertRefused(in::beginObject, begin);
            assertRefused(in::endObject, begin);
        }
    }

    @ParameterizedTest
    @EachFormat
    void aThreadThatHasEndedHoldsNothing(String format) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (WireOut out = WireFormats.byName(format).newWriter(target, WireOptions.DEFAULTS)) {
            Thread ended = new Thread(out::beginMessage);
            ended.start();
            ended.join();
            String message =
                    assertThrows(IllegalStateException.class, out::beginMessage).getMessage();
            assertFalse(message.contains("thread"), message); // the message is open
            out.cancelMessage();
        }
    }

    @ParameterizedTest
    @EachFormat
    void aThreadWithoutANameIsShownByItsNumber(String format) throws Exception {
        try (WireOut out = WireFormats.byName(format).newWriter(new ByteArrayOutputStream(), WireOptions.DEFAULTS)) {
            out.beginMessage();
            get(started("", () -> {
                String message = assertThrows(IllegalStateException.class, out::beginMessage)
                        .getMessage();
                String own =
                        "and was called by thread #" + Thread.currentThread().getId() + ";";
                assertTrue(message.contains(own), message);
                return null;
            }));
            out.cancelMessage();
        }
    }

    @ParameterizedTest
    @EachFormat
    void aWireIsHandedOverBetweenMessages(String format) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            Items items = wire.methodWriter(Items.class);
            for (int number = 0; number < 20; number++) {
                Item item = new Item(1, number);
                get(started("writer " + number, () -> {
                    items.onItem(item);
                    return null;
                }));
            }
        }
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(target.toByteArray()))) {
            for (int number = 0; number < 20; number++) {
                Item item = get(started("reader " + number, () -> wire.read(Item.class)));
                assertEquals(number, item.number);
            }
        }
    }

    // ---- the examples of docs/threads.md

    @ParameterizedTest
    @EachFormat
    void manyThreadsWriteUnderALock(String format) throws Exception {
        int threads = 4;
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            runTogether(threads, thread -> {
                for (int number = 0; number < 500; number++) {
                    Item item = new Item(thread, number);
                    synchronized (wire) {
                        wire.write("onItem", item);
                    }
                }
            });
        }
        List<List<Long>> read = lists(threads);
        readAll(format, target.toByteArray())
                .forEach(item -> read.get(item.thread).add(item.number));
        List<Long> all =
                IntStream.range(0, 500).mapToObj(number -> (long) number).toList();
        assertEquals(Collections.nCopies(threads, all), read);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void manyThreadsWriteChainsUnderALock(String format) throws Exception {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, target)) {
            Chain chain = wire.methodWriter(Chain.class);
            runTogether(2, thread -> {
                for (int number = 0; number < 500; number++) {
                    synchronized (wire) {
                        chain.to("thread " + thread).onItem(new Item(thread, number));
                    }
                }
            });
        }
        List<Item> read = readAll(format, target.toByteArray());
        assertEquals(1000, read.size());
        read.forEach(ThreadsTest::assertWhole);
    }

    @ParameterizedTest
    @EachFormat
    void manyThreadsReadUnderALock(String format) throws Exception {
        List<Long> read = Collections.synchronizedList(new ArrayList<>());
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(written(format, 1000)))) {
            runTogether(3, thread -> {
                while (true) {
                    synchronized (wire) {
                        if (!wire.next()) {
                            return;
                        }
                        assertEquals("onItem", wire.event());
                        Item item = wire.read(Item.class);
                        assertWhole(item);
                        read.add(item.number);
                    }
                }
            });
        }
        assertEquals(IntStream.range(0, 1000).mapToObj(number -> (long) number).toList(), read);
    }

    @ParameterizedTest
    @EachFormat
    @SuppressWarnings("ReferenceEquality") // the last item is a mark
    void manyThreadsHandMessagesToOneWriter(String format) throws Exception {
        int threads = 3;
        Item end = new Item();
        BlockingQueue<Item> queue = new ArrayBlockingQueue<>(100);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        FutureTask<Void> writer = started("writer", () -> {
            try (Wire wire = Wire.of(format, target)) {
                for (Item item; (item = queue.take()) != end; ) {
                    wire.write("onItem", item);
                }
            }
            return null;
        });
        runTogether(threads, thread -> {
            for (int number = 0; number < 300; number++) {
                queue.put(new Item(thread, number));
            }
        });
        queue.put(end);
        get(writer);
        List<Item> read = readAll(format, target.toByteArray());
        assertEquals(threads * 300, read.size());
        read.forEach(item -> {
            assertWhole(item);
            assertNotNull(item.text);
        });
    }
}
