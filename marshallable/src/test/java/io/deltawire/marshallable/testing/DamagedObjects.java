package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat.Encoding;
import io.deltawire.wire.testing.Effort;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A program that reads damaged and hostile input into objects: every golden message of {@code vectors/} and every
 * sample object, cut and with single bits flipped. Prints OK, or each exception other than {@link
 * WireException} with its origin. {@code DamagedObjectsTest} runs it with little memory.
 */
public final class DamagedObjects {
    /** An object that holds another one of its class. */
    @SuppressWarnings("UnusedVariable") // read by the codec
    static class FieldLink extends AbstractMarshallable {
        private int a = 1;
        private FieldLink next;
    }

    /** The calls that read a message. Each call reads all messages. */
    private static final Map<String, Function<Wire, Object>> WAYS = new LinkedHashMap<>();

    static {
        MyDataType into = new MyDataType();
        WAYS.put("class", wire -> wire.read(MyDataType.class));
        WAYS.put("into", wire -> wire.read(into));
        WAYS.put("live", wire -> wire.readByKey(MyDataType.class));
        WAYS.put("untyped", wire -> wire.read(Object.class));
        WAYS.put("event", Wire::read);
        WAYS.put("record", wire -> wire.read(Samples.Point.class));
        WAYS.put("map", wire -> wire.read(Map.class));
    }

    private final Path vectors;
    private final Set<String> failures = new TreeSet<>();
    private long reads;
    private long refusals;

    private DamagedObjects(Path vectors) {
        this.vectors = vectors;
    }

    public static void main(String[] args) throws IOException {
        DamagedObjects program = new DamagedObjects(Path.of(args[0]));
        for (String format : Formats.all()) {
            program.damage(WireFormats.byName(format));
        }
        program.hostile();
        System.out.println(program.reads + " reads, " + program.refusals + " refusals");
        System.out.println(
                program.refusals < 20_000
                        ? "hardly anything was refused"
                        : program.failures.isEmpty() ? "OK" : "FAILED");
    }

