package io.deltawire.marshallable;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A service for {@link RestartTest}, which kills it: it reads numbers from one file and answers each with none to three
 * events in another. As a program it runs until its input ends.
 */
final class RestartedService {
    static final int SOURCE = 7;

    interface Numbers {
        void number(long n);
    }

    interface Answers {
        void answered(long n, String text);

        void sum(Sum sum);

        void end(long total);
    }

    @SuppressWarnings("UnusedVariable") // read by the codecs
    static final class Sum extends AbstractMarshallable {
        @Key
        private String id;

        private double value;
        private long total;
        private List<Long> parts = new ArrayList<>();

        private Sum() {}

        Sum(long n, long total) {
            this.id = "id" + n % 3;
            this.value = n / 4.0;
            this.total = total;
            for (long i = 0; i < n % 4; i++) {
                parts.add(n * i);
            }
        }
    }

    /** The options of outputs, by names for the command line. */
    static final Map<String, WireOptions> OUTPUTS = outputs();

    private RestartedService() {}

    private static Map<String, WireOptions> outputs() {
        Map<String, WireOptions> all = new LinkedHashMap<>();
        for (YamlFormat.Style style : YamlFormat.Style.values()) {
            all.put("yaml " + style, WireOptions.DEFAULTS.with(YamlFormat.STYLE, style));
        }
        all.put("json", WireOptions.DEFAULTS);
        all.put("binary", WireOptions.DEFAULTS);
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            for (DeltaFormat.KeyFrames keyFrames : DeltaFormat.KeyFrames.values()) {
                WireOptions options = WireOptions.DEFAULTS
                        .with(DeltaFormat.FLUSH, flush)
                        .with(DeltaFormat.KEY_FRAMES, keyFrames)
                        .with(DeltaFormat.BLOCK_BYTES, 200);
                all.put("delta " + flush + " " + keyFrames, options);
            }
        }
        WireOptions blocks = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
        all.put("delta FLUSH_BYTES", blocks.with(DeltaFormat.FLUSH_BYTES, 100));
        all.put(
                "delta CUT",
                WireOptions.DEFAULTS
                        .with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                        .with(DeltaFormat.UNCHECKED_TAIL, DeltaFormat.UncheckedTail.CUT));
        all.put(
                "delta DEFLATE",
                blocks.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)
                        .with(DeltaFormat.BLOCK_BYTES, 300));
        return all;
    }

    static String format(String name) {
        return name.split(" ")[0];
    }

    private static final class Component implements Numbers {
        private final Answers out;
        private final boolean hasState;
        private long total;

        Component(Answers out, boolean hasState) {
            this.out = out;
            this.hasState = hasState;
        }

        @Override
        public void number(long n) {
            total += n;
            long shown = hasState ? total : 0;
            if (n % 4 != 0) {
                out.answered(n, "answer to " + n + "\nof " + shown + (n % 2 == 0 ? "" : "}"));
                if (n % 3 != 1) {
                    out.sum(new Sum(n, shown));
                }
                if (n % 5 == 0) {
                    out.end(n * 10);
                }
            }
        }
    }

    /** Writes the input. */
    static void writeInput(Path file, int count) throws IOException {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Numbers numbers = Wire.of("json", bytes).methodWriter(Numbers.class);
        for (int i = 0; i < count; i++) {
            numbers.number(i);
        }
        Files.write(file, bytes.toByteArray());
    }

    /** The service, as the documentation shows it. */
    static void run(String name, Path input, Path output, boolean hasState) throws IOException {
        MessageHistory history = new MessageHistory();
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(input));
                Wire in = Wire.of("json", stream);
                Wire out = Wire.resume(format(name), output, OUTPUTS.get(name))) {
            Answers answers =
                    out.methodWriterBuilder(Answers.class).history(history).build();
            MethodReaderBuilder builder = in.methodReaderBuilder().history(SOURCE, history);
            if (hasState) {
                builder.replayAnswered();
            }
            MethodReader reader = builder.build(new Component(answers, hasState));
            while (reader.readOne()) {
                // the service does all
            }
        }
    }

    /** Returns the answers in a file. An error in the file is thrown. */
    static List<String> answers(String name, Path output) throws IOException {
        List<String> answers = new ArrayList<>();
        try (Wire in = Wire.of(WireFormats.byName(format(name)), Files.newInputStream(output), OUTPUTS.get(name))) {
            collect(in, answers);
        }
        return answers;
    }

    /** Returns the answers to a number of inputs. */
    static List<String> expected(int count, boolean hasState) {
        Wire wire = Wire.of("json", Bytes.allocateElasticOnHeap());
        Component service = new Component(wire.methodWriter(Answers.class), hasState);
        for (int i = 0; i < count; i++) {
            service.number(i);
        }
        List<String> answers = new ArrayList<>();
        collect(wire, answers);
        return answers;
    }

    private static void collect(Wire wire, List<String> answers) {
        MethodReader reader = wire.methodReader(new Answers() {
            @Override
            public void answered(long n, String text) {
                answers.add(n + " " + text);
            }

            @Override
            public void sum(Sum sum) {
                answers.add("" + sum);
            }

            @Override
            public void end(long total) {
                answers.add("end " + total);
            }
        });
        while (reader.readOne()) {
            // collected
        }
    }

    /** Runs the service: the name of the output's options, input, output, whether it has state. */
    public static void main(String[] args) throws IOException {
        try (OutputStream done = Files.newOutputStream(Path.of(args[2] + ".started"))) {
            done.write('1');
        }
        run(args[0], Path.of(args[1]), Path.of(args[2]), Boolean.parseBoolean(args[3]));
        Files.writeString(Path.of(args[2] + ".done"), "done");
    }
}
