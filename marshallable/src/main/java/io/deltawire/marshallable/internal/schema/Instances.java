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
 * Makes objects of a class: by its constructor without arguments, of whatever access, so that fields have their
 * defaults; where there is none, by {@code sun.reflect.ReflectionFactory} (module jdk.unsupported), which runs no
 * constructor, and all fields are zero. Records are made by their canonical constructor.
 */
public final class Instances {
    private final Class<?> type;
    private final Constructor<?> constructor;
    private final boolean isRecord;

    /** @param constructor null where there is none that can be called */
    private Instances(Class<?> type, Constructor<?> constructor) {
        this.type = type;
        this.constructor = constructor;
        this.isRecord = type.isRecord();
    }

    static Instances of(Class<?> type) {
        return new Instances(type, type.isRecord() ? canonical(type) : noArgs(type));
    }

    public boolean isRecord() {
        return isRecord;
    }

    /** The constructor of a record, made accessible. */
    public Constructor<?> constructor() {
        return constructor;
    }

    /**
     * Returns a new object.
     *
     * @param arguments the components of a record; none for any other class
     * @throws IllegalStateException where that is not possible, or the constructor threw what is the cause
     */
    public Object make(Object... arguments) {
        if (constructor == null) {
            throw new IllegalStateException(type.getName() + " cannot be made: " + problem());
        }
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
        boolean isThere = Arrays.stream(type.getDeclaredConstructors()).anyMatch(each -> each.getParameterCount() == 0);
        return isThere
                ? "its constructor cannot be reached: " + openPackage(type)
                : "it needs a constructor without arguments";
    }

    /** @throws WireDataException where it cannot be reached */
    private static Constructor<?> canonical(Class<?> type) {
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
            throw new AssertionError(e); // every record has one
        } catch (InaccessibleObjectException e) {
            // Of one without components: the fields of others are reached for first.
            String problem = "the constructor of " + type.getName() + " cannot be reached: " + openPackage(type);
            throw new WireDataException("object", problem, null, e);
        }
    }

    private static Constructor<?> noArgs(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers()) || type.isInterface()) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            return withoutConstructor(type);
        } catch (InaccessibleObjectException e) {
            return null;
        }
    }

    private static Constructor<?> withoutConstructor(Class<?> type) {
        if (type.isHidden()) {
            return null; // what the JDK makes for it up to 17 refers to the class by its name
        }
        try {
            // By reflection, because javac treats the class as internal, although jdk.unsupported exports it.
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Method make = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            return (Constructor<?>) make.invoke(
                    factory.getMethod("getReflectionFactory").invoke(null),
                    type,
                    Object.class.getDeclaredConstructor());
        } catch (ReflectiveOperationException e) {
            return null; // a runtime without jdk.unsupported: make() says what is needed
        }
    }

    /** What is to be done about a class that cannot be reached. */
    public static String openPackage(Class<?> type) {
        Module to = Instances.class.getModule();
        return "open package " + type.getPackageName() + " of " + type.getModule() + (to.isNamed() ? " to " + to : "");
    }
}
