package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launchers and the jar as users do: in pipes, on full disks, with readers that go away. */
class WireIT {
    private static final String LINES = """
            {"symbol":"A","bid":1.25}
            {"symbol":"B","bid":1.5}
            """;

    @TempDir
    Path dir;

    private Shell shell;

    @BeforeEach
    void makeFiles() throws IOException {
        shell = new Shell(dir);
        Files.writeString(dir.resolve("q.jsonl"), LINES);
    }

    private Shell.Result run(String line) throws IOException, InterruptedException {
        return shell.run(line);
    }

    @Test
    void convertsInPipesWithNothingOnStandardError() throws Exception {
        Shell.Result result = run("cat q.jsonl | wire convert --key symbol -o delta - | wire convert -o csv"
                + " | wire convert -i csv -o binary | wire2yaml");
        assertEquals("", result.err());
        assertEquals("---\nsymbol: A\nbid: 1.25\n---\nsymbol: B\nbid: 1.5\n", result.out());
        assertEquals(0, result.code());
    }

    @Test
    void printsItsVersionAndHelp() throws Exception {
        assertTrue(run("wire2yaml --version").out().startsWith("wire (Deltawire) "));
        assertTrue(run("wire2yaml --help").out().startsWith("Usage: wire2yaml [OPTION]... [FILE|-]..."));
        String input = "printf 'a\\n1\\n' | ";
        assertEquals(
                run(input + "wire convert --hex").out(),
                run(input + "wire2yaml --hex").out());
        Shell.Result unknown = run("wire2yaml --folow q.jsonl");
        assertEquals(Exit.USAGE, unknown.code());
        assertTrue(unknown.err().startsWith("wire2yaml: unknown option --folow; did you mean --follow?"));
    }

    @Test
    void worksThroughSymbolicLinksAndInPathsWithSpaces() throws Exception {
        String project = System.getProperty("projectDir");
        Shell.Result result = run("mkdir 'a b' && ln -s '" + project + "/wire2yaml' 'a b/y' && cd 'a b'"
                + " && cp ../q.jsonl 'x y.jsonl' && ./y 'x y.jsonl'; rm y");
        assertEquals("", result.err());
        assertTrue(result.out().startsWith("---\nsymbol: A"));
    }

    @Test
    void stopsImmediatelyWhenTheReaderGoes() throws Exception {
        Shell.Result result = run("yes '{\"a\":1}' | head -n 3000000 > big.jsonl;"
                + " wire convert -o json big.jsonl | head -n 1; echo ${PIPESTATUS[0]}");
        assertEquals("{\"a\":1}\n141\n", result.out());
        assertEquals("", result.err());
    }

    @Test
    void reportsAFullDisk() throws Exception {
        Shell.Result result = run("wire convert -o json q.jsonl > /dev/full");
        assertEquals(Exit.IO, result.code());
        assertEquals("wire: cannot write standard output: No space left on device\n", result.err());
        result = run("wire convert -o json --out /dev/full q.jsonl");
        assertEquals(Exit.IO, result.code());
        assertTrue(result.err().contains("cannot write /dev/full: No space left"), result.err());
    }

    @Test
    void neverReadsWhatItWrites() throws Exception {
        for (String line : new String[] {
            "wire convert q.jsonl >> q.jsonl",
            "wire convert < q.jsonl >> q.jsonl",
            "cp q.jsonl o.dw.part; wire convert --out o.dw < o.dw.part",
            "wire record --out q.jsonl < q.jsonl"
        }) {
            Shell.Result result = run("cp q.jsonl kept; " + line + "; code=$?; cmp kept q.jsonl;"
                    + " [ ! -e o.dw.part ] || cmp kept o.dw.part; exit $code");
            assertEquals(Exit.USAGE, result.code(), line + ": " + result.err());
            assertEquals("", result.out(), line);
        }
    }

