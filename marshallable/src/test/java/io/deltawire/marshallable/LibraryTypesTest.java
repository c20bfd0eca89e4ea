package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The classes of the Java library that are written by codecs with the interface that applications have. */
class LibraryTypesTest {
    @SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // classes of users have such fields
    static class Holder extends AbstractMarshallable {
        Path path = Path.of("/tmp/a b");
        File file = new File("x/y.txt");
        URL url = url("https://example.com/?q=1#f");
        InetAddress v4 = address(10, 0, 0, 1);
        InetAddress v6 = address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        InetSocketAddress socket = new InetSocketAddress(v6, 80);
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("no-such-host.invalid", 8080);
        Pattern pattern = Pattern.compile("a+");
        Pattern flags = Pattern.compile("a+", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        Charset charset = StandardCharsets.ISO_8859_1;
        TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
        BitSet bits = BitSet.valueOf(new long[] {5, 1L << 40});
        AtomicInteger i = new AtomicInteger(-7);
        AtomicLong l = new AtomicLong(1L << 50);
        AtomicBoolean b = new AtomicBoolean(true);
        AtomicIntegerArray is = new AtomicIntegerArray(new int[] {1, 2});
        AtomicLongArray ls = new AtomicLongArray(new long[] {3});
        AtomicReference<Level> reference = new AtomicReference<>(new Level("in"));
        AtomicReference<String> empty = new AtomicReference<>();
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3});
        Timestamp timestamp = Timestamp.from(Instant.parse("2026-07-01T12:00:00.123456789Z"));
        java.sql.Date date = java.sql.Date.valueOf("2026-07-01");
        java.sql.Time time = java.sql.Time.valueOf("12:30:45");
        Throwable error = new IOException("disk", new IllegalStateException("cause"));
        Exception exception = new IllegalArgumentException();
        StringBuffer text = new StringBuffer("t");
        Map.Entry<String, Integer> entry = Map.entry("k", 1);

        private static InetAddress address(int... bytes) {
            byte[] raw = new byte[bytes.length];
            for (int i = 0; i < raw.length; i++) {
                raw[i] = (byte) bytes[i];
            }
            try {
                return InetAddress.getByAddress(raw);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private static URL url(String text) {
            try {
                return URI.create(text).toURL();
            } catch (MalformedURLException e) {
                throw new AssertionError(e);
            }
        }
    }

    record Level(String name) {}

    private static final Holder SAMPLE = new Holder();

    @ParameterizedTest
    @EachFormat
    void fieldsComeBack(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 4; i++) {
            wire.write(SAMPLE);
        }
        assertEquals(SAMPLE, wire.read(Holder.class));
        assertEquals(SAMPLE, wire.readByKey(Holder.class));
        assertEquals(SAMPLE, wire.readReused(Holder.class));
        assertEquals(SAMPLE, wire.readReused(Holder.class));
    }

    @Test
    void copiesAndTextAreEqual() {
        Holder copy = SAMPLE.deepCopy();
        assertEquals(SAMPLE, copy);
        assertEquals(SAMPLE.hashCode(), copy.hashCode());
        assertEquals(SAMPLE, Marshallable.fromString(Holder.class, SAMPLE.toString()));
        copy.i.set(0);
        assertEquals(-7, SAMPLE.i.get());
    }

    static class Any {
        Object value;

        Any(Object value) {
            this.value = value;
        }
    }

    @ParameterizedTest
    @EachFormat
    void valuesOfObjectFieldsComeBack(String format) {
        List<Object> values = new ArrayList<>();
        values.addAll(List.of(SAMPLE.path, SAMPLE.file, SAMPLE.v4, SAMPLE.socket, SAMPLE.pattern, SAMPLE.flags));
        values.addAll(List.of(SAMPLE.charset, SAMPLE.zone, SAMPLE.bits, SAMPLE.i, SAMPLE.l, SAMPLE.b, SAMPLE.is));
        values.addAll(List.of(SAMPLE.buffer, SAMPLE.timestamp, SAMPLE.date, SAMPLE.error, SAMPLE.text, SAMPLE.entry));
        values.add(SAMPLE.empty);
        for (Object value : values) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(new Any(value));
            Object read = wire.read(Any.class).value;
            assertTrue(Implementation.MODEL.areEqual(value, read), () -> value + " but was " + read);
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void scalarsAreKeys(String format) {
        Map<InetAddress, Integer> addresses = new LinkedHashMap<>(Map.of(SAMPLE.v6, 1));
        Map<Path, Integer> paths = new LinkedHashMap<>(Map.of(SAMPLE.path, 2));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(new Maps(addresses, paths));
        assertEquals(new Maps(addresses, paths), wire.read(Maps.class));
    }

    record Maps(Map<InetAddress, Integer> addresses, Map<Path, Integer> paths) {}

    record Keyed(@Key InetAddress id, int n) {}

    @Test
    void recordsAreKeptByThem() {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 6; i++) {
            wire.write(new Keyed(i % 2 == 0 ? SAMPLE.v4 : SAMPLE.v6, i));
        }
        for (int i = 0; i < 6; i++) {
            assertEquals(new Keyed(i % 2 == 0 ? SAMPLE.v4 : SAMPLE.v6, i), wire.read(Keyed.class));
        }
    }

