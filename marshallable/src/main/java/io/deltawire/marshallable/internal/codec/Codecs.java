package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.DeclaredClasses;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeCodecs;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds the codec of a type and creates it on first use.
 *
 * <p>Each instance is the scope of one class. It owns the codec of that class and the codecs of parameterized types
 * that the class's members declare. The scope is attached to the class, so that codecs live exactly as long as the
 * class that they serve, and a class loader can be unloaded. Thread-safe.
 */
public final class Codecs {
    private final Class<?> owner;
    private final CodecSet set;
    private final ValueCodec exact;
    /** The codecs of parameterized types that members of this class declare. */
    private final Map<GenericType, ValueCodec> declared = new ConcurrentHashMap<>();

    /** The classes that the class declares; a race computes them twice, with the same result. */
    private DeclaredClasses declaredClasses;

    Codecs(Class<?> type, CodecSet set) {
        this.owner = type;
        this.set = set;
        this.exact = create(GenericType.of(type));
    }

    /** Returns the codec for values of exactly the class of this scope. */
    ValueCodec exact() {
        return exact;
    }

    /** Returns the set that this scope belongs to. */
    CodecSet set() {
        return set;
    }

    /**
     * Returns the class that a name in the input selects within an object of the class of this scope, where the
     * declared type does not determine it. That is the registered class, or else the one that the class of this scope
     * declares, or null. If several loaders have the class, the declared one is chosen.
     *
     * @param registered the class that the registry has for the name, or null
     */
    public Class<?> choose(String name, Class<?> registered) {
        if (registered == null) {
            return findDeclared(name);
        }
        if (registered.getClassLoader() == null || registered.getClassLoader() == owner.getClassLoader()) {
            return registered;
        }
        Class<?> own = findDeclared(name);
        return own != null && own.getName().equals(registered.getName()) ? own : registered;
    }

    /** Returns the class that the class of this scope declares under a name, or null. */
    private Class<?> findDeclared(String name) {
        DeclaredClasses current = declaredClasses;
        if (current == null) {
            current = DeclaredClasses.of(owner);
            declaredClasses = current;
        }
        return current.find(name);
    }

    /** Returns the codec for a class that a name in the input has selected. */
    ValueCodec named(Class<?> type) {
        ValueCodec codec = set.exact(type);
        return Containers.isLibraryClass(type) && (codec instanceof MapCodec || codec instanceof CollectionCodec)
                ? declared(GenericType.of(type))
                : codec;
    }

    /** Returns the codec of values of any class. */
    ValueCodec any() {
        return declared(GenericType.OBJECT);
    }

    /** Returns the codec for all values that a member of this declared type may hold, subclasses among them. */
    public ValueCodec declared(GenericType type) {
        if (type.raw() == GenericRecord.class) {
            return GenericRecordCodec.WITH_NAME;
        }
        if (type.args().isEmpty() && !dependsOnScope(type.raw())) {
            return set.exact(type.raw());
        }
        ValueCodec codec = declared.get(type);
        if (codec == null) {
            ValueCodec created =
                    isOpen(set.exact(type.raw()), type.raw()) && type.args().isEmpty()
                            ? set.exact(type.raw())
                            : create(type);
            created = isOpen(created, type.raw()) ? new PolymorphicCodec(type, created, this) : created;
            ValueCodec other = declared.putIfAbsent(type, created);
            codec = other == null ? created : other;
        }
        return codec;
    }

    /** Returns whether values of a class may hold others whose names are resolved in this scope. */
    private boolean dependsOnScope(Class<?> type) {
        ValueCodec codec = set.exact(type);
        return codec instanceof PolymorphicCodec
                || isOpen(codec, type)
                || !Containers.isLibraryClass(owner)
                        && Containers.isLibraryClass(type)
                        && (codec instanceof MapCodec || codec instanceof CollectionCodec);
    }

    /** Returns the codec of an element. A class that is a collection of itself must look its codec up later. */
    private ValueCodec elementCodec(Class<?> container, GenericType type) {
        return Containers.isLibraryClass(container) ? declared(type) : new LazyCodec(type, this);
    }

    /** Returns whether a member of this type may hold objects of subclasses, which have codecs of their own. */
    private static boolean isOpen(ValueCodec codec, Class<?> type) {
        int modifiers = type.getModifiers();
        return codec instanceof ObjectCodec && !Modifier.isFinal(modifiers)
                || codec instanceof RegisteredCodec own
                        && !own.isBuiltIn()
                        && !Modifier.isFinal(modifiers)
                        && !Modifier.isAbstract(modifiers);
    }

    private ValueCodec create(GenericType type) {
        Class<?> raw = type.raw();
        ValueCodec scalar = ScalarCodecs.find(raw);
        if (scalar != null) {
            return scalar;
        }
        TypeCodecs.Registration registered = set.find(raw);
        if (registered != null) {
            return new RegisteredCodec(raw, registered);
        }
        if (raw.isArray()) {
            return raw.getComponentType().isPrimitive()
                    ? new PrimitiveArrayCodec(raw)
                    : new ArrayCodec(raw, declared(type.component()));
        }
        if (Enum.class.isAssignableFrom(raw) && raw != Enum.class) {
            return raw.isEnum() ? new EnumCodec(raw) : set.exact(raw.getSuperclass());
        }
        if (raw == Optional.class) {
            return new OptionalCodec(declared(type.arg(0)));
        }
        if (raw == AtomicReference.class) {
            return ListFormCodec.ofReference(declared(new GenericType(List.class, List.of(type.arg(0)))));
        }
        if (raw == Iterator.class) {
            return ListFormCodec.ofIterator(declared(new GenericType(List.class, List.of(type.arg(0)))));
        }
        if (Map.Entry.class.isAssignableFrom(raw) && Containers.isLibraryClass(raw)) {
            GenericType entry = type.asSupertype(Map.Entry.class);
            return new EntryCodec((MapCodec) declared(new GenericType(Map.class, List.of(entry.arg(0), entry.arg(1)))));
        }
        if (raw == GenericRecord.class) {
            return new GenericRecordCodec();
        }
        if (Map.class.isAssignableFrom(raw)) {
            GenericType map = type.asSupertype(Map.class);
            return new MapCodec(raw, map.arg(0), elementCodec(raw, map.arg(0)), elementCodec(raw, map.arg(1)));
        }
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            GenericType element = type.asSupertype(Iterable.class).arg(0);
            return new CollectionCodec(raw, element.raw(), elementCodec(raw, element));
        }
        if (raw == Object.class || raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            return new PolymorphicCodec(type, null, this);
        }
        return new ObjectCodec(type, this);
    }
}