    @Test
    void reportsFilesThatCannotBeReadOrWritten() throws Exception {
        assertEquals("wire: none: no such file\n", run("wire convert none").err());
        Shell.Result result = run("wire convert --out no/such/x.dw q.jsonl");
        assertEquals(Exit.IO, result.code());
        assertTrue(result.err().contains("cannot be written: there is no directory"), result.err());
    }

    @Test
    void showsMessagesOfALiveFeedImmediately() throws Exception {
        Path out = dir.resolve("out");
        Process process = shell.start("(echo '{\"a\":1}'; sleep 30) | wire convert -o json -", out, dir.resolve("err"));
        try {
            await(() -> Files.readString(out).equals("{\"a\":1}\n"));
        } finally {
            stop(process);
        }
    }

    /** What stands before a pause is in the output, whatever the output and the packing of the input are. */
    @Test
    void handsOnBeforeAPauseWhateverTheOutputIs() throws Exception {
        // The programs zstd and lz4 buffer what they unpack themselves.
        for (String feed : List.of("cat q.jsonl", "gzip -c q.jsonl")) {
            for (String to : List.of("", " | cat", " --out /dev/stdout | cat")) {
                Path out = dir.resolve("out");
                Process process = shell.start(
                        "(" + feed + "; sleep 60) | wire convert -o json -i json -" + to, out, dir.resolve("err"));
                try {
                    await(() -> Files.readString(out).equals(LINES));
                } finally {
                    stop(process);
                }
            }
        }
    }

    /** A signal loses nothing that was converted, and the conversion then ends after a whole message. */
    @Test
    void flushesWhatItHasWhenASignalEndsIt() throws Exception {
        for (String signal : List.of("INT", "TERM")) {
            assumeFalse(signal.equals("INT") && ignoresInterrupts(), "interrupts are ignored here");
            for (String format : List.of("yaml", "json", "csv", "binary", "delta")) {
                Path out = dir.resolve("out");
                run("rm -f fifo; mkfifo fifo");
                Process process = shell.start(
                        "(exec 3> fifo; cat q.jsonl >&3; exec sleep 60) & exec wire convert --sample 0 -i json -o "
                                + format + " fifo",
                        out,
                        dir.resolve("err"));
                try {
                    await(() -> Files.size(out) > 0);
                    run("kill -" + signal + " " + process.pid());
                    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
                    assertEquals(signal.equals("INT") ? 130 : 143, process.exitValue());
                    assertEquals(
                            LINES,
                            run("wire convert -i " + format + " -o json out 2>/dev/null")
                                    .out(),
                            format);
                } finally {
                    stop(process);
                }
            }
            Path out = dir.resolve("out");
            Process process = shell.start("exec wire convert -o json <(yes '{\"a\":1}')", out, dir.resolve("err"));
            try {
                await(() -> Files.size(out) > 0);
                run("kill -" + signal + " " + process.pid());
                assertTrue(process.waitFor(60, TimeUnit.SECONDS));
                assertTrue(Files.readString(out).endsWith("\n{\"a\":1}\n"));
            } finally {
                stop(process);
            }
        }
    }

