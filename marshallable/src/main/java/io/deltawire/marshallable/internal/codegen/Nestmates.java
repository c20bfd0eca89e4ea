package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Modifier;

/** Answers where the JVM lets code be generated next to a class of the application, and what that code can name. */
public final class Nestmates {
    private Nestmates() {}

    /** Returns whether a hidden class can join the nest of a class. */
    public static boolean canHost(Class<?> type) {
        // A private lookup into another module reads its classes but cannot define any there.
        return type.getModule() == Nestmates.class.getModule()
                && !type.isHidden()
                && seesLibrary(type.getClassLoader());
    }

    /** Returns whether code in a class loader resolves this library's classes to the ones in use. */
    private static boolean seesLibrary(ClassLoader loader) {
        return resolvesTo(loader, GeneratedCodec.class)
                && resolvesTo(loader, WireIn.class)
                && resolvesTo(loader, WireOut.class);
    }

    /** Returns whether a class loader resolves the name of a class to this very class. */
    public static boolean resolvesTo(ClassLoader loader, Class<?> type) {
        try {
            return loader != null && Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * Returns whether the code of a class may name another one under the JVM's rules. A private class is
     * package-private there.
     */
    public static boolean isVisible(Class<?> named, Class<?> from) {
        Class<?> type = named;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type.isPrimitive()
                || Modifier.isPublic(type.getModifiers()) && isExported(type, from)
                || Modifier.isProtected(type.getModifiers()) && isExported(type, from) // public to the JVM
                || isSamePackage(type, from);
    }

    private static boolean isExported(Class<?> type, Class<?> from) {
        return type.getModule() == from.getModule()
                || type.getModule().isExported(type.getPackageName(), from.getModule());
    }

    static boolean isSamePackage(Class<?> a, Class<?> b) {
        return a.getClassLoader() == b.getClassLoader() && a.getPackageName().equals(b.getPackageName());
    }
}
