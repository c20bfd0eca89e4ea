package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.FieldName;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields of a class as they are on the wire: in order of declaration, superclasses first.
 *
 * <p>Static, transient and synthetic fields are left out. Creating the plan makes all its fields accessible, and fails
 * for a class that does not allow that. The plan owns the {@link Shape} of the class, the former names of its fields,
 * its key fields, and the factory of its objects. Immutable and thread-safe.
 */
public final class ClassPlan {
    private static final String UNKNOWN_OF_LIBRARY =
            "it is a class of the Java library that no codec is known for; mark the field that holds it"
                    + " transient, or register a codec for the class (TypeRegistry.register(Class, TypeCodec))";

    private final Class<?> type;
    private final List<FieldPlan> fields;
    private final Shape shape;
    private final Map<String, Integer> aliases;
    private final List<FieldPlan> keys;
    private final boolean writesKey;
    private final InstanceFactory instances;
    private final KotlinConstructor kotlin;

    private final boolean hasComments;
    private final boolean hasRequired;

    private ClassPlan(GenericType type, List<FieldPlan> fields) {
        this.type = type.raw();
        this.fields = List.copyOf(fields);
        this.aliases = new HashMap<>();
        this.keys = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> keyNames = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            FieldPlan plan = fields.get(i);
            names.add(plan.name());
            Alias alias = plan.field().getAnnotation(Alias.class);
            if (alias != null) {
                for (String former : alias.value()) {
                    aliases.put(former, i);
                }
            }
        }
        List<FieldPlan> written =
                KeyedMarshallable.class.isAssignableFrom(this.type) ? WrittenKeyFields.find(this.type, fields) : null;
        this.writesKey = written == null && KeyedMarshallable.class.isAssignableFrom(this.type);
        Map<Class<?>, Set<Field>> ofConstructors = new HashMap<>();
        for (FieldPlan plan : fields) {
            if (written == null ? isKey(plan.field(), ofConstructors) : written.contains(plan)) {
                keys.add(plan);
                keyNames.add(plan.name());
            }
        }
        this.shape = Shape.of(TypeNames.simpleName(this.type), names).withKey(keyNames);
        this.instances = InstanceFactory.of(this.type);
        boolean isRead = instances.constructor() != null && !ReadMarshallable.class.isAssignableFrom(this.type);
        this.kotlin = isRead && !this.type.isRecord() ? KotlinConstructor.find(this.type, fields) : null;
        this.hasRequired = fields.stream().anyMatch(FieldPlan::isRequired);
        this.hasComments = fields.stream().anyMatch(field -> field.comment() != null);
    }

    /**
     * Creates the plan of a class.
     *
     * @throws WireDataException if the class belongs to the Java library, or its fields are not accessible
     */
    public static ClassPlan of(GenericType type) {
        if (Containers.isLibraryClass(type.raw()) && type.raw() != Object.class) {
            // Accessible fields do not help: the content of a library class may be all in transient ones.
            throw new WireDataException(
                    "object", type.raw().getName() + " cannot be written or read: " + UNKNOWN_OF_LIBRARY, null);
        }
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> c = type.raw(); c != null && c != Object.class && c != Record.class; c = c.getSuperclass()) {
            classes.add(0, c);
        }
        List<FieldPlan> fields = new ArrayList<>();
        Map<String, Field> taken = new HashMap<>();
        for (int i = classes.size() - 1; i >= 0; i--) {
            List<FieldPlan> own = fieldsOf(type, classes.get(i), taken);
            fields.addAll(0, own);
        }
        return new ClassPlan(type, fields);
    }

    /** Returns whether a class has or inherits a {@link Key} field. The check makes no field accessible. */
    public static boolean hasKeys(Class<?> type) {
        Map<Class<?>, Set<Field>> ofConstructors = new HashMap<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (isKey(field, ofConstructors)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether a field is part of the key.
     *
     * @param ofConstructors the key fields by constructor parameters, for each class that has been checked
     */
    private static boolean isKey(Field field, Map<Class<?>, Set<Field>> ofConstructors) {
        return field.isAnnotationPresent(Key.class)
                || ofConstructors
                        .computeIfAbsent(field.getDeclaringClass(), ConstructorKeys::of)
                        .contains(field);
    }

    private static List<FieldPlan> fieldsOf(GenericType type, Class<?> declaring, Map<String, Field> taken) {
        GenericType owner = type.asSupertype(declaring);
        List<FieldPlan> fields = new ArrayList<>();
        for (Field field : declaring.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())
                    || Modifier.isTransient(field.getModifiers())
                    || field.isSynthetic()) {
                continue;
            }
            makeAccessible(type.raw(), field);
            String name = nameOf(field);
            if (name.isEmpty()) {
                throw new WireDataException("object", "the @FieldName of " + describe(field) + " is empty", null);
            }
            // A field that a subclass hides gets the simple name of its class as a prefix. The loop repeats where
            // superclasses share one simple name.
            for (Field other = taken.putIfAbsent(name, field); other != null; other = taken.putIfAbsent(name, field)) {
                refuseGivenName(name, field, other);
                name = TypeNames.simpleName(declaring) + '_' + name;
            }
            GenericType fieldType = GenericType.of(field.getGenericType(), owner);
            fields.add(new FieldPlan(field, name, fieldType, FieldKind.of(field.getType())));
        }
        return fields;
    }

    /** Returns the name that a field has on the wire unless a subclass hides it. */
    public static String nameOf(Field field) {
        FieldName given = field.getAnnotation(FieldName.class);
        return given == null ? field.getName() : given.value();
    }

    /** Refuses two fields of one name if an annotation has given it to one of them. */
    private static void refuseGivenName(String name, Field field, Field other) {
        if (field.isAnnotationPresent(FieldName.class) || other.isAnnotationPresent(FieldName.class)) {
            throw new WireDataException(
                    "object",
                    "the fields " + describe(field) + " and " + describe(other) + " have one name, "
                            + Printable.quote(name) + "; give one of them another @FieldName",
                    null);
        }
    }

    private static String describe(Field field) {
        return field.getName() + " of " + field.getDeclaringClass().getName();
    }

    private static void makeAccessible(Class<?> type, Field field) {
        try {
            field.setAccessible(true);
        } catch (InaccessibleObjectException | SecurityException e) {
            Class<?> declaring = field.getDeclaringClass();
            String what =
                    declaring == type ? type.getName() : type.getName() + ", which extends " + declaring.getName();
            String how =
                    Containers.isLibraryClass(declaring) ? UNKNOWN_OF_LIBRARY : InstanceFactory.openPackage(declaring);
            throw new WireDataException(
                    "object",
                    "the fields of " + what + " cannot be reached (" + field.getName() + "): " + how,
                    null,
                    e);
        }
    }

    /** Returns the ordinal of the field with this name, or else of the one that had it before, or -1. */
    public int presentOrFormerOrdinal(String name) {
        int ordinal = shape.ordinal(name);
        return ordinal >= 0 ? ordinal : formerOrdinal(name);
    }

    /** Returns the ordinal of the field that had this name before, or -1. */
    public int formerOrdinal(String name) {
        Integer ordinal = aliases.get(name);
        return ordinal == null ? -1 : ordinal;
    }

    public Class<?> type() {
        return type;
    }

    public List<FieldPlan> fields() {
        return fields;
    }

    public Shape shape() {
        return shape;
    }

    public Map<String, Integer> aliases() {
        return aliases;
    }

    /** Returns the key fields: the annotated ones, or those that {@link KeyedMarshallable#writeKey} writes. */
    public List<FieldPlan> keys() {
        return keys;
    }

    /** Returns whether {@link KeyedMarshallable#writeKey} must be called for the key of an object. */
    public boolean writesKey() {
        return writesKey;
    }

    public InstanceFactory instances() {
        return instances;
    }

    /** Returns the constructor with defaults that creates objects when they are read, or null if there is none. */
    public KotlinConstructor kotlinConstructor() {
        return kotlin;
    }

    /** Returns whether the input must have some of the fields. */
    public boolean hasRequired() {
        return hasRequired;
    }

    /** Returns whether any field has a comment. */
    public boolean hasComments() {
        return hasComments;
    }
}