    @Test
    void followsAFileAcrossTruncationAndReplacement() throws Exception {
        Path feed = Files.writeString(dir.resolve("feed.jsonl"), "{\"a\":1}\n");
        Path out = dir.resolve("out");
        Process process = shell.start("exec wire convert -f -o json feed.jsonl", out, dir.resolve("err"));
        try {
            await(() -> Files.readString(out).equals("{\"a\":1}\n"));
            Files.writeString(feed, "{\"a\":2}\n{\"a\":", StandardOpenOption.APPEND);
            await(() -> Files.readString(out).endsWith("{\"a\":2}\n"));
            Files.writeString(feed, "3}\n", StandardOpenOption.APPEND);
            await(() -> Files.readString(out).endsWith("{\"a\":3}\n"));
            Files.writeString(feed, "{\"a\":4}\n");
            await(() -> Files.readString(out).endsWith("{\"a\":4}\n"));
            Files.writeString(dir.resolve("new"), "{\"a\":5}\n");
            Files.move(dir.resolve("new"), feed, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            await(() -> Files.readString(out).endsWith("{\"a\":5}\n"));
        } finally {
            stop(process);
        }
    }

    @Test
    void endsWith130OnInterrupt() throws Exception {
        assumeFalse(
                ignoresInterrupts(),
                "this runs where interrupts are ignored, as what is run in the background of a script");
        Path out = dir.resolve("out");
        Process process = shell.start("exec wire convert -f -o json q.jsonl", out, dir.resolve("err"));
        try {
            await(() -> Files.readString(out).equals(LINES));
            run("kill -INT " + process.pid());
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(130, process.exitValue());
            assertEquals(LINES, Files.readString(out));
        } finally {
            stop(process);
        }
    }

    /** Whether processes started here ignore interrupts, which they inherit. */
    private boolean ignoresInterrupts() throws Exception {
        String ignored = run("sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status 2>/dev/null")
                .out()
                .strip();
        return !ignored.isEmpty() && (Long.parseUnsignedLong(ignored, 16) >>> 1 & 1) != 0;
    }

    @Test
    void recordingSurvivesBeingKilled() throws Exception {
        Path dump = dir.resolve("live.dw");
        Process process = shell.start(
                "mkfifo fifo; (exec 3> fifo; cat q.jsonl >&3; sleep 60) &"
                        + " exec wire record --flush 100ms -i json --key symbol --out live.dw fifo",
                dir.resolve("out"),
                dir.resolve("err"));
        try {
            await(() -> Files.exists(dump)
                    && run("wire convert -o json live.dw 2>/dev/null").out().equals(LINES));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor();
        }
        assertEquals(LINES, run("wire convert -o json live.dw").out());
    }

    @Test
    void interruptedRecordingEndsItsDumpProperly() throws Exception {
        Shell.Result result = run("mkfifo fifo; (exec 3> fifo; cat q.jsonl >&3; sleep 20) &"
                + " set -m; wire record --flush 1h -i json --key symbol --out live.dw fifo & sleep 3; kill -TERM $!;"
                + " wait $!; wire verify live.dw");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().startsWith("live.dw: OK, delta, 2 messages"), result.out() + result.err());
    }

    @Test
    void holdsOneMessageAtATimeInMemory() throws Exception {
        shell.with("WIRE_JAVA_OPTS", "-Xmx64m");
        Shell.Result result =
                run("yes '{\"symbol\":\"A\",\"bid\":1.25,\"list\":[1,2,3,{\"x\":null}]}' | head -n 1500000"
                        + " | wire convert -o delta --key symbol | wire convert -o binary | wire convert -o json | tail -n 1;"
                        + " echo ${PIPESTATUS[@]}");
        assertEquals("", result.err());
        assertEquals("{\"symbol\":\"A\",\"bid\":1.25,\"list\":[1,2,3,{\"x\":null}]}\n141 0 0 0 0 0\n", result.out());
    }

    @Test
    void keepsTheMessagesBeforeOneThatExceedsTheMemory() throws Exception {
        shell.with("WIRE_JAVA_OPTS", "-Xmx64m");
        Shell.Result result = run(
                "{ cat q.jsonl; printf '{\"a\":['; yes 1, | head -n 6000000 | tr -d '\\n'; echo '1]}'; } > big.jsonl;"
                        + " wire convert --key symbol=none --invert --out o.json big.jsonl; code=$?;"
                        + " wire convert -o json q.jsonl > want; cmp want o.json.part; exit $code");
        assertEquals(Exit.CORRUPT, result.code(), result.err());
        assertTrue(result.err().contains("2 messages written to o.json.part\n"), result.err());
        assertTrue(result.err().contains("memory: expected a message that takes at most 7 MiB"), result.err());
        assertEquals("", result.out());
    }

