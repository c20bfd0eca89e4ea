package io.deltawire.marshallable.internal.schema;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.security.CodeSource;
import org.objectweb.asm.Type;

/** Opens the files that classes were loaded from, to read their bytecode. */
final class ClassFiles {
    private ClassFiles() {}

    /**
     * Opens the file of a class if the class was loaded from where its loader finds the file.
     *
     * @throws IOException if it was not: it was made in memory, or changed while it was loaded
     */
    static InputStream open(Class<?> type) throws IOException {
        ClassLoader loader = type.getClassLoader();
        URL file = loader == null ? null : loader.getResource(Type.getInternalName(type) + ".class");
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL origin = source == null ? null : source.getLocation();
        if (file == null || origin == null || !path(file).startsWith(path(origin))) {
            throw new FileNotFoundException("no file that " + type.getName() + " was loaded from");
        }
        URLConnection connection = file.openConnection();
        connection.setUseCaches(false); // a cached archive would stay open
        return connection.getInputStream();
    }

    private static String path(URL url) {
        String text = url.toString();
        text = text.startsWith("jar:") ? text.substring("jar:".length()) : text;
        return text.startsWith("file:///") ? "file:" + text.substring("file://".length()) : text;
    }
}
