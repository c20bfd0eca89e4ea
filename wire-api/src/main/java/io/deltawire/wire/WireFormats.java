package io.deltawire.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Finds wire formats by name, so that configuration can pick one. The formats are those on the class path. Thread-safe.
 */
public final class WireFormats {
    /** Which module has which format, by all names of it. */
    private static final Map<String, List<String>> KNOWN = Map.of(
            "text-yaml", List.of("yaml", "yml", "text"),
            "json", List.of("json", "jsonl", "ndjson"),
            "csv", List.of("csv", "tsv"),
            "binary-yaml", List.of("binary", "binary-yaml", "byaml"),
            "delta-wire", List.of("delta", "delta-wire", "dw"));

    private WireFormats() {}

    /** Returns every format, in the order of the class path. */
    public static List<WireFormat> all() {
        return Holder.FORMATS;
    }

    /**
     * Returns the format with this name or alias, in any case.
     *
     * @throws IllegalArgumentException where there is none; the message names the formats there are, and the artifact
     *     to add for one that is known but absent
     */
    public static WireFormat byName(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    /** Returns the format with this name, alias or file extension, in any case. */
    public static Optional<WireFormat> find(String name) {
        String wanted = Objects.requireNonNull(name, "name").toLowerCase(Locale.ROOT);
        for (WireFormat format : all()) {
            if (format.name().equals(wanted) || format.aliases().contains(wanted)) {
                return Optional.of(format.named(wanted));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the format that the bytes look most like.
     *
     * @param head the first bytes of the input; 64 or more make for a sure answer
     * @param length how many of them there are
     */
    public static Optional<WireFormat> detect(byte[] head, int length) {
        Objects.requireNonNull(head, "head");
        WireFormat best = null;
        WireFormat.Match bestMatch = WireFormat.Match.NO;
        for (WireFormat format : all()) {
            WireFormat.Match match = format.detect(head, length);
            if (match.compareTo(bestMatch) > 0) {
                best = format;
                bestMatch = match;
            }
        }
        return Optional.ofNullable(best);
    }

    /** The constants of Chronicle Wire's {@code WireType} that are no names here, with the format to use instead. */
    private static final Map<String, String> CHRONICLE = Map.of(
            "BINARY_LIGHT", "\"binary\"",
            "DEFAULT_ZERO_BINARY", "\"binary\"",
            "COMPRESSED_BINARY", "\"binary\", or \"delta\" for small files,",
            "FIELDLESS_BINARY", "\"delta\", which leaves out field names that it wrote before,",
            "DELTA_BINARY", "\"delta\"",
            "JSON_ONLY", "\"json\"",
            "YAML_ONLY", "\"yaml\"",
            "RAW", "\"delta\", since nothing without field names can be read by itself,",
            "READ_ANY", "WireFormats.detect (on the command line: no --input), which finds the format of an input,");

    /**
     * Returns advice for a name of a format that Chronicle Wire has and this project does not have. It is the second
     * half of a sentence: {@code what Chronicle Wire calls so is "delta" here}. Empty for other names.
     */
    public static Optional<String> adviceFor(String name) {
        return Optional.ofNullable(CHRONICLE.get(name.toUpperCase(Locale.ROOT)))
                .map(ours -> "what Chronicle Wire calls so is " + ours + " here");
    }

    private static String unknown(String name) {
        StringBuilder text = new StringBuilder("no wire format \"" + name + "\"");
        KNOWN.forEach((module, names) -> {
            if (names.contains(name.toLowerCase(Locale.ROOT))) {
                text.append("; add io.deltawire:deltawire-").append(module).append(" to the class path");
            }
        });
        adviceFor(name).ifPresent(advice -> text.append("; ").append(advice));
        text.append("; present:");
        all().stream()
                .map(WireFormat::name)
                .sorted()
                .forEach(n -> text.append(' ').append(n));
        return text.toString();
    }

    private static final class Holder {
        static final List<WireFormat> FORMATS = load();

        private static List<WireFormat> load() {
            List<WireFormat> formats = new ArrayList<>();
            // The loader of this class, not the thread's: the formats live beside it.
            ServiceLoader.load(WireFormat.class, WireFormats.class.getClassLoader())
                    .forEach(formats::add);
            return List.copyOf(formats);
        }
    }
}
