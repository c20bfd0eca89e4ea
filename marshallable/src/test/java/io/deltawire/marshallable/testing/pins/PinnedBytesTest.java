package io.deltawire.marshallable.testing.pins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every format writes the bytes that it has always written: the hashes of streams of random messages equal those in
 * {@code vectors/pins.txt}. All streams are read back too.
 *
 * <p>{@code -Dpins=long} writes millions of messages. {@code -Dpins.write=true} writes the table, after an intended
 * change of bytes or of the workloads. {@code -Dpins.dump=FOLDER} leaves each stream as a file, so that two versions
 * can be compared. {@code -Dpins.only=delta} uses only the lines that contain this text.
 */
class PinnedBytesTest {
    private static final Path TABLE = Path.of(System.getProperty("projectDir", ".."), "vectors", "pins.txt");
    private static final boolean IS_LONG = System.getProperty("pins", "short").equals("long");
    private static final String FORM = IS_LONG ? "long" : "short";
    private static final boolean IS_WRITING = Boolean.getBoolean("pins.write");
    private static final long MESSAGES = IS_LONG ? 60_000 : 1_750;

    /** The lines of the table by what comes before their results. */
    private static final Map<String, String> LINES = new TreeMap<>();

    private static final List<String> HEADER = new ArrayList<>();

    @BeforeAll
    static void readTable() throws IOException {
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("#")) {
                HEADER.add(line);
            } else {
                String[] cells = line.split(" \\| ");
                LINES.put(cells[0] + " | " + cells[1] + " | " + cells[2], line);
            }
        }
    }

    @AfterAll
    static void writeTable() throws IOException {
        if (IS_WRITING) {
            List<String> all = new ArrayList<>(HEADER);
            all.addAll(LINES.values());
            Files.writeString(TABLE, String.join("\n", all) + "\n");
        }
    }

    static List<Pin> pins() {
        String only = System.getProperty("pins.only", "");
        List<Pin> pins = new ArrayList<>();
        WireOptions defaults = WireOptions.DEFAULTS;
        addTree(pins, "yaml", defaults);
        addTree(pins, "yaml BLOCK", defaults.with(YamlFormat.STYLE, YamlFormat.Style.BLOCK));
        addTree(pins, "yaml LINE", defaults.with(YamlFormat.STYLE, YamlFormat.Style.LINE));
        WireOptions chronicleSets = defaults.with(YamlFormat.SETS, YamlFormat.Sets.CHRONICLE);
        add(pins, "yaml sets=CHRONICLE", "objects", chronicleSets, new ObjectWorkload());
        addTree(pins, "json", defaults);
        add(
                pins,
                "json types=NEVER",
                "trees",
                defaults.with(JsonFormat.TYPES, JsonFormat.Types.NEVER),
                new TreeWorkload());
        addTable(pins, "csv", defaults);
        addTable(
                pins,
                "csv quotes=TEXT delimiter=; LF",
                defaults.with(CsvFormat.QUOTES, CsvFormat.Quotes.TEXT)
                        .with(CsvFormat.DELIMITER, ';')
                        .with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF));
        addTree(pins, "binary", defaults);
        // Without headers all of the input counts as one message.
        WireOptions unframed = defaults.with(BinaryYamlFormat.FRAMING, BinaryYamlFormat.Framing.NONE)
                .with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(1 << 28));
        add(pins, "binary framing=NONE", "rows", unframed, new RowWorkload());
        add(pins, "binary framing=NONE", "objects", unframed, new ObjectWorkload());
        add(pins, "binary framing=NONE", "events", unframed, new EventWorkload(false));
        addTree(pins, "delta", defaults);
        WireOptions flushed = defaults.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        addTree(pins, "delta flush=MESSAGE", flushed);
        pins.add(Pin.of("delta in memory", "trees", defaults, true, new TreeWorkload()));
        pins.add(Pin.of("delta in memory", "objects", defaults, true, new ObjectWorkload()));
        WireOptions small = defaults.with(DeltaFormat.BLOCK_BYTES, 2_000);
        addTree(pins, "delta blockBytes=2000", small);
        addTree(
                pins,
                "delta blockBytes=2000 keyFrames=EACH_EPOCH",
                small.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH));
        addTree(
                pins,
                "delta flush=MESSAGE blockBytes=1000 keyFrames=NEVER",
                flushed.with(DeltaFormat.BLOCK_BYTES, 1_000).with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER));
        WireOptions few = defaults.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(5, 1 << 20));
        addTree(pins, "delta maxKeys=5", few);
        addTree(
                pins,
                "delta maxKeys=5 overflow=PLAIN",
                few.with(DeltaFormat.WHEN_FULL, DeltaFormat.WhenFull.WRITE_IN_FULL));
        WireOptions narrow = defaults.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(1000, 20_000));
        addTree(pins, "delta maxStateBytes=20000", narrow);
        addTree(
                pins,
                "delta compression=DEFLATE",
                defaults.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE));
        pins.removeIf(pin -> !pin.toString().contains(only));
        return pins;
    }

    private static void addTree(List<Pin> pins, String name, WireOptions options) {
        add(pins, name, "trees", options, new TreeWorkload());
        add(pins, name, "rows", options, new RowWorkload());
        addObjects(pins, name, options);
    }

    private static void addObjects(List<Pin> pins, String name, WireOptions options) {
        add(pins, name, "objects", options, new ObjectWorkload());
        add(pins, name, "events", options, new EventWorkload(false));
        add(pins, name, "history", options, new EventWorkload(true));
    }

    private static void addTable(List<Pin> pins, String name, WireOptions options) {
        add(pins, name, "rows", options, new RowWorkload());
        add(pins, name, "objects", options, new ObjectWorkload());
        add(pins, name, "events", options, new EventWorkload(false));
    }

    private static void add(List<Pin> pins, String name, String way, WireOptions options, Workload workload) {
        pins.add(Pin.of(name, way, options, false, workload));
    }

    @ParameterizedTest
    @MethodSource("pins")
    void bytesMatchTheTable(Pin pin) {
        String dump = System.getProperty("pins.dump");
        Pin.Result result = pin.run(MESSAGES, IS_LONG, dump == null ? null : Path.of(dump));
        String key = FORM + " | " + pin.name() + " | " + pin.way();
        String line = key + " | " + result.messages() + " | " + result.bytes() + " | " + result.hash();
        if (IS_WRITING) {
            LINES.put(key, line);
        }
        assertEquals(LINES.get(key), line);
    }
}
