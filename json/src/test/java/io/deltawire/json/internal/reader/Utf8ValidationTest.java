package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.json.JsonFormat;
import io.deltawire.json.testing.JacksonTrace;
import io.deltawire.json.testing.Suites;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Utf8ValidationTest {
    private static byte[] inString(byte[] bytes) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes("{\"a\":\"<".getBytes(StandardCharsets.UTF_8));
        json.writeBytes(bytes);
        json.writeBytes(">\"}\n".getBytes(StandardCharsets.UTF_8));
        return json.toByteArray();
    }

    private static byte[] inName(byte[] bytes) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes("{\"<".getBytes(StandardCharsets.UTF_8));
        json.writeBytes(bytes);
        json.writeBytes(">\":1}\n".getBytes(StandardCharsets.UTF_8));
        return json.toByteArray();
    }

    private static String read(byte[] json) {
        try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            in.beginObject();
            String name = in.fieldName();
            String text = name.startsWith("<") ? name : in.text();
            in.endObject();
            return text;
        }
    }

    /** utf8tests (github.com/flenniken/utf8tests): every valid sequence is read, every invalid one is an error. */
    @Test
    void acceptsValidSequencesOnly() throws IOException {
        Path folder = Suites.folder("utf8tests", getClass());
        if (folder == null) {
            return;
        }
        int valid = 0;
        int invalid = 0;
        for (String line : Files.readAllLines(folder.resolve("utf8tests.txt"), StandardCharsets.US_ASCII)) {
            String[] parts = line.replace(": ", ":").split(":", 4);
            if (line.startsWith("#") || parts.length < 3 || !parts[1].endsWith(" hex")) {
                continue;
            }
            byte[] bytes = HexFormat.of().parseHex(parts[2].replaceAll("[^0-9a-fA-F]", ""));
            if (new String(bytes, StandardCharsets.ISO_8859_1).chars().anyMatch(c -> c < 0x20)) {
                continue; // a control character, which JSON wants escaped
            }
            if (parts[1].startsWith("valid")) {
                String text = "<" + new String(bytes, StandardCharsets.UTF_8) + ">";
                assertEquals(text, read(inString(bytes)), line);
                assertEquals(text, read(inName(bytes)), line);
            } else {
                assertThrows(MalformedWireException.class, () -> read(inString(bytes)), line);
                assertThrows(MalformedWireException.class, () -> read(inName(bytes)), line);
            }
            JacksonTrace.assertSameTokens(inString(bytes), WireOptions.DEFAULTS, line);
            JacksonTrace.assertSameTokens(inName(bytes), WireOptions.DEFAULTS, line);
            valid += parts[1].startsWith("valid") ? 1 : 0;
            invalid += parts[1].startsWith("valid") ? 0 : 1;
        }
        assertTrue(valid > 60 && invalid > 130, valid + " valid, " + invalid + " invalid");
    }

    @Test
    void reportsTheFirstByteThatIsNotUtf8() {
        byte[] json = inString(new byte[] {(byte) 0xC3, (byte) 0xA9, (byte) 0xC0, (byte) 0xAF});
        MalformedWireException e = assertThrows(MalformedWireException.class, () -> read(json));
        assertEquals("json: expected valid UTF-8 but was byte 0xC0 at line 1, column 9, path $.a", e.getMessage());
        assertEquals(9, e.location().offset());
    }
}