    /**
     * Messages of millions of tiny nodes, in every format that has them, and many records: each command does its work in
     * the heap that the limits are made for, or says what is too large.
     */
    @Test
    void smallHeapsBearHostileInputWithinTheLimits() throws Exception {
        shell.with("WIRE_JAVA_OPTS", "-Xmx64m");
        run("{ printf '['; yes '{},' | head -n 3000000 | tr -d '\\n'; echo '{}]'; } > objects.json;"
                + " { printf '['; yes 1, | head -n 5000000 | tr -d '\\n'; echo '1]'; } > numbers.json;"
                + " { printf '['; yes '\"a\",' | head -n 3000000 | tr -d '\\n'; echo '1]'; } > texts.json;"
                + " { printf '{\"a\":1'; seq -f ',\"f%.0f\":1' 120000 | tr -d '\\n'; echo '}'; } > fields.json;"
                + " { printf 'l[]\\n\"['; yes '{},' | head -n 1300000 | tr -d '\\n'; echo '{}]\"'; } > cell.csv;"
                + " { printf 'l[]\\n\"['; yes '{},' | head -n 3000000 | tr -d '\\n'; echo '{}]\"'; } > long.csv;"
                + " { printf 'o{}\\n\"{\"\"a\"\":1'; seq -f ',\"\"f%.0f\"\":1' 200000 | tr -d '\\n'; echo '}\"'; } > names.csv;"
                + " yes -- '- a' | head -n 1500000 > texts.yaml;"
                + " seq -f '{\"id\":\"key-%.0f\",\"v\":%.0f}' 200000 > keys.json;"
                + " seq -f '{\"f%.0f\":%.0f}' 200000 > names.json");
        List<String> commands = List.of(
                "verify",
                "stats",
                "stats --key id",
                "index",
                "convert -o json --last 1",
                "convert -o json --sort",
                "convert -o json --changes",
                "convert -o json --changes --key id",
                "convert -o json --fields a",
                "convert -o json --names plain",
                "convert -o csv --csv-safe",
                "convert -o binary");
        List<String> files = List.of(
                "objects.json",
                "numbers.json",
                "texts.json",
                "fields.json",
                "cell.csv",
                "long.csv",
                "names.csv",
                "texts.yaml",
                "keys.json",
                "names.json");
        boolean isLong = Boolean.getBoolean("hostile.heap");
        int number = 0;
        for (String file : files) {
            for (String command : commands) {
                // The short form takes every command and file, but not each with each.
                boolean isDue = isLong || number++ % 11 == 0 || command.equals("verify");
                if (!isDue) {
                    continue;
                }
                Shell.Result result = run("wire " + command + " " + file + " > /dev/null");
                String what = command + " " + file + ": " + result.err();
                assertTrue(result.code() != Exit.INTERNAL, what);
                assertTrue(
                        result.code() == 0
                                || result.err().contains("expected ")
                                || result.err().contains("longer than")
                                || result.err().contains("--key"),
                        what);
                if (command.equals("verify")) {
                    assertEquals(file.equals("long.csv") ? Exit.CORRUPT : 0, result.code(), what);
                }
            }
        }
    }

    @Test
    void coloursAndProgressAreForTerminalsOnly() throws Exception {
        Shell.Result plain = run("wire convert q.jsonl 2>&1");
        assertFalse(plain.out().contains("\u001b"));
        if (run("command -v script").code() != 0) {
            System.out.println("WireIT: no program script here, so no terminal session");
            return;
        }
        assertTrue(terminal("wire convert q.jsonl").contains("\u001b[36msymbol\u001b[0m: A"));
        assertFalse(terminal("NO_COLOR=1 wire convert q.jsonl").contains("\u001b"));
        assertTrue(terminal("wire convert -o delta q.jsonl").contains("is binary, and standard output is a terminal"));
        String work =
                "(yes 9 | head -n 300000; sleep 1.5; yes 9 | head -n 300000) | wire convert -i json -o json --out ";
        String progress = terminal(work + "/dev/null");
        assertTrue(progress.contains("\r\u001b[Kstandard input") && progress.contains(" MB/s  "), progress);
        assertTrue(progress.endsWith("\r\u001b[K"), progress);
        assertEquals("", terminal(work + "/dev/null --quiet"));
        assertEquals("", run(work + "/dev/null").err());
    }

