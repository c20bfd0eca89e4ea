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
 * Writes and reads values whose run-time class may differ from the declared type: {@code Object}, interfaces, sealed,
 * abstract and other non-final classes.
 *
 * <p>A value of another class than the declared one is written with its type name. Reading resolves that name first
 * among the names of the declared type and the subclasses it permits, then in the registry, then among the classes that
 * the class with the field declares ({@link io.deltawire.marshallable.internal.schema.DeclaredClasses}). A value without a type name
 * is read as the declared class, as the only permitted subclass, or by its token, in this order.
 */
public final class PolymorphicCodec extends ValueCodec {
    private final Class<?> bound;
    private final ValueCodec exactCodec;
    private final Codecs scope;
    private Map<String, Class<?>> permitted; // a benign race: every thread computes the same map

    /**
     * @param own the codec for values of exactly the declared class, or null where there are none
     * @param scope the scope of the class that declares the type
     */
    PolymorphicCodec(GenericType type, ValueCodec own, Codecs scope) {
        this.scope = scope;
        this.bound = type.raw();
        this.exactCodec = own;
    }

    /** Returns the codec for values of exactly the declared class, or null if that class has no fields to write. */
    public ObjectCodec exactCodec() {
        return exactCodec instanceof ObjectCodec codec ? codec : null;
    }

    /** Returns {@link #exactCodec()} if the value is of exactly the declared class, or else null. */
    ObjectCodec exactCodecOf(Object value) {
        return value.getClass() == bound && exactCodec instanceof ObjectCodec codec ? codec : null;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return null; // write() writes the type name itself
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        Class<?> type = value.getClass();
        if (exactCodec != null && type == bound) {
            exactCodec.writeNamed(out, value, session);
            return;
        }
        ValueCodec codec = type == Object.class ? refuseObject(session) : codecOf(type);
        String tag = codec.typeName(value, session);
        if (tag != null) {
            out.type(tag);
        }
        if (value instanceof Double number) {
            out.untypedFloat64(number); // neither a declared type nor a type name says that it is a double
        } else {
            codec.write(out, value, session);
        }
    }

    private static ValueCodec refuseObject(CodecContext session) {
        throw session.unwritable("a plain java.lang.Object has no content to write");
    }

    private ValueCodec codecOf(Class<?> type) {
        ValueCodec codec = scope.set().exact(type);
        return codec instanceof OptionalCodec ? OptionalCodec.IN_LIST : codec;
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        String name = in.typeName();
        if (name == null) {
            return exactCodec != null ? exactCodec.read(in, reuse, session) : readUnnamed(in, session);
        }
        // A format may recognise a null that follows a type name only now that the name has been read.
        if (in.peek() == WireToken.NULL) {
            return readNull(in, session);
        }
        Class<?> type = resolve(name, session);
        if (type == Object.class) {
            return readUnnamed(in, session);
        }
        if (type == Class.class && bound.isAssignableFrom(GenericRecord.class) && in.peek() == WireToken.TEXT) {
            return ScalarCodecs.classOrName(in, session);
        }
        if (type == null) {
            session.refuseAmbiguous(in, name);
        }
        if (type == null && bound.isAssignableFrom(GenericRecord.class)) {
            return GenericRecordCodec.read(in, scope.any(), session);
        }
        Object reusable = reuse != null && reuse.getClass() == type ? reuse : null;
        return codecOf(type, name, in, session).read(in, reusable, session);
    }

    @Override
    Object readNull(WireIn in, CodecContext session) {
        String name = in.typeName();
        Class<?> type = name == null ? null : resolve(name, session);
        if (name != null && type == null && bound.isAssignableFrom(GenericRecord.class)) {
            return GenericRecordCodec.read(in, scope.any(), session);
        }
        in.nullValue();
        Object named = type == null ? null : scope.set().exact(type).whenNull(); // for example an empty OptionalInt
        return bound.isInstance(named) ? named : whenNull();
    }