    @Test
    void anExceptionIsDataAndNeverOfTheClassInTheInput() {
        Holder read = Marshallable.fromString(Holder.class, SAMPLE.toString());
        RecordedException error = (RecordedException) read.error;
        assertEquals("java.io.IOException", error.originalClass());
        assertEquals("disk", error.getMessage());
        assertTrue(error.originalStack().contains("Caused by: java.lang.IllegalStateException: cause"));
        assertEquals("java.io.IOException: disk", error.toString());
        assertEquals("java.lang.IllegalArgumentException", ((RecordedException) read.exception).originalClass());
    }

    @Test
    void textThatDoesNotFitIsAnErrorWithItsPath() {
        for (String text : List.of(
                "v4: example.com",
                "v4: 1.2",
                "v4: 1.2.3.256",
                "v4: ':::1'",
                "unresolved: host",
                "unresolved: 'host:99999'",
                "pattern: '('",
                "charset: no-such-charset",
                "zone: Nowhere/City",
                "url: nothing",
                "i: 3000000000",
                "reference: [a, b]",
                "entry: {a: 1, b: 2}",
                "error: {message: m}")) {
            String message = assertThrows(
                            WireDataException.class, () -> Marshallable.fromString(Holder.class, "{" + text + "}"))
                    .getMessage();
            assertTrue(message.contains("$." + text.substring(0, text.indexOf(':'))), message);
        }
    }

    interface Items {
        void onItems(Iterator<Level> items);
    }

    @ParameterizedTest
    @EachFormat
    void anIteratorIsAnArgument(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.methodWriter(Items.class)
                .onItems(List.of(new Level("a"), new Level("b")).iterator());
        List<Level> got = new ArrayList<>();
        Items items = all -> all.forEachRemaining(got::add);
        assertTrue(wire.methodReader(items).readOne());
        assertEquals(List.of(new Level("a"), new Level("b")), got);
    }

    interface Failures {
        void failed(Throwable error);

        void failedFor(String id, Exception error);

        void failedDisk(IOException error);
    }

    @ParameterizedTest
    @EachFormat
    void anExceptionIsAnArgument(String format) {
        List<String> got = new ArrayList<>();
        Failures reader = new Failures() {
            @Override
            public void failed(Throwable error) {
                got.add(((RecordedException) error).originalClass() + " " + error.getMessage());
            }

            @Override
            public void failedFor(String id, Exception error) {
                got.add(id + " " + ((RecordedException) error).originalClass() + " " + error.getMessage());
            }

            @Override
            public void failedDisk(IOException error) {
                got.add("disk");
            }
        };
        for (int i = 0; i < 3; i++) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.methodWriter(Failures.class).failed(new StackOverflowError());
            assertTrue(wire.methodReader(reader).readOne());
            wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.methodWriter(Failures.class).failedFor("a", new IOException("disk"));
            assertTrue(wire.methodReader(reader).readOne());
        }
        assertEquals(6, got.size());
        assertEquals("java.lang.StackOverflowError null", got.get(4));
        assertEquals("a java.io.IOException disk", got.get(5));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.methodWriter(Failures.class).failedDisk(new IOException("disk"));
        MethodReader methods = wire.methodReader(reader);
        String message = assertThrows(WireDataException.class, methods::readOne).getMessage();
        assertTrue(message.contains("declare it as Throwable, Exception or RuntimeException"), message);
    }
}
