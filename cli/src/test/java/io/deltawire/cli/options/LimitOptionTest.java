package io.deltawire.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LimitOptionTest {
    private static final Pattern ADVICE = Pattern.compile("to accept more: --limit (\\w+)=N \\((\\d+) now\\)");

    /** A message that passes one limit and no other. */
    private static String message(String limit) {
        return switch (limit) {
            case "depth" -> "{\"a\":" + "{\"a\":".repeat(120) + "1" + "}".repeat(121) + "\n";
            case "textChars" -> "{\"a\":\"" + "x".repeat(5 << 20) + "\"}\n";
            case "nameBytes" -> "{\"" + "n".repeat(2000) + "\":1}\n";
            case "numberChars" -> "{\"a\":1." + "123456789".repeat(200) + "}\n";
            default -> "{\"a\":[" + ("\"" + "x".repeat(3 << 20) + "\",").repeat(6) + "1]}\n";
        };
    }

    private static CommandRun convert(byte[] input, String from, String to, String limits) {
        List<String> words = new ArrayList<>(List.of("convert", "-i", from, "-o", to));
        if (!limits.isEmpty()) {
            words.addAll(List.of("--limit", limits));
        }
        return CommandRun.withInput(input, words.toArray(String[]::new));
    }

    /** Follows the advice of each error until the message is through, on reading and on writing. */
    @Test
    void theErrorOfALimitNamesTheOptionThatHelps() {
        String all = "depth=1000,textChars=100m,nameBytes=10k,numberChars=10k,messageBytes=200m";
        for (String limit : List.of("depth", "textChars", "nameBytes", "numberChars", "messageBytes")) {
            byte[] json = message(limit).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            for (String format : Formats.all()) {
                CommandRun there = convert(json, "json", format, all);
                assertEquals(Exit.OK, there.code(), limit + " " + format + there.err());
                String given = "";
                CommandRun back = convert(there.bytes(), format, "yaml", given);
                boolean isText = limit.equals("numberChars") && back.code() == Exit.OK; // which long digits are in CSV
                for (int i = 0; i < 5 && back.code() != Exit.OK; i++) {
                    Matcher advice = ADVICE.matcher(back.err());
                    assertTrue(advice.find(), limit + " " + format + ": " + back.err());
                    long more = advice.group(1).equals("depth") ? 1000 : 20 * Long.parseLong(advice.group(2));
                    given += (given.isEmpty() ? "" : ",") + advice.group(1) + "=" + more;
                    back = convert(there.bytes(), format, "yaml", given);
                }
                assertEquals(Exit.OK, back.code(), limit + " " + format + " " + given + ": " + back.err());
                assertTrue(isText || given.contains(limit + "="), format + " " + limit + " " + given);
            }
        }
    }

    @Test
    void aliasesAndWhatTheyMultiplyCanBeRaised() {
        StringBuilder yaml = new StringBuilder("a: &x {k: 1}\n");
        for (int i = 0; i < 60; i++) {
            yaml.append("b").append(i).append(": *x\n");
        }
        CommandRun run = CommandRun.withInput(yaml.toString(), "convert");
        assertEquals(Exit.CORRUPT, run.code());
        assertTrue(run.err().contains("to accept more: --limit aliases=N (50 now)"), run.err());
        assertEquals(
                Exit.OK,
                CommandRun.withInput(yaml.toString(), "convert", "--limit", "aliases=60")
                        .code());
        String bomb =
                "a: &a [1,2,3,4,5,6,7,8,9]\n" + "b: &b [*a,*a,*a,*a,*a,*a,*a]\n" + "c: [" + "*b,".repeat(30) + "1]\n";
        run = CommandRun.withInput(bomb, "convert", "--limit", "aliases=1k");
        assertTrue(run.err().contains("--limit expansion=N (10 now)"), run.err());
        assertEquals(
                Exit.OK,
                CommandRun.withInput(bomb, "convert", "--limit", "aliases=1k,expansion=1000")
                        .code());
    }

    @Test
    void limitsCanBeLoweredAndWrongOnesAreReported() {
        CommandRun run = CommandRun.withInput("{\"a\":{\"b\":{}}}", "verify", "--limit=depth=2");
        assertEquals(Exit.CORRUPT, run.code());
        assertTrue(run.err().contains("--limit depth=N (2 now)"), run.err());
        for (String wrong : Arrays.asList("depth", "dept=3", "=3", "depth=x", "depth=0", "depth=1001", "keys=-1")) {
            run = CommandRun.withInput("{}", "convert", "--limit", wrong);
            assertEquals(Exit.USAGE, run.code(), wrong);
            assertTrue(run.err().startsWith("wire: option --limit"), run.err());
        }
    }
}
