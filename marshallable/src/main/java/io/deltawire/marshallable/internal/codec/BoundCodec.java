package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.OnHeapBytes;

/**
 * Values of a declared type that others extend: {@code Object}, interfaces, sealed and abstract classes, classes not
 * final. The type name is written where the value is of another class than the declared one.
 */
public final class BoundCodec extends ValueCodec {
    private final Class<?> bound;
    private final ValueCodec own;
    private Map<String, Class<?>> permitted; // two threads may both make it, and make the same

    /** @param own the codec for values of exactly the declared class, or null where there are none */
    BoundCodec(GenericType type, ValueCodec own) {
        this.bound = type.raw();
        this.own = own;
    }

    /** The codec of values of exactly the declared class; null where there is none, or they are no objects with fields. */
    public ObjectCodec own() {
        return own instanceof ObjectCodec codec ? codec : null;
    }

    /** The codec of values of exactly the declared class, where the value is one; else null. */
    ObjectCodec ownOf(Object value) {
        return value.getClass() == bound && own instanceof ObjectCodec codec ? codec : null;
    }

    @Override
    String tag(Object value, Session session) {
        return null; // writes it itself
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
        Class<?> type = value.getClass();
        if (own != null && type == bound) {
            own.writeNamed(out, value, session);
            return;
        }
        ValueCodec codec = type == Object.class ? refuseObject(session) : codecOf(value);
        String tag = codec.tag(value, session);
        if (tag != null) {
            out.type(tag);
        }
        if (value instanceof Double number) {
            out.untypedFloat64(number); // whose kind nothing else tells
        } else {
            codec.write(out, value, session);
        }
    }

    private static ValueCodec refuseObject(Session session) {
        throw session.unwritable("a plain java.lang.Object has nothing to be written");
    }

    private static ValueCodec codecOf(Object value) {
        ValueCodec codec = Codecs.exact(value.getClass());
        return codec instanceof OptionalCodec ? OptionalCodec.IN_LIST : codec;
    }

    @Override
    public Object read(WireIn in, Object reuse, Session session) {
        String name = in.typeName();
        if (name == null) {
            return own != null ? own.read(in, reuse, session) : readPlain(in, session);
        }
        // Of a null behind a name not every format tells by a look alone that it is one.
        if (in.peek() == WireToken.NULL) {
            return readNull(in, session);
        }
        Class<?> type = resolve(name, session);
        if (type == Object.class) {
            return readPlain(in, session);
        }
        if (type == Class.class && bound.isAssignableFrom(GenericRecord.class) && in.peek() == WireToken.TEXT) {
            return ScalarCodecs.classOrName(in, session);
        }
        Object reusable = reuse != null && reuse.getClass() == type ? reuse : null;
        return codecOf(type, name, in, session).read(in, reusable, session);
    }

    @Override
    Object readNull(WireIn in, Session session) {
        String name = in.typeName();
        Class<?> type = name == null ? null : resolve(name, session);
        if (name != null && type == null && bound.isAssignableFrom(GenericRecord.class)) {
            return GenericRecordCodec.read(in, session);
        }
        in.nullValue();
        Object named = type == null ? null : Codecs.exact(type).whenNull(); // an OptionalInt of nothing, say
        return bound.isInstance(named) ? named : whenNull();
    }

    /** The codec of a value with this name, of this class, which is null where it is unknown. */
    private ValueCodec codecOf(Class<?> type, String name, WireIn in, Session session) {
        if (type == null) {
            if (bound.isAssignableFrom(GenericRecord.class)) {
                return Codecs.exact(GenericRecord.class);
            }
            throw session.misfit(
                    in,
                    "expected a " + expected(session) + " but was the unknown type !" + Printable.escape(name)
                            + "; register it or allow its package (TypeRegistry)");
        }
        if (type == bound && own != null) {
            return own;
        }
        if (!bound.isAssignableFrom(
                type == Bytes.class ? OnHeapBytes.class : boxed(type))) { // what is read is one of these
            throw session.misfit(in, "expected a " + expected(session) + " but was !" + Printable.escape(name));
        }
        ValueCodec codec = Codecs.exact(type);
        if (codec instanceof BoundCodec) {
            throw session.misfit(
                    in, "expected a class that objects can be of but was !" + Printable.escape(name) + ", " + type);
        }
        return codec instanceof OptionalCodec ? OptionalCodec.IN_LIST : codec;
    }

