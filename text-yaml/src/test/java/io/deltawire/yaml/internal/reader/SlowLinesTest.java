package io.deltawire.yaml.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import io.deltawire.yaml.YamlFormat;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that arrives one line at a time, as from a program that flushes each line. */
class SlowLinesTest {
    private static final int LIMIT = 2000;

    /** A document of equal lines, followed by a short one. */
    private static final class RepeatedLine extends InputStream {
        private final byte[] line;
        private final int count;
        private int given;
        private byte[] present = {};
        private int at;

        RepeatedLine(String line, int count) {
            this.line = line.getBytes(StandardCharsets.UTF_8);
            this.count = count;
        }

        @Override
        public int read() {
            throw new AssertionError("one byte is asked for");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == present.length) {
                if (given > count) {
                    return -1;
                }
                present = given < count ? line : "---\na: 1\n".getBytes(StandardCharsets.UTF_8);
                at = 0;
                given++;
            }
            int part = Math.min(length, present.length - at);
            System.arraycopy(present, at, into, offset, part);
            at += part;
            return part;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"- some text\n", "  text of a plain scalar\n", "# comment\n"})
    void endlessDocumentIsNotBuffered(String line) {
        RepeatedLine lines = new RepeatedLine(line, 100_000);
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(LIMIT));
        try (WireIn in = new YamlFormat().newReader(lines, options)) {
            if (!line.startsWith("#")) {
                MalformedWireException e = assertThrows(MalformedWireException.class, in::nextMessage);
                assertTrue(e.getMessage().contains("at most 2000 bytes"), e.getMessage());
                assertTrue((long) lines.given * line.length() < LIMIT + 100, lines.given + " lines are read");
            }
            assertEquals("[{a=1}]", Trees.readAll(in).toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 100})
    void documentsWithinTheLimitAreRead(int count) {
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(LIMIT));
        try (WireIn in = new YamlFormat().newReader(new RepeatedLine("- item number one\n", count), options)) {
            List<Object> all = Trees.readAll(in);
            assertEquals(2, all.size());
            assertEquals(count, ((List<?>) all.get(0)).size());
        }
    }
}