    private void damage(WireFormat format) throws IOException {
        Map<String, byte[]> golden = golden(format.name());
        if (golden.isEmpty()) {
            throw new AssertionError("no golden message of " + format.name());
        }
        System.out.println(format.name() + ": " + golden.size() + " golden messages");
        for (Map.Entry<String, byte[]> each : golden.entrySet()) {
            for (Map.Entry<String, Function<Wire, Object>> way : WAYS.entrySet()) {
                boolean isAll = each.getKey().contains("my-data-type"); // the class that the calls read
                if (isAll || way.getKey().equals("event")) {
                    damage(
                            format,
                            each.getKey() + " " + way.getKey(),
                            each.getValue(),
                            way.getValue(),
                            Effort.step(2),
                            Effort.step(5));
                }
            }
        }
        Samples.all().forEach((name, sample) -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try {
                Wire.of(format, bytes, WireOptions.DEFAULTS).write(sample);
            } catch (WireException e) {
                return; // ObjectContractTest lists what a format does not hold
            }
            byte[] whole = bytes.toByteArray();
            Class<?> type = sample.getClass();
            // The samples are many and no golden messages, so some offsets are enough.
            damage(format, name, whole, wire -> wire.read(type), Effort.step(6), Effort.step(127));
            for (int bit = 0; bit < 8 * whole.length; bit += Effort.step(83)) {
                readFlipped(format, name + " reused", whole, bit, wire -> wire.read(sample));
            }
        });
    }

    private void damage(
            WireFormat format, String what, byte[] whole, Function<Wire, Object> way, int everyByte, int everyBit) {
        for (int length = 0; length < whole.length; length += everyByte) {
            read(format, what + " cut at " + length, Arrays.copyOf(whole, length), way);
        }
        for (int bit = 0; bit < 8 * whole.length; bit += everyBit) {
            readFlipped(format, what, whole, bit, way);
        }
    }

    private void readFlipped(WireFormat format, String what, byte[] whole, int bit, Function<Wire, Object> way) {
        byte[] flipped = whole.clone();
        flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
        read(format, what + " with bit " + bit + " flipped", flipped, way);
    }

    private void read(WireFormat format, String what, byte[] bytes, Function<Wire, Object> way) {
        reads++;
        try (Wire wire = reads % 5 == 0
                ? Wire.of(format, new ByteArrayInputStream(bytes), WireOptions.DEFAULTS)
                : Wire.of(format, Bytes.wrapForRead(bytes), WireOptions.DEFAULTS)) {
            for (int i = 0; i < 20 && way.apply(wire) != null; i++) {
                // to the end, or the first error
            }
        } catch (WireException e) {
            refusals++;
            boolean isPlaced = e.location() != null
                    && (format.isBinary()
                            ? e.location().offset() >= 0
                            : e.location().line() > 0)
                    && e.location().path() != null;
            if (!isPlaced) {
                report(format.name() + " " + what + ": no place", e);
            }
        } catch (Throwable e) {
            fail(format, what, bytes, e);
        }
    }

    private void fail(WireFormat format, String what, byte[] bytes, Throwable e) {
        String shown =
                format.isBinary() ? HexFormat.of().formatHex(bytes) : new String(bytes, StandardCharsets.ISO_8859_1);
        report(format.name() + " " + what + ": " + shown, e);
    }

    /** Prints the first failure of each line of code. */
    private void report(String what, Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        if (failures.add(e.getClass() + " " + (trace.length > 0 ? trace[0] : ""))) {
            System.out.println(what);
            e.printStackTrace(System.out);
        }
    }

    private Map<String, byte[]> golden(String format) throws IOException {
        Map<String, byte[]> golden = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(vectors)) {
            for (Path file : files.sorted().toList()) {
                String name = vectors.relativize(file).toString().replace('\\', '/');
                if (name.startsWith(format + "/") && name.endsWith("values.txt")) {
                    addRows(golden, name, file, format.equals("binary") ? 1 : 0);
                } else if (name.startsWith("binary/delta-") && format.equals("binary")) {
                    golden.put(name, HexFormat.of().parseHex(firstCells(file)));
                } else if (name.endsWith("." + format + ".hex")) {
                    golden.put(name, HexFormat.of().parseHex(digits(Files.readString(file))));
                } else if (name.endsWith("." + format)) {
                    golden.put(name, Files.readAllBytes(file));
                }
            }
        }
        return golden;
    }

    private static void addRows(Map<String, byte[]> golden, String name, Path file, int column) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                String[] cells = line.split(" \\| ?", -1);
                byte[] bytes = column == 0
                        ? cells[0].getBytes(StandardCharsets.UTF_8)
                        : HexFormat.of().parseHex(cells[column].strip());
                golden.put(name + " " + cells[0], bytes);
            }
        }
    }

    /** The documents of a table of bodies, each with its header. */
    private static String firstCells(Path file) throws IOException {
        StringBuilder digits = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                String body = line.split(" \\|", -1)[0].strip();
                digits.append(String.format("%02x%02x0000", body.length() / 2 & 255, body.length() / 2 >> 8));
                digits.append(body);
            }
        }
        return digits.toString();
    }

    private static String digits(String text) {
        return text.replaceAll("#[^\n]*|\\s", "");
    }

    /** Lengths, counts and depths that promise more than there is. */
    private void hostile() {
        String[] fields = {"ints", "longs", "doubles", "bools", "shorts", "chars", "floats", "matrix", "bytes"};
        WireFormat binary = WireFormats.byName("binary");
        Function<Wire, Object> arrays = wire -> wire.read(Samples.PrimitiveArrays.class);
        for (String field : fields) {
            String name = HexFormat.of().toHexDigits((byte) (0xC0 + field.length()))
                    + HexFormat.of().formatHex(field.getBytes(StandardCharsets.ISO_8859_1));
            for (String value : List.of(
                    "82ffffff7f",
                    "82ffffffff",
                    "8d0000000001000000" + "0000000001000000",
                    "8dffffffffffffff7f" + "ffffffffffffff7f",
                    "8dffffffffffffffff" + "ffffffffffffffff",
                    "b8ffffff7f",
                    "b8ffffffffffffffff7f",
                    "82ffffff7f8a",
                    "8affffffff")) {
                byte[] body = HexFormat.of().parseHex(name + value);
                byte[] document = new byte[4 + body.length];
                document[0] = (byte) body.length;
                System.arraycopy(body, 0, document, 4, body.length);
                read(binary, "hostile " + field + " " + value, document, arrays);
            }
        }
        for (String open : List.of("[", "{\"next\":", "{\"@dw:Link\":", "{\"a\":[", "{\"ints\":[")) {
            byte[] deep = open.repeat(200_000).getBytes(StandardCharsets.UTF_8);
            for (Function<Wire, Object> way : List.<Function<Wire, Object>>of(
                    wire -> wire.read(Object.class), wire -> wire.read(FieldLink.class), arrays)) {
                read(WireFormats.byName("json"), "deep " + open, deep, way);
                read(WireFormats.byName("yaml"), "deep " + open, deep, way);
            }
        }
        List<String> endless = new ArrayList<>();
        endless.add("{\"ints\":[" + "1,".repeat(1 << 20));
        endless.add("{\"text\":\"" + "x".repeat(1 << 20));
        endless.add("{\"" + "x".repeat(1 << 20));
        endless.add("{\"ints\":" + "1".repeat(1 << 20));
        endless.add("{\"large\":1e999999999}");
        endless.add("{\"objects\":{\"@dw:" + "p[]".repeat(300) + "\":1}}");
        for (String text : endless) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (String format : Formats.of(Encoding.TEXT)) {
                for (Class<?> type : List.of(Samples.PrimitiveArrays.class, Samples.Numbers.class, Object.class)) {
                    read(WireFormats.byName(format), "endless " + text.substring(0, 9), bytes, wire -> wire.read(type));
                }
            }
        }
    }
}
