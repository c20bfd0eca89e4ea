package io.deltawire.marshallable.internal.schema;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The classes that a class declares, by their names: the types of its fields with their type arguments, the subclasses
 * that sealed types permit, nested enums and records, and everything that these declare. For an interface, the
 * parameters of its methods count as fields do.
 *
 * <p>A name in the input may select one of them without registration. They follow from the program alone, and all of
 * them are loaded before a name is compared. A simple name of two classes selects neither. Immutable.
 */
public final class DeclaredClasses {
    private static final DeclaredClasses NONE = new DeclaredClasses(Map.of());

    private final Map<String, Class<?>> byName;

    private DeclaredClasses(Map<String, Class<?>> byName) {
        this.byName = byName;
    }

    /** Returns the classes that a class declares, itself among them. */
    public static DeclaredClasses of(Class<?> root) {
        if (isLeaf(root)) {
            return NONE;
        }
        Search search = new Search();
        search.add(root);
        if (root.isInterface()) {
            search.addParameters(GenericType.of(root), new HashSet<>());
        }
        Map<String, Class<?>> names = new HashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (Class<?> each : search.found()) {
            for (String name : TypeNames.ownNames(each)) {
                Class<?> other = names.putIfAbsent(name, each);
                if (other != null && other != each) {
                    ambiguous.add(name);
                }
            }
        }
        names.keySet().removeAll(ambiguous);
        return new DeclaredClasses(Map.copyOf(names));
    }

    /** Returns the class with this name, or null. */
    public Class<?> find(String name) {
        return byName.get(name);
    }

    private static boolean isLeaf(Class<?> type) {
        return type.isPrimitive() || Containers.isLibraryClass(type) || type.isAnnotation();
    }

    /** A breadth-first search over declarations. */
    private static final class Search {
        private final Set<Class<?>> found = new LinkedHashSet<>();
        /** The classes whose declarations were or will be searched: those found, and their superclasses. */
        private final Set<Class<?>> searched = new HashSet<>();

        private final Deque<Class<?>> open = new ArrayDeque<>();

        Set<Class<?>> found() {
            while (!open.isEmpty()) {
                try {
                    addDeclarationsOf(open.removeFirst());
                } catch (LinkageError | TypeNotPresentException e) {
                    // a declared class is missing at run time; no object of it can be there
                }
            }
            return found;
        }

        void add(Class<?> type) {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (!isLeaf(element) && found.add(element)) {
                search(element);
            }
        }

        private void search(Class<?> type) {
            if (searched.add(type)) {
                open.add(type);
            }
        }

        /**
         * Adds what a superclass declares. Its own name is not added, because its objects are not instances of the
         * subclass.
         */
        private void addInherited(GenericType superclass) {
            superclass.args().forEach(this::add);
            if (!isLeaf(superclass.raw())) {
                search(superclass.raw());
            }
        }

        private void add(GenericType type) {
            add(type.raw());
            type.args().forEach(this::add);
        }

        private void addDeclarationsOf(Class<?> type) {
            GenericType owner = GenericType.of(type);
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    add(GenericType.of(field.getGenericType(), owner));
                }
            }
            if (type.getGenericSuperclass() != null) {
                addInherited(GenericType.of(type.getGenericSuperclass(), owner));
            }
            if (type.isSealed()) {
                for (Class<?> each : type.getPermittedSubclasses()) {
                    add(each);
                }
            }
            for (Class<?> nested : type.getDeclaredClasses()) {
                if (nested.isEnum() || nested.isRecord()) {
                    add(nested);
                }
            }
        }

        /** Adds the parameters of the methods of an interface, and of the interfaces that continue its calls. */
        void addParameters(GenericType type, Set<Class<?>> done) {
            if (!done.add(type.raw())) {
                return;
            }
            try {
                for (Method method : type.raw().getMethods()) {
                    GenericType declaring = type.asSupertype(method.getDeclaringClass());
                    for (java.lang.reflect.Type parameter : method.getGenericParameterTypes()) {
                        add(GenericType.of(parameter, declaring));
                    }
                    GenericType result = GenericType.of(method.getGenericReturnType(), declaring);
                    if (result.raw().isInterface() && !isLeaf(result.raw())) {
                        addParameters(result, done);
                    }
                }
            } catch (LinkageError | TypeNotPresentException e) {
                // a declared class is missing at run time; no object of it can be there
            }
        }
    }
}
