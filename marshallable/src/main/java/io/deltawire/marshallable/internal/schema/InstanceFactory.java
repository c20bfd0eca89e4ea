package io.deltawire.marshallable.internal.schema;

import io.deltawire.wire.WireDataException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Creates objects of one class.
 *
 * <p>The constructor without arguments is used, whatever its access, so that fields have their defaults. A class
 * without one is created by {@code sun.reflect.ReflectionFactory} (module jdk.unsupported), which runs no constructor
 * and leaves all fields zero. Records are created by their canonical constructor.
 */
public final class InstanceFactory {
    private final Class<?> type;
    private final Constructor<?> constructor;
    private final boolean isRecord;

    /** @param constructor the constructor to call, or null if there is none */
    private InstanceFactory(Class<?> type, Constructor<?> constructor) {
        this.type = type;
        this.constructor = constructor;
        this.isRecord = type.isRecord();
    }

    static InstanceFactory of(Class<?> type) {
        return new InstanceFactory(type, type.isRecord() ? canonicalConstructor(type) : noArgConstructor(type));
    }

    public boolean isRecord() {
        return isRecord;
    }

    /** Returns the constructor, made accessible, or null if no object can be created. */
    public Constructor<?> constructor() {
        return constructor;
    }

    /**
     * Creates an object.
     *
     * @param arguments the components of a record; none for any other class
     * @throws IllegalStateException if no object can be created, or if the constructor threw an exception, which is the
     *     cause
     */
    public Object newInstance(Object... arguments) {
        if (constructor == null) {
            throw new IllegalStateException(type.getName() + " cannot be made: " + problem());
        }
        return call(type, constructor, arguments);
    }

    /** Calls a constructor, with the same errors as {@link #newInstance}. */
    static Object call(Class<?> type, Constructor<?> constructor, Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(
                    "the constructor of " + type.getName() + " threw " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be made", e);
        }
    }

    private String problem() {
        if (Modifier.isAbstract(type.getModifiers())) {
            return "it is abstract";
        }
        boolean hasConstructor =
                Arrays.stream(type.getDeclaredConstructors()).anyMatch(each -> each.getParameterCount() == 0);
        return hasConstructor
                ? "its constructor cannot be reached: " + openPackage(type)
                : "it needs a constructor without arguments";
    }

    /** @throws WireDataException if the constructor is not accessible */
    private static Constructor<?> canonicalConstructor(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters = new Class<?>[components.length];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = components[i].getType();
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // every record has a canonical constructor
        } catch (InaccessibleObjectException e) {
            // Only a record without components comes here. For others, access to their fields has failed before.
            String problem = "the constructor of " + type.getName() + " cannot be reached: " + openPackage(type);
            throw new WireDataException("object", problem, null, e);
        }
    }

    private static Constructor<?> noArgConstructor(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers()) || type.isInterface()) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            return serializationConstructor(type);
        } catch (InaccessibleObjectException e) {
            return null;
        }
    }

    private static Constructor<?> serializationConstructor(Class<?> type) {
        if (type.isHidden()) {
            return null; // up to JDK 17 the generated accessor names the class, which a hidden one does not allow
        }
        try {
            // Reflection is needed, because javac treats the class as internal although jdk.unsupported exports it.
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Method make = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            return (Constructor<?>) make.invoke(
                    factory.getMethod("getReflectionFactory").invoke(null),
                    type,
                    Object.class.getDeclaredConstructor());
        } catch (ReflectiveOperationException e) {
            return null; // the runtime lacks jdk.unsupported; make() reports that a constructor is needed
        }
    }

    /** Returns the advice of an error message for a class that is not accessible. */
    public static String openPackage(Class<?> type) {
        Module to = InstanceFactory.class.getModule();
        return "open package " + type.getPackageName() + " of " + type.getModule() + (to.isNamed() ? " to " + to : "");
    }
}
