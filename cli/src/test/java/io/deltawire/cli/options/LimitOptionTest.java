package io.deltawire.cli.options;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.deltawire.cli.CommandRunner;
import io.deltawire.cli.input.DumpIndex;
import io.deltawire.cli.input.InputOptions;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitOptionTest {
    @TempDir
    Path dir;

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

    /** A raised limit reaches every reader and writer of a command, also those whose output is counted or searched. */
    @Test
    void everyCommandAndOptionTakesTheRaisedLimit() throws IOException {
        Path input = Files.writeString(
                dir.resolve("big.json"), "{\"id\":1,\"a\":\"" + "x".repeat(5 << 20) + "\",\"time\":\"2021-06-08\"}\n");
        List<String> lines = new ArrayList<>(List.of(
                "stats",
                "stats --key id",
                "stats --format json",
                "stats --format html",
                "stats --time time",
                "verify",
                "verify --keep-going",
                "index",
                "index --write",
                "convert --hex"));
        for (String option : List.of(
                "--grep x",
                "--key id=1",
                "--key a~x",
                "--key id",
                "--event id",
                "--from 2021-06-01",
                "--last 1",
                "--fields a",
                "--sort",
                "--changes",
                "--names plain",
                "--deletions mark",
                "--show size",
                "--out OUT",
                "--split 1 --out OUT",
                "--split key --key id --out OUT")) {
            lines.add("convert -o yaml " + option);
        }
        lines.add("convert -o csv --csv-safe");
        lines.add("convert -o delta --compress");
        for (String format : List.of("yaml", "json", "csv", "binary", "delta")) {
            lines.add("convert -o " + format);
            lines.add("record -o " + format + " --out OUT");
        }
        int files = 0;
        for (String line : lines) {
            String words = line.replace("OUT", dir.resolve("out" + files++).toString());
            List<String> all = new ArrayList<>(List.of(words.split(" ")));
            all.addAll(List.of("--limit", "textChars=6M", input.toString()));
            CommandRun run = CommandRun.of(all.toArray(String[]::new));
            assertEquals(0, run.code(), line + ": " + run.err());
            assertEquals("", run.err(), line);
        }
    }

    /** One class makes the options of readers and one those of writers, and none can forget the limits. */
    @Test
    void optionsAreMadeWhereTheLimitsAreTaken() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(
                        InputOptions.class,
                        WriterOptions.class,
                        TableOptions.class, // checks options and has no messages
                        DumpIndex.class) // its files hold nothing of the input
                .should()
                .accessField(WireOptions.class, "DEFAULTS")
                .check(new ClassFileImporter()
                        .importUrl(CommandRunner.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
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
