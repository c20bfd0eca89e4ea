package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.json.JsonFormat;
import io.deltawire.json.testing.JacksonTrace;
import io.deltawire.json.testing.TokenTrace;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The scanner and jackson-core give the same tokens for every input, and refuse the same inputs. */
class ScannerAgainstJacksonTest {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "12",
        "007",
        "-",
        "1.",
        ".5",
        "1.5",
        "-0.0",
        "1e5",
        "1E+5",
        "1e",
        "1.5e-7",
        "+1",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "1.7976931348623157e308",
        "1e400",
        "0.1000000000000000000000001",
        "4.35",
        "1e-400",
        "NaN",
        "Infinity",
        "-Infinity",
        "0x1F",
        "1_000",
        "00",
        "-01",
        "1e0005",
        "2.50"
    };
    private static final String[] STRINGS = {
        "",
        "a",
        "update",
        "firstId",
        "@dw:",
        "@dw:Type",
        "@dw:@dw:x",
        "@dw:{\\\"a\\\":1}",
        "@dw:[1,2]",
        "@dw:@dw:{x",
        "@dw:{broken",
        "@dw:{} ",
        "@x",
        "\\u0040Type",
        "\\u0040dw:Type",
        "@d\\u0077:Type",
        "\\u0061",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\udE00x",
        "\\n\\t\\\"\\\\\\/\\b\\f\\r",
        "é",
        "日本",
        "😀",
        "\\q",
        "\\u12",
        "\\u12g4",
        "\u0001",
        "tab\there",
        "\u007f",
        "\\u0000",
        "it's",
        "a long text of some length, to be sure"
    };
    private static final String[] BLANKS = {"", "", "", "", "", " ", "\n", "\r\n", "\t", "  \n ", "/**/", "\f", "#c\n"};
    private static final String BYTES = "{}[]:,\"\\ \n\t0123456789-+.eEtfnu@/*\u0000\u0001\u007f";

    private final SplittableRandom random = new SplittableRandom(20161);

    private void document(StringBuilder json, int depth) {
        blank(json);
        int kind = random.nextInt(depth > 4 ? 5 : 9);
        switch (kind) {
            case 0 -> json.append(pick(NUMBERS, 8));
            case 1 -> json.append(random.nextInt());
            case 2, 3 -> string(json);
            case 4 -> json.append(new String[] {"true", "false", "null", "nul", "truex"}[random.nextInt(60) % 5 % 3]);
            case 5, 6 -> list(json, depth);
            default -> object(json, depth);
        }
        blank(json);
    }

    private String pick(String[] all, int sure) {
        // Mostly from the front of the list, so that most documents are valid.
        return all[random.nextInt(3) > 0 ? random.nextInt(sure) : random.nextInt(all.length)];
    }

    private void blank(StringBuilder json) {
        json.append(BLANKS[random.nextInt(20) > 0 ? random.nextInt(10) : random.nextInt(BLANKS.length)]);
    }

    private void string(StringBuilder json) {
        json.append('"').append(pick(STRINGS, 4)).append('"');
    }

    private void list(StringBuilder json, int depth) {
        json.append('[');
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                json.append(',');
            }
            document(json, depth + 1);
        }
        json.append(']');
    }

    private void object(StringBuilder json, int depth) {
        json.append('{');
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                json.append(',');
            }
            blank(json);
            string(json);
            blank(json);
            json.append(':');
            document(json, depth + 1);
        }
        json.append('}');
    }

    private byte[] mutated(byte[] json) {
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        int at = random.nextInt(json.length + 1);
        changed.write(json, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> changed.write(random.nextInt(256));
            case 1 -> changed.write(BYTES.charAt(random.nextInt(BYTES.length())));
            case 2 -> at = Math.min(json.length, at + 1 + random.nextInt(3));
            case 3 -> at = random.nextInt(json.length + 1);
            default -> at = json.length;
        }
        changed.write(json, at, json.length - at);
        return changed.toByteArray();
    }

    @Test
    void randomDocumentsAndMutationsGiveTheSameTokens() {
        WireOptions strict = WireOptions.DEFAULTS.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);
        WireOptions unwrapping = WireOptions.DEFAULTS.with(JsonFormat.UNWRAP_ARRAY, JsonFormat.TopLevelArray.UNWRAP);
        for (int i = 0; i < 6_000; i++) {
            StringBuilder text = new StringBuilder();
            int documents = 1 + random.nextInt(3);
            for (int j = 0; j < documents; j++) {
                document(text, 0);
                text.append('\n');
            }
            byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
            JacksonTrace.assertSameTokens(json, i % 2 == 0 ? strict : WireOptions.DEFAULTS, "document " + i);
            for (int j = 0; j < 4; j++) {
                json = mutated(json);
                JacksonTrace.assertSameTokens(
                        json,
                        j == 1 ? unwrapping : j == 2 ? WireOptions.DEFAULTS : strict,
                        "document " + i + " mutation " + j);
            }
        }
    }

    @Test
    void chunksOfTheInputDoNotMatter() {
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            document(text, 0);
            text.append(' ');
            document(text, 0);
            byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
            if (i % 2 == 0) {
                json = mutated(json);
            }
            assertEquals(
                    TokenTrace.of(json, WireOptions.DEFAULTS),
                    TokenTrace.ofStream(json, 1 + i % 7, WireOptions.DEFAULTS),
                    new String(json, StandardCharsets.UTF_8));
        }
    }

    @Test
    void limitsAreEnforcedAlike() {
        WireOptions tight =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, new WireLimits(3, 200, 10, 6, 5, 10, 1000, 1, 1));
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            document(text, 0);
            byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
            JacksonTrace.assertSameTokens(json, tight, "document " + i);
        }
    }
}