    /** The class meant by a name: among those that the declared type itself names, else in the registry. */
    private Class<?> resolve(String name, Session session) {
        if (own != null && TypeNames.isOwnName(name, bound)) {
            return bound;
        }
        Class<?> permitted = permitted().get(name);
        if (permitted != null) {
            return permitted;
        }
        ClassLoader loader = bound.getClassLoader();
        return loader == null ? session.find(name) : session.types().find(name, loader);
    }

    /** The classes that a sealed type names, by all names that they say they have; of two with one name, the first. */
    private Map<String, Class<?>> permitted() {
        Map<String, Class<?>> made = permitted;
        if (made == null) {
            made = new HashMap<>();
            addPermitted(bound, made);
            permitted = Map.copyOf(made);
        }
        return made;
    }

    private static void addPermitted(Class<?> type, Map<String, Class<?>> byName) {
        if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                for (String name : TypeNames.ownNames(each)) {
                    byName.putIfAbsent(name, each);
                }
                addPermitted(each, byName);
            }
        }
    }

    private static String shown(WireToken token) {
        return switch (token) {
            case BEGIN_OBJECT -> "an object";
            case BEGIN_LIST -> "a list";
            case TEXT -> "text";
            case BOOL -> "a boolean";
            case INT64, FLOAT64, DECIMAL -> "a number";
            case BYTES -> "bytes";
            case TEMPORAL -> "a date or time";
            default -> "a value";
        };
    }

    /** Whether nothing but a type name can tell what a value of this type is. */
    public boolean isKnownByName() {
        return own == null && !isOfOne() && bound != Object.class && !isPlainBound();
    }

    private boolean isOfOne() {
        return bound.isSealed() && bound.getPermittedSubclasses().length == 1;
    }

    private Object readPlain(WireIn in, Session session) {
        if (isOfOne()) {
            return Codecs.exact(bound.getPermittedSubclasses()[0]).read(in, null, session);
        }
        if (isKnownByName() && !bound.isAssignableFrom(ArrayList.class)) { // a RandomAccess or Cloneable may be a list
            throw session.misfit(
                    in,
                    "expected the type name of a " + expected(session) + " but was " + shown(in.peek())
                            + " without one");
        }
        Object value = PlainValues.read(in, session);
        if (!bound.isInstance(value)) {
            throw session.misfit(
                    in, "expected a " + expected(session) + " but was " + TypeNames.simpleName(value.getClass()));
        }
        return value;
    }

    /** Whether a value without a type name may be of this type: Number, Comparable, Serializable, Temporal. */
    private boolean isPlainBound() {
        return bound.isAssignableFrom(Long.class)
                || bound.isAssignableFrom(String.class)
                || java.time.temporal.Temporal.class.isAssignableFrom(bound)
                || java.time.temporal.TemporalAccessor.class == bound
                || bound.isAssignableFrom(java.time.LocalDate.class)
                || bound.isAssignableFrom(java.time.ZonedDateTime.class);
    }

    private String expected(Session session) {
        List<String> names = new ArrayList<>();
        addPermitted(bound, names);
        if (names.isEmpty()) {
            names = session.types().namesFor(bound);
        }
        String simple = TypeNames.simpleName(bound);
        return names.isEmpty() || names.size() > 20 ? simple : simple + ", one of " + names;
    }

    private static void addPermitted(Class<?> type, List<String> names) {
        if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                names.add(TypeNames.simpleName(each));
                addPermitted(each, names);
            }
        }
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive()
                ? java.lang.invoke.MethodType.methodType(type).wrap().returnType()
                : type;
    }
}
