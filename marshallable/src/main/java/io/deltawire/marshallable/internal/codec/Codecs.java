package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.PerClass;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the codec of a type, and makes it at first use. Codecs hang on the classes that they serve, so that they live as
 * long as those.
 */
public final class Codecs {
    private static final PerClass<Codecs> OF = new PerClass<>() {
        @Override
        protected Codecs make(Class<?> type) {
            return new Codecs(type);
        }
    };

    private final ValueCodec exact;
    // Of the types with arguments that members of this class have.
    private final Map<GenericType, ValueCodec> declared = new ConcurrentHashMap<>();

    private Codecs(Class<?> type) {
        this.exact = make(GenericType.of(type));
    }

    /** The codec of values of exactly this class. */
    public static ValueCodec exact(Class<?> type) {
        return OF.get(type).exact;
    }

    /** The codec of an object's fields, or null where the class is written in another way (as a list, as text). */
    public static ObjectCodec ofObject(Class<?> type) {
        return exact(type) instanceof ObjectCodec codec ? codec : null;
    }

    /** The codecs to take for the members of a class. */
    public static Codecs scope(Class<?> type) {
        return OF.get(type);
    }

    /** The codec of whatever a member of this type may hold. */
    public ValueCodec declared(GenericType type) {
        if (type.raw() == GenericRecord.class) {
            return GenericRecordCodec.WITH_NAME;
        }
        if (type.args().isEmpty()) {
            ValueCodec codec = exact(type.raw());
            return codec instanceof ObjectCodec && !isFinal(type.raw()) ? new BoundCodec(type, codec) : codec;
        }
        ValueCodec codec = declared.get(type);
        if (codec == null) {
            ValueCodec made = make(type);
            made = made instanceof ObjectCodec && !isFinal(type.raw()) ? new BoundCodec(type, made) : made;
            ValueCodec other = declared.putIfAbsent(type, made);
            codec = other == null ? made : other;
        }
        return codec;
    }

    /** A class that is a collection of itself has to find its codec later. */
    private ValueCodec member(Class<?> container, GenericType type) {
        return Containers.isOfLibrary(container) ? declared(type) : new LazyCodec(type, this);
    }

    private static boolean isFinal(Class<?> type) {
        return java.lang.reflect.Modifier.isFinal(type.getModifiers());
    }

    private ValueCodec make(GenericType type) {
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
            GenericType map = type.as(Map.class);
            return new MapCodec(raw, map.arg(0), member(raw, map.arg(0)), member(raw, map.arg(1)));
        }
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            GenericType element = type.as(Iterable.class).arg(0);
            return new CollectionCodec(raw, element.raw(), member(raw, element));
        }
        if (raw == Object.class || raw.isInterface() || java.lang.reflect.Modifier.isAbstract(raw.getModifiers())) {
            return new BoundCodec(type, null);
        }
        return new ObjectCodec(type, this);
    }
}
