package io.deltawire.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes the site of a checkout: {@code FOLDER OUTPUT VERSION URL}. It fails if a link leads nowhere. */
public final class Main {
    private Main() {}

    /** Runs the command. */
    public static void main(String[] args) throws IOException {
        if (args.length != 4) {
            throw new IllegalArgumentException("expected: FOLDER OUTPUT VERSION URL");
        }
        Path root = Path.of(args[0]).toAbsolutePath().normalize();
        Path output = Path.of(args[1]).toAbsolutePath().normalize();
        deleteFolder(output);
        ApiDocs api = new ApiDocs(root, System.getProperty("java.class.path").split(File.pathSeparator, -1));
        api.write(output.resolve("api"), args[2]);
        Site site = new Site(root, args[2], args[3]);
        site.addApi(ApiDocs.types(output, "api"));
        site.write(output);
        List<String> faults = LinkCheck.faults(output);
        if (!faults.isEmpty()) {
            faults.forEach(System.err::println);
            System.exit(1);
        }
        System.out.println("The site begins at " + output.resolve("index.html"));
    }

    private static void deleteFolder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