    /** @param type the class that the name stands for, or null if the name is unknown */
    private ValueCodec codecOf(Class<?> type, String name, WireIn in, CodecContext session) {
        if (type == null) {
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(expected(session)) + " but was the unknown type !"
                            + Printable.escape(name) + "; register it or allow its package (TypeRegistry)");
        }
        if (type == bound && exactCodec != null) {
            return exactCodec;
        }
        Class<?> created = type == Bytes.class ? OnHeapBytes.class : boxed(type);
        if (!bound.isAssignableFrom(created)) {
            throw session.mismatch(
                    in, "expected " + Printable.withArticle(expected(session)) + " but was !" + Printable.escape(name));
        }
        ValueCodec codec = scope.named(type);
        if (codec instanceof PolymorphicCodec) {
            throw session.mismatch(
                    in, "expected a class that objects can be of but was !" + Printable.escape(name) + ", " + type);
        }
        return codec instanceof OptionalCodec ? OptionalCodec.IN_LIST : codec;
    }

    /** Returns whether the name with which objects of a class are written selects this class. */
    public boolean selects(Class<?> type, CodecContext session) {
        return !type.isHidden() && resolve(session.nameOf(type), session) == type;
    }

    /**
     * Finds the class for a name: the declared class and its permitted subclasses take precedence over the registry.
     */
    private Class<?> resolve(String name, CodecContext session) {
        if (exactCodec != null && TypeNames.isOwnName(name, bound)) {
            return bound;
        }
        Class<?> permitted = permitted().get(name);
        if (permitted != null) {
            return permitted;
        }
        ClassLoader loader = bound.getClassLoader();
        Class<?> registered =
                loader == null ? session.findClass(name) : session.types().find(name, loader);
        return scope.choose(name, registered);
    }

    /**
     * Returns the subclasses that a sealed type permits, by each of their own names. The first of two equal names wins.
     */
    private Map<String, Class<?>> permitted() {
        Map<String, Class<?>> byName = permitted;
        if (byName == null) {
            byName = new HashMap<>();
            addPermitted(bound, byName);
            permitted = Map.copyOf(byName);
        }
        return byName;
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

    private static String describe(WireToken token) {
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

    /** Returns whether only a type name tells the class of a value of this type. */
    public boolean requiresTypeName() {
        return exactCodec == null && !hasOnePermittedClass() && bound != Object.class && !acceptsScalars();
    }

    private boolean hasOnePermittedClass() {
        return bound.isSealed() && bound.getPermittedSubclasses().length == 1;
    }

    private Object readUnnamed(WireIn in, CodecContext session) {
        if (hasOnePermittedClass()) {
            return scope.set().exact(bound.getPermittedSubclasses()[0]).read(in, null, session);
        }
        // A list also satisfies RandomAccess or Cloneable, so these types need no name.
        if (requiresTypeName() && !bound.isAssignableFrom(ArrayList.class)) {
            throw session.mismatch(
                    in,
                    "expected the type name of " + Printable.withArticle(expected(session)) + " but was "
                            + describe(in.peek()) + " without one");
        }
        Object value = UntypedValues.read(in, scope.any(), session);
        if (!bound.isInstance(value)) {
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(expected(session)) + " but was "
                            + TypeNames.simpleName(value.getClass()));
        }
        return value;
    }

    /** Returns whether a plain scalar satisfies this type, as it does Number, Comparable, Serializable or Temporal. */
    private boolean acceptsScalars() {
        return bound.isAssignableFrom(Long.class)
                || bound.isAssignableFrom(String.class)
                || java.time.temporal.Temporal.class.isAssignableFrom(bound)
                || java.time.temporal.TemporalAccessor.class == bound
                || bound.isAssignableFrom(java.time.LocalDate.class)
                || bound.isAssignableFrom(java.time.ZonedDateTime.class);
    }

    private String expected(CodecContext session) {
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
