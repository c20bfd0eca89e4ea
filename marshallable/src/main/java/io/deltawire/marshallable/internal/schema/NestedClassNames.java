package io.deltawire.marshallable.internal.schema;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The nested classes of a package by their simple names. They are found by the names of class files, in folders, jars
 * and modules, so that no class is loaded. They are needed because writers use the simple names of nested classes,
 * which do not show the enclosing class. Stateless.
 */
final class NestedClassNames {
    private static final String SUFFIX = ".class";

    private NestedClassNames() {}

    /** Returns the full names by simple names, in alphabetical order: several if classes share a simple name. */
    static Map<String, List<String>> of(String packageName, ClassLoader loader) {
        String folder = packageName.replace('.', '/') + '/';
        List<String> files = new ArrayList<>();
        try {
            addResources(folder, loader, files);
            addModules(packageName, folder, loader, files);
            if (files.isEmpty()) {
                addJars(folder, loader, files); // a jar need not have entries for its folders
            }
        } catch (IOException | UncheckedIOException | SecurityException e) {
            // without a listing no simple name is found; full names still work
        }
        Map<String, Set<String>> found = new HashMap<>();
        for (String file : files) {
            int dollar = file.lastIndexOf('$');
            if (dollar > 0 && file.endsWith(SUFFIX)) {
                String simple = file.substring(dollar + 1, file.length() - SUFFIX.length());
                String full = packageName + '.' + file.substring(0, file.length() - SUFFIX.length());
                if (!simple.isEmpty() && Character.isJavaIdentifierStart(simple.charAt(0))) {
                    found.computeIfAbsent(simple, any -> new TreeSet<>()).add(full);
                }
            }
        }
        Map<String, List<String>> names = new HashMap<>();
        found.forEach((simple, full) -> names.put(simple, List.copyOf(full)));
        return Map.copyOf(names);
    }

    private static void addResources(String folder, ClassLoader loader, List<String> files) throws IOException {
        for (URL each : Collections.list(loader.getResources(folder))) {
            if (each.getProtocol().equals("file")) {
                try (Stream<Path> inside = Files.list(Path.of(new URI(each.toString())))) {
                    inside.forEach(path -> files.add(path.getFileName().toString()));
                } catch (URISyntaxException | IllegalArgumentException e) {
                    // the folder is not in the default file system
                }
            } else if (each.openConnection() instanceof JarURLConnection connection) {
                connection.setUseCaches(false);
                try (JarFile jar = connection.getJarFile()) {
                    addEntries(jar, folder, files);
                }
            }
        }
    }

    private static void addModules(String packageName, String folder, ClassLoader loader, List<String> files)
            throws IOException {
        for (Module each : ModuleLayer.boot().modules()) {
            if (each.getClassLoader() == loader && each.getPackages().contains(packageName)) {
                ResolvedModule module = ModuleLayer.boot()
                        .configuration()
                        .findModule(each.getName())
                        .orElseThrow();
                try (ModuleReader reader = module.reference().open();
                        Stream<String> names = reader.list()) {
                    names.forEach(name -> addInFolder(name, folder, files));
                }
            }
        }
    }

    private static void addJars(String folder, ClassLoader loader, List<String> files) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (loader instanceof URLClassLoader urls) {
            for (URL each : urls.getURLs()) {
                if (each.getProtocol().equals("file")) {
                    jars.add(Path.of(URI.create(each.toString())));
                }
            }
        } else if (loader == ClassLoader.getSystemClassLoader()) {
            for (String each : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
                jars.add(Path.of(each));
            }
        }
        for (Path each : jars) {
            if (Files.isRegularFile(each)) {
                try (JarFile jar = new JarFile(each.toFile())) {
                    addEntries(jar, folder, files);
                }
            }
        }
    }

    private static void addEntries(JarFile jar, String folder, List<String> files) {
        jar.stream().forEach(entry -> addInFolder(entry.getName(), folder, files));
    }

    private static void addInFolder(String name, String folder, List<String> files) {
        if (name.startsWith(folder) && name.indexOf('/', folder.length()) < 0) {
            files.add(name.substring(folder.length()));
        }
    }
}
