package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.WeakClassValue;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the codec of a type and creates it on first use.
 *
 * <p>Each instance is the scope of one class. It owns the codec of that class and the codecs of parameterized types
 * that the class's members declare. The scope is attached to the class, so that codecs live exactly as long as the
 * class that they serve, and a class loader can be unloaded. Thread-safe.
 */
public final class Codecs {
    private static final WeakClassValue<Codecs> SCOPES = new WeakClassValue<>() {
        @Override
        protected Codecs compute(Class<?> type) {
            return new Codecs(type);
        }
    };

    private final ValueCodec exact;
    /** The codecs of parameterized types that members of this class declare. */
    private final Map<GenericType, ValueCodec> declared = new ConcurrentHashMap<>();

    private Codecs(Class<?> type) {
        this.exact = create(GenericType.of(type));
    }

    /** Returns the codec for values of exactly this class. */
    public static ValueCodec exact(Class<?> type) {
        return SCOPES.get(type).exact;
    }

    /**
     * Returns the codec if the class is written as an object with fields, or null if it is a list, a scalar and so on.
     */
    public static ObjectCodec ofObject(Class<?> type) {
        return exact(type) instanceof ObjectCodec codec ? codec : null;
    }

    /** Returns the scope in which the codecs for the members of a class are found. */
    public static Codecs scope(Class<?> type) {
        return SCOPES.get(type);
    }

    /** Returns the codec for all values that a elementCodec of this declared type may hold, subclasses among them. */
    public ValueCodec declared(GenericType type) {
        if (type.raw() == GenericRecord.class) {
            return GenericRecordCodec.WITH_NAME;
        }
        if (type.args().isEmpty()) {
            ValueCodec codec = exact(type.raw());
            return codec instanceof ObjectCodec && !isFinal(type.raw()) ? new PolymorphicCodec(type, codec) : codec;
        }
        ValueCodec codec = declared.get(type);
        if (codec == null) {
            ValueCodec created = create(type);
            created = created instanceof ObjectCodec && !isFinal(type.raw())
                    ? new PolymorphicCodec(type, created)
                    : created;
            ValueCodec other = declared.putIfAbsent(type, created);
            codec = other == null ? created : other;
        }
        return codec;
    }

    /** Returns the codec of an element. A class that is a collection of itself must look its codec up later. */
    private ValueCodec elementCodec(Class<?> container, GenericType type) {
        return Containers.isLibraryClass(container) ? declared(type) : new LazyCodec(type, this);
    }

    private static boolean isFinal(Class<?> type) {
        return java.lang.reflect.Modifier.isFinal(type.getModifiers());
    }

    private ValueCodec create(GenericType type) {
        Class<?> raw = type.raw();
        ValueCodec scalar = ScalarCodecs.find(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw.isArray()) {
            return raw.getComponentType().isPrimitive()
                    ? new PrimitiveArrayCodec(raw)
                    : new ArrayCodec(raw, declared(type.component()));
        }
        if (Enum.class.isAssignableFrom(raw) && raw != Enum.class) {
            return raw.isEnum() ? new EnumCodec(raw) : exact(raw.getSuperclass());
        }
        if (raw == Optional.class) {
            return new OptionalCodec(type.args().isEmpty() ? null : declared(type.arg(0)));
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
        if (raw == Object.class || raw.isInterface() || java.lang.reflect.Modifier.isAbstract(raw.getModifiers())) {
            return new PolymorphicCodec(type, null);
        }
        return new ObjectCodec(type, this);
    }
}