    @Test
    void failedUnpackingLeavesNoFile() throws Exception {
        String magic = "(\\xb5/\\xfd";
        Shell.Result result = run(
                "mkdir tmp; printf '" + magic + "junk junk junk' > bad.zst;"
                        + " WIRE_JAVA_OPTS=-Djava.io.tmpdir=tmp wire convert bad.zst; echo $?;"
                        + " PATH=/nowhere WIRE_JAVA_OPTS=-Djava.io.tmpdir=tmp $(command -v wire) convert bad.zst; ls tmp | wc -l");
        assertTrue(result.out().endsWith("\n0\n"), result.out() + result.err());
    }

    @Test
    void saysWhatMayBeWrongWhereThePackerDoesNot() throws Exception {
        assumeTrue(run("which lz4").code() == 0);
        Shell.Result result = run("(lz4 -c q.jsonl; echo garbage) > q.lz4; wire convert -o json q.lz4");
        assertEquals(LINES, result.out());
        assertTrue(
                result.err().contains("lz4 cannot unpack it: it is damaged, or something else follows its end"),
                result.err());
    }

    @Test
    void unpacksOnTheFly() throws Exception {
        for (String program : new String[] {"gzip", "zstd", "lz4"}) {
            if (run("command -v " + program).code() != 0) {
                System.out.println("WireIT: no program " + program + " here, so its files are not tried");
                continue;
            }
            Shell.Result result = run(program + " -qc q.jsonl > q.packed && wire convert -o json q.packed &&"
                    + " wire convert -o json < q.packed && head -c 20 q.packed | wire convert -o json");
            assertEquals(LINES + LINES, result.out(), program);
            assertTrue(result.code() == Exit.TRUNCATED || result.code() == Exit.CORRUPT, program + result.err());
            assertTrue(result.err().startsWith("wire: standard input: " + program), result.err());
        }
    }

    @Test
    void findsTheLastMessageOfALargeDumpWithoutReadingTheRest() throws Exception {
        // A dump may be several streams in succession.
        assertEquals(
                0,
                run("seq 300000 | awk '{print \"{\\\"id\\\":\" $1 % 7 \",\\\"v\\\":\" $1 * 7919 % 100003 \"}\"}'"
                                + " | wire convert --key id -o delta > one.dw && for i in $(seq 40); do cat one.dw; done > all.dw")
                        .code());
        shell.with("WIRE_JAVA_OPTS", "-Xmx64m");
        Shell.Result last = run("wire convert --last 1 --show number -o yaml all.dw");
        assertTrue(last.out().startsWith("---\n# #12000000\nid: 1\n"), last.out() + last.err());
        Shell.Result from = run("wire convert --from 11900000 --max 1 --show number all.dw");
        assertTrue(from.out().startsWith("---\n# #11900000\n"), from.out() + from.err());
    }

    private String terminal(String line) throws Exception {
        return run("TERM=xterm script -qec '" + line + "' /dev/null").out();
    }

    @Test
    void loadsNoClassOfTheBytesLibrary() throws Exception {
        shell.with("WIRE_JAVA_OPTS", "-verbose:class");
        Shell.Result result = run("wire convert -o delta --key symbol --out q.dw q.jsonl; wire convert q.dw");
        assertTrue(result.out().contains("io.deltawire.cli.command.Conversion"), "classes are listed");
        assertFalse(
                result.out().contains("net.openhft"),
                () -> result.out()
                        .lines()
                        .filter(line -> line.contains("net.openhft"))
                        .findFirst()
                        .orElse(""));
    }

