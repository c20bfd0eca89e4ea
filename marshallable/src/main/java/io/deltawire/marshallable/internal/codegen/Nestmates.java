package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Modifier;

/** Where code can be generated beside a class of the application, and what it can name there. */
public final class Nestmates {
    private Nestmates() {}

    /** Whether code can be generated beside a class: in its package and nest. */
    public static boolean canBe(Class<?> type) {
        // A lookup into another module may look into it but not define classes there.
        return type.getModule() == Nestmates.class.getModule() && !type.isHidden() && seesUs(type.getClassLoader());
    }

    /** Whether code in a class loader finds this library's classes: those that this class finds. */
    private static boolean seesUs(ClassLoader loader) {
        return finds(loader, GeneratedCodec.class) && finds(loader, WireIn.class) && finds(loader, WireOut.class);
    }

    /** Whether a class loader finds this very class. */
    public static boolean finds(ClassLoader loader, Class<?> type) {
        try {
            return loader != null && Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether the code of a class may name another class, as the JVM sees it: private classes are package-private. */
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
