package io.deltawire.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringbootExampleTest {
    @TempDir
    Path folder;

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(SpringbootExample.class, () -> SpringbootExample.main(new String[0]));
    }

    @Test
    void runsFromAFatJar() throws Exception {
        Path fat = buildFatJar();
        String expected = Example.readme(SpringbootExample.class);
        for (String format : new String[] {"delta", "json", "yaml", "binary"}) {
            assertEquals(expected.replace("delta", format), run(fat, "--journal.format=" + format));
        }
    }

    private String run(Path jar, String argument) throws Exception {
        Path out = folder.resolve("out");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        jar.toString(),
                        argument)
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it does not end");
        assertEquals(0, process.exitValue(), () -> {
            try {
                return Files.readString(errors) + Files.readString(out);
            } catch (IOException e) {
                return e.toString();
            }
        });
        return Files.readString(out).replace("\r\n", "\n");
    }

    /** Builds what spring-boot-maven-plugin builds: the loader, the classes, and the libraries as jars that are stored. */
    private Path buildFatJar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
        attributes.putValue("Start-Class", SpringbootExample.class.getName());
        attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        Path fat = folder.resolve("fat.jar");
        List<String> added = new ArrayList<>();
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(fat), manifest)) {
            for (String entry : new String[] {"BOOT-INF/", "BOOT-INF/classes/", "BOOT-INF/lib/"}) {
                jar.putNextEntry(new ZipEntry(entry)); // the loader looks for them
                jar.closeEntry();
            }
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry);
                String name = path.getFileName().toString();
                if (name.startsWith("spring-boot-loader-")) {
                    unpack(path, jar);
                } else if (Files.isDirectory(path) && path.endsWith("examples/target/classes")) {
                    addFolder(path, "BOOT-INF/classes/", jar);
                } else if (Files.isDirectory(path) && path.endsWith("target/classes")) {
                    String module = path.getParent().getParent().getFileName() + ".jar";
                    Path packed = folder.resolve(module);
                    try (JarOutputStream of = new JarOutputStream(Files.newOutputStream(packed))) {
                        addFolder(path, "", of);
                    }
                    store(packed, module, jar);
                    added.add(module);
                } else if (name.endsWith(".jar")) {
                    store(path, name, jar);
                    added.add(name);
                }
            }
        }
        assertTrue(added.size() > 10, added::toString);
        return fat;
    }

    private static void unpack(Path from, JarOutputStream jar) throws IOException {
        try (JarFile loader = new JarFile(from.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) loader.stream().map(ZipEntry.class::cast)::iterator) {
                if (entry.getName().endsWith(".class")) {
                    jar.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream content = loader.getInputStream(entry)) {
                        content.transferTo(jar);
                    }
                    jar.closeEntry();
                }
            }
        }
    }

    private static void addFolder(Path classes, String prefix, JarOutputStream jar) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                jar.putNextEntry(new ZipEntry(prefix + name));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
    }

    /** The loader reads a jar in a jar only if it is not compressed again. */
    private static void store(Path library, String name, JarOutputStream jar) throws IOException {
        byte[] content = Files.readAllBytes(library);
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry("BOOT-INF/lib/" + name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
