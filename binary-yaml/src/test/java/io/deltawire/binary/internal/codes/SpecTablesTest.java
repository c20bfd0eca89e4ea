package io.deltawire.binary.internal.codes;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.binary.internal.codes.Codes.Payload;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of codes in the specification is the one in {@link Codes}. */
class SpecTablesTest {
    private static final Pattern ROW = Pattern.compile(
            "\\| ([0-9A-F]{2})(?:-([0-9A-F]{2}))? \\| (\\S+) \\| (\\S+) \\| ([^|]+) \\| (\\S+) \\| .*\\|");

    @Test
    void tableOfTheSpecificationEqualsTheCodes() throws IOException {
        String[] rows = new String[256];
        Path spec = Path.of(System.getProperty("projectDir", ".."), "docs", "spec", "binary-yaml.md");
        for (String line : Files.readAllLines(spec)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                int first = Integer.parseInt(row.group(1), 16);
                int last = row.group(2) == null ? first : Integer.parseInt(row.group(2), 16);
                for (int code = first; code <= last; code++) {
                    assertNull(rows[code], "given twice: " + Integer.toHexString(code));
                    rows[code] = String.join(" | ", row.group(3), row.group(4), row.group(5), row.group(6));
                }
            }
        }
        for (int code = 0; code < 256; code++) {
            assertEquals(row(code), rows[code], String.format("code %02X", code));
        }
    }

    /** Each code stands with a payload of zeros where a value, an entry or noise may stand. */
    @Test
    void readerFollowsTheTable() {
        WireOptions bare = WireOptions.DEFAULTS.with(BinaryYamlFormat.FRAMING, BinaryYamlFormat.Framing.NONE);
        for (int code = 0; code < 256; code++) {
            String what = Codes.describe(code);
            Codes.Role role = Codes.role(code);
            boolean isEntry = role == Codes.Role.ENTRY;
            byte[] bytes = new byte[40];
            if (!isEntry) {
                bytes[0] = (byte) 0xC1;
                bytes[1] = 'v';
            }
            bytes[isEntry ? 0 : 2] = (byte) code;
            if (role == Codes.Role.NOISE) {
                int size = Codes.payload(code) == Payload.FILLER ? 4 : Codes.payload(code) == Payload.TEXT ? 1 : 0;
                bytes[3 + size] = (byte) Codes.TRUE;
            }
            if (role == Codes.Role.NONE || role == Codes.Role.DELTA) {
                MalformedWireException e =
                        assertThrows(MalformedWireException.class, () -> MessageDump.messages(bytes, bare), what);
                assertTrue(e.getMessage().contains(" at byte "), e.getMessage());
                continue;
            }
            try (WireIn in = FORMAT.newReader(bytes, bare)) {
                assertTrue(in.nextMessage(), what);
                in.beginObject();
                if (isEntry) {
                    assertEquals(Codes.token(code), in.peek(), what);
                    continue;
                }
                assertEquals("v", in.fieldName(), what);
                if (role == Codes.Role.NOISE) {
                    assertTrue(in.bool(), what);
                } else if (Codes.token(code) != null && Codes.payload(code) != Payload.REST) {
                    assertEquals(Codes.token(code), in.peek(), what);
                }
            }
        }
    }

    private static String row(int code) {
        Codes.Role role = Codes.role(code);
        String where = role == Codes.Role.NONE ? "-" : role.name().toLowerCase(Locale.ROOT);
        WireToken token = Codes.token(code);
        String shown = token != null ? token.name() : role == Codes.Role.VALUE ? "*" : "-";
        return String.join(" | ", Codes.name(code), where, payload(code), shown);
    }

    private static String payload(int code) {
        Payload payload = Codes.payload(code);
        int size = Codes.size(code);
        return switch (payload) {
            case FIXED -> {
                if (code >= Codes.FIELD_NAME0) {
                    yield code < Codes.STRING_0 ? "code - C0 bytes" : "code - E0 bytes";
                }
                yield size == 0 ? "none" : size == 1 ? "1 byte" : size + " bytes";
            }
            case STOP_BIT -> "stop-bit number";
            case TEXT -> "text";
            case BLOCK -> "block, u" + 8 * size + " length";
            case LONGS -> "longs";
            case FILLER -> "u32 length and bytes";
            case HISTORY -> "history";
            case REST -> "to the end of the block";
            case VALUE -> code == Codes.TYPE_PREFIX ? "text and a value" : "a value, the key";
            case DELTA -> "delta";
            case NONE -> "-";
        };
    }
}
