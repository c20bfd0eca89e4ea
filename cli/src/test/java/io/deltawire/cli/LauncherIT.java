package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.testing.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the launcher builds, in a small copy of the project whose ./mvnw only counts its calls. */
class LauncherIT {
    @TempDir
    Path dir;

    private Path project;
    private Shell shell;

    @BeforeEach
    void copyProject() throws IOException {
        copyTo("the project");
    }

    private void copyTo(String name) throws IOException {
        project = dir.resolve(name);
        Files.createDirectories(project.resolve("cli/src/main/java"));
        Path real = Path.of(System.getProperty("projectDir"));
        Files.copy(real.resolve("wire"), project.resolve("wire"));
        Files.copy(real.resolve("wire2yaml"), project.resolve("wire2yaml"));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.writeString(project.resolve("cli/pom.xml"), "<project/>");
        Files.writeString(project.resolve("cli/src/main/java/A.java"), "class A {}");
        Files.writeString(project.resolve("mvnw"), """
                echo built >> "$MVNW_LOG"
                sleep 1
                echo "chatter of the build"
                mkdir -p cli/target && cp "$MADE_JAR" cli/target/deltawire-cli-1-all.jar
                """);
        shell = new Shell(dir)
                .with("WIRE_JAR", "")
                .with("MADE_JAR", System.getProperty("wireJar"))
                .with("MVNW_LOG", dir.resolve("builds").toString())
                .with("XDG_CACHE_HOME", dir.resolve("cache").toString())
                .with("PATH", project + ":" + System.getenv("PATH"));
        Files.writeString(dir.resolve("a.jsonl"), "{\"a\":1}\n");
    }

    private long builds() throws IOException {
        Path log = dir.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    @Test
    void buildsOnFirstUseAndAgainWhenSourcesChange() throws Exception {
        Shell.Result first = shell.run("wire2yaml a.jsonl");
        assertEquals("---\na: 1\n", first.out());
        assertTrue(first.err().startsWith("wire2yaml: first use of this version: building"), first.err());
        Shell.Result second = shell.run("wire2yaml a.jsonl");
        assertEquals("---\na: 1\n", second.out());
        assertEquals("", second.err());
        assertEquals(1, builds());
        Files.setLastModifiedTime(
                project.resolve("cli/src/main/java/A.java"),
                FileTime.from(Instant.now().plusSeconds(2)));
        Files.delete(project.resolve("cli/target/deltawire-cli-1-all.jar"));
        assertEquals("---\na: 1\n", shell.run("wire2yaml a.jsonl").out());
        assertEquals(2, builds());
    }

    @Test
    void twoFirstUsesBuildOnce() throws Exception {
        Shell.Result both = shell.run("wire2yaml a.jsonl & wire2yaml a.jsonl; wait");
        assertEquals("---\na: 1\n---\na: 1\n", both.out());
        assertEquals(1, builds());
        assertFalse(Files.exists(project.resolve(".launcher/lock")));
    }

    @Test
    void usesTheJarOfAnEarlierBuild() throws Exception {
        Files.createDirectories(project.resolve("cli/target"));
        Files.copy(Path.of(System.getProperty("wireJar")), project.resolve("cli/target/deltawire-cli-1-all.jar"));
        assertEquals("---\na: 1\n", shell.run("wire2yaml a.jsonl").out());
        assertEquals(0, builds());
    }

    @Test
    void showsTheLogOfAFailedBuild() throws Exception {
        Files.writeString(project.resolve("mvnw"), "echo 'no such compiler'; exit 1\n");
        Shell.Result result = shell.run("wire2yaml a.jsonl");
        assertEquals(3, result.code());
        assertEquals("", result.out());
        assertTrue(result.err().contains("no such compiler\nwire2yaml: the build failed"), result.err());
    }

    @Test
    void archivesClassesForTheNextStart() throws Exception {
        // The JVM does not accept an archive for a jar in a path with a space.
        copyTo("project");
        shell.run("wire --version");
        Shell.Result result = shell.with("WIRE_JAVA_OPTS", "-verbose:class").run("wire --version");
        // With the launcher's archive our classes come from the archive and not from the jar.
        assertTrue(
                result.out().contains("io.deltawire.cli.Main source: shared objects file"),
                result.out()
                        .lines()
                        .filter(line -> line.contains("deltawire"))
                        .findFirst()
                        .orElse("no class of ours"));
    }

    /** In a directory that others can write to, they could replace ours by one that holds their program. */
    @Test
    void trustsNoDirectoryThatOthersCanReplace() throws Exception {
        String script = "eval \"$(sed -n '/^is_safe()/,/^}/p' \"$(command -v wire)\")\";"
                + " is_it() { is_safe \"$PWD/$1\" && echo yes || echo no; };"
                + " mkdir -p open/own/state sticky/own/state; chmod 777 open; chmod 1777 sticky; ln -s sticky/own link;"
                + " is_it open/own/state; is_it sticky/own/state; is_it link";
        assertEquals("no\nyes\nno\n", shell.run(script).out());
    }

    /** A file that is opened gets the number of a closed descriptor, and would receive its output. */
    @Test
    void closedDescriptorsAreNotTakenForFiles() throws Exception {
        shell.with("WIRE_JAR", System.getProperty("wireJar"));
        Shell.Result out = shell.run("wire convert a.jsonl >&-");
        assertEquals(3, out.code());
        assertEquals("wire: cannot write standard output: Bad file descriptor\n", out.err());
        Shell.Result in = shell.run("wire convert <&-");
        assertEquals(3, in.code());
        assertEquals("wire: standard input: Bad file descriptor\n", in.err());
        assertEquals(
                3,
                shell.run("wire convert --out b.json a.jsonl nosuch.jsonl <&- >&- 2>&-")
                        .code());
        assertEquals(
                0, shell.run("wire convert --out b.json a.jsonl <&- >&- 2>&-").code());
        assertEquals("{\"a\":1}\n", Files.readString(dir.resolve("b.json")));
    }

    @Test
    void reportsThatJavaIsMissingOrTooOld() throws Exception {
        Path old = dir.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Files.writeString(old.resolve("bin/java"), "#!/bin/sh\n");
        assertTrue(old.resolve("bin/java").toFile().setExecutable(true));
        Shell.Result result = shell.with("JAVA_HOME", old.toString()).run("wire --version");
        assertEquals(3, result.code());
        assertTrue(result.err().startsWith("wire: Java 17 or later is needed, but "), result.err());
        result = shell.with("JAVA_HOME", dir + "/nothing").run("wire --version");
        assertTrue(result.err().contains("there is no bin/java in it"), result.err());
    }

    @Test
    void buildsElsewhereIfTheCheckoutIsReadOnly() throws Exception {
        // A read-only directory stops every user but root, so root tries it as another user if possible.
        Shell.Result result = shell.run("chmod -R a-w 'the project' && chmod a+rwx . &&"
                + " if [ $(id -u) != 0 ]; then wire2yaml a.jsonl;"
                + " elif command -v setpriv >/dev/null && chmod a+rx . .. &&"
                + " setpriv --reuid 65534 --regid 65534 --clear-groups test -r a.jsonl; then"
                + " setpriv --reuid 65534 --regid 65534 --clear-groups sh -c 'wire2yaml a.jsonl';"
                + " else echo left out; fi; chmod -R u+w 'the project'");
        if (result.out().equals("left out\n")) {
            System.out.println("LauncherIT: read-only checkout left out: running as root without setpriv");
            return;
        }
        assertEquals("---\na: 1\n", result.out(), result.err());
        assertFalse(Files.exists(project.resolve(".launcher")));
    }
}