    @Test
    void carriesNoObjectModel() throws Exception {
        assertEquals(
                "", run("unzip -l \"$WIRE_JAR\" | grep marshallable/ || true").out());
    }

    /** The words of an option are its own, and where there are none the shell completes names of files. */
    @Test
    void completionOffersTheWordsOfEachOption() throws Exception {
        assertEquals(0, run("wire completion bash > c").code());
        String line = "source c; complete -p wire; COMP_WORDS=(wire convert %s);"
                + " COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_wire; echo ${COMPREPLY[@]}";
        assertTrue(run(String.format(line, "-z ''")).out().endsWith("\nauto none gzip zstd lz4\n"));
        assertTrue(run(String.format(line, "--deletions ''")).out().endsWith("\nmark skip\n"));
        // Bash makes three words of --output=y, and zsh one.
        assertTrue(run(String.format(line, "--output = y")).out().endsWith("\nyaml\n"));
        assertTrue(run(String.format(line, "--output=y")).out().endsWith("\n--output=yaml\n"));
        for (Option option : Command.CONVERT.options()) {
            if (option.hasChoices()) {
                String words = String.join(" ", option.choices());
                assertTrue(run(String.format(line, option + " ''")).out().endsWith("\n" + words + "\n"));
                assertTrue(run(String.format(line, option + " =")).out().endsWith("\n" + words + "\n"));
            }
        }
        assertTrue(run(String.format(line, "--out=q.js")).out().endsWith("\n--out=q.jsonl\n"));
        assertTrue(run(String.format(line, "--out = q.js")).out().endsWith("\n\n")); // the shell completes the file
        Shell.Result file = run(String.format(line, "sam"));
        assertEquals("complete -o default -F _complete_wire wire\n\n", file.out());
        assertFalse(Files.readString(dir.resolve("c")).contains("+o default"));
    }

    @Test
    void completionScriptsAreSound() throws Exception {
        assertEquals(0, run("wire completion bash > c && bash -n c").code());
        Shell.Result result =
                run("source <(wire completion bash); COMP_WORDS=(wire convert --fol); COMP_CWORD=2; _complete_wire;"
                        + " echo ${COMPREPLY[@]}");
        assertEquals("--follow\n", result.out());
    }

    /** A message that is too large for the heap is a fault like any other: what came before it is written. */
    @Test
    void aMessageThatDoesNotFitIntoTheHeapEndsTheConversionAfterTheOnesBeforeIt() throws Exception {
        shell.with("WIRE_JAVA_OPTS", "-Xmx32m");
        run("(cat q.jsonl; printf '{\"l\":[0'; seq -f ',\"text %g\"' 1 800000 | tr -d '\\n'; echo ']}') > large.jsonl");
        Shell.Result result = run("wire convert -o delta --out part.dw large.jsonl");
        assertEquals(Exit.INTERNAL, result.code(), result.err());
        assertTrue(result.err().startsWith("wire: large.jsonl: message 3: out of memory with "), result.err());
        assertTrue(result.err().contains("WIRE_JAVA_OPTS=-Xmx1g gives more; 2 messages written"), result.err());
        result = run("wire convert --invert --grep none -o json large.jsonl");
        assertEquals(LINES, result.out(), result.err());
        assertEquals(Exit.CORRUPT, result.code(), result.err());
        assertTrue(result.err().contains("message 3 cannot be examined: memory: expected"), result.err());
        result = run("wire record --out large.dw large.jsonl");
        assertTrue(result.err().contains("2 messages recorded"), result.err());
        assertTrue(run("wire verify large.dw").out().contains("OK, delta, 2 messages"));
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "did not happen within a minute");
            Thread.sleep(50);
        }
    }

    private static void stop(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor();
    }
}
