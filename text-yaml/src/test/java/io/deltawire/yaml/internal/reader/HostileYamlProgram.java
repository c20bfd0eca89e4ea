package io.deltawire.yaml.internal.reader;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads hostile and endless YAML. {@link HostileYamlTest} runs this program in a virtual machine with a small heap and
 * stack. The argument is the size of the long stream in megabytes; the last output is {@code OK}.
 */
final class HostileYamlProgram {
    private static final WireOptions DEEP =
            WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(1000));

    private HostileYamlProgram() {}

    public static void main(String[] args) {
        refuse("[".repeat(100_000), "objects and lists inside one another");
        refuse("[".repeat(100_000) + "]".repeat(100_000), "objects and lists inside one another");
        refuse("{a: ".repeat(100_000), "objects and lists inside one another");
        refuse("? ".repeat(20_000) + "a\n", "objects and lists inside one another");
        refuse("- ".repeat(20_000) + "a\n", "objects and lists inside one another");
        refuse(blockMaps(3000), "objects and lists inside one another");
        refuse("a: {<<: " + "[".repeat(2000) + "]".repeat(2000) + "}\n", "objects and lists inside one another");
        refuse(laughs(), "aliases");
        refuse(quadratic(), "aliases");
        refuse(scalarAliases(), "aliases to multiply");
        refuse("&a [*a]\n", "inside what it stands for");
        refuse("&a {*a : 1}\n", "inside what it stands for");
        refuse("&a {<<: *a}\n", "inside what it stands for");
        refuse(anchors(), "nodes with anchors");
        refuse("a: " + "1".repeat(1_000_000) + "\n", "a number of at most 1000 characters");
        refuse("a: 1." + "1".repeat(1_000_000) + "\n", "a number of at most 1000 characters");
        refuse("a: 0x" + "F".repeat(1_000_000) + "\n", "a number of at most 1000 characters");
        refuse("a: !!float '" + "1".repeat(1_000_000) + "'\n", "a number of at most 1000 characters");
        refuse("a: \"" + "x".repeat(5_000_000) + "\"\n", "text of at most");
        refuse("a: 'x" + "x ".repeat(2_500_000) + "'\n", "text of at most");
        refuse("k".repeat(1030) + ": 1\n", "");
        refuse("? " + "k".repeat(1030) + "\n: 1\n", "a name of at most 1024 bytes");
        refuse("!" + "t".repeat(1030) + " {}\n", "a type name of at most 1024 bytes");
        refuse(duplicateAmongMany(), "given twice");
        refuse(manyKeys("", ""), "different names in one message");
        refuse(manyKeys("k", ""), "different names in one message");
        refuse(manyKeys("? [", "]\n"), "different names in one message");
        refuseTooLong();
        refuseNumberInLongText();
        readDeep();
        readLong(Integer.parseInt(args[0]));
        System.out.println("OK");
    }

    private static String manyKeys(String before, String after) {
        StringBuilder yaml = new StringBuilder("{");
        for (int i = 0; i < 400_000; i++) {
            yaml.append(before).append(i).append(after).append(": 1,");
        }
        return yaml.append("}\n").toString();
    }

    private static void refuse(String yaml, String problem) {
        for (ParserChoice choice : ParserChoice.values()) {
            byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
            for (WireOptions options : List.of(WireOptions.DEFAULTS, DEEP)) {
                WireIn in = new YamlReader(InputBuffer.of(bytes, 0, bytes.length), options.limits(), choice);
                try {
                    in.nextMessage();
                    in.skipValue();
                    in.nextMessage();
                } catch (MalformedWireException e) {
                    if (!e.getMessage().contains(problem) || e.location() == null) {
                        throw new AssertionError("expected " + problem + " but was " + e.getMessage(), e);
                    }
                    continue;
                }
                throw new AssertionError("not refused: " + yaml.substring(0, Math.min(80, yaml.length())));
            }
        }
    }

    private static String blockMaps(int depth) {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            yaml.append(" ".repeat(i)).append("a:\n");
        }
        return yaml.toString();
    }

    private static String laughs() {
        StringBuilder yaml = new StringBuilder("a: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            yaml.append((char) ('a' + i)).append(": &a").append(i).append(" [");
            yaml.append(("*a" + (i - 1) + ", ").repeat(9)).append("x]\n");
        }
        return yaml.toString();
    }

    /** Few aliases of a long list, each in a separate list. */
    private static String quadratic() {
        StringBuilder yaml = new StringBuilder("a: &a [" + "x, ".repeat(50_000) + "x]\n");
        for (int i = 0; i < 49; i++) {
            yaml.append('k').append(i).append(": *a\n");
        }
        return yaml.toString();
    }

    private static String scalarAliases() {
        return "a: &a {b: &b " + "x".repeat(100) + "}\nc: &c [" + "*b, ".repeat(300) + "*b]\n"
                + "d: [*c, *c, *c, *c, *c]\n" + "e: &e [*c, *c, *c, *c, *c]\nf: [*e, *e, *e, *e, *e, *e, *e, *e]\n";
    }

    private static String anchors() {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            yaml.append("- &a").append(i).append(" x\n");
        }
        return yaml.toString();
    }

    private static String duplicateAmongMany() {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            yaml.append("key").append(i).append(": 1\n");
        }
        return yaml.append("key77: 2\n").toString();
    }

    /** A document beyond the limit is rejected without keeping it in memory, and the next one is read. */
    private static void refuseTooLong() {
        byte[] line = ("long: " + "x".repeat(1000) + "\n").getBytes(StandardCharsets.UTF_8);
        InputStream stream = repeat(line, 20_000, "---\nlast: 1\n");
        try (WireIn in = new YamlFormat().newReader(stream, WireOptions.DEFAULTS)) {
            try {
                in.nextMessage();
                throw new AssertionError("not refused");
            } catch (MalformedWireException e) {
                if (!e.getMessage().contains("a document of at most 16777216 bytes")) {
                    throw e;
                }
            }
            if (!in.nextMessage()) {
                throw new AssertionError("no message after the one that was too long");
            }
            in.beginObject();
            if (!in.fieldName().equals("last") || in.location().line() != 20_002) {
                throw new AssertionError(in.location().toString());
            }
        }
    }

    private static void refuseNumberInLongText() {
        byte[] yaml = ("\"" + "1".repeat(4_000_000) + "\"\n").getBytes(StandardCharsets.UTF_8);
        try (WireIn in = new YamlFormat().newReader(yaml, WireOptions.DEFAULTS)) {
            in.nextMessage();
            try {
                throw new AssertionError("not refused: " + in.decimal().precision());
            } catch (WireDataException e) {
                if (in.text().length() != 4_000_000) {
                    throw e;
                }
            }
        }
    }

    private static void readDeep() {
        for (String yaml : List.of(
                "[".repeat(1000) + "]".repeat(1000) + "\n",
                "{a: ".repeat(999) + "{}" + "}".repeat(999) + "\n",
                blockMaps(1000) + " ".repeat(1000) + "x\n")) {
            for (ParserChoice choice : ParserChoice.values()) {
                byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
                WireIn in = new YamlReader(InputBuffer.of(bytes, 0, bytes.length), DEEP.limits(), choice);
                in.nextMessage();
                in.skipValue();
                if (in.nextMessage()) {
                    throw new AssertionError("more than one message");
                }
            }
        }
    }

    private static void readLong(int megabytes) {
        String ours = "---\nupdate: !T {\n  id: 12345,\n  name: some text,\n  list: [1, 2, {a: 1}]\n}\n";
        String theirs = "--- # by hand\nupdate:\n  id: 12345\n  name: 'some text'\n";
        byte[] many = (ours.repeat(500) + theirs).getBytes(StandardCharsets.UTF_8);
        int times = (int) (((long) megabytes << 20) / many.length) + 1;
        long messages = 0;
        try (WireIn in = new YamlFormat().newReader(repeat(many, times, ""), WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                in.skipValue();
                messages++;
            }
        }
        if (messages != 501L * times) {
            throw new AssertionError(messages + " messages of " + 501L * times);
        }
    }

    /** Repeats the bytes many times. */
    private static InputStream repeat(byte[] bytes, int times, String end) {
        return new InputStream() {
            private final byte[] last = end.getBytes(StandardCharsets.UTF_8);
            private int part;
            private int at;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                byte[] from = part < times ? bytes : last;
                if (at == from.length) {
                    part++;
                    at = 0;
                    from = part < times ? bytes : last;
                }
                if (part > times || from.length == 0) {
                    return -1;
                }
                int count = Math.min(length, from.length - at);
                System.arraycopy(from, at, into, offset, count);
                at += count;
                return count;
            }
        };
    }

    static List<String> command(String java, int megabytes) {
        return Arrays.asList(
                java,
                "-Xmx64m",
                "-Xss256k",
                "-cp",
                System.getProperty("java.class.path"),
                HostileYamlProgram.class.getName(),
                Integer.toString(megabytes));
    }
}
