package io.deltawire.marshallable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An object whose type name stands for no known class: it keeps the name and the fields in order, and is written back as
 * it was read. Values are what their tokens are: null, Boolean, Long, Double, BigDecimal, String, {@code byte[]}, a
 * date or time, List, Map, and the objects inside.
 *
 * <p>Immutable, apart from the values in it.
 */
public final class GenericRecord {
    private final String typeName;
    private final Map<Object, Object> fields;
    private final Object value;

    private GenericRecord(String typeName, Map<Object, Object> fields, Object value) {
        this.typeName = typeName;
        this.fields = fields;
        this.value = value;
    }

    /**
     * Returns an object.
     *
     * @param typeName its type name, or null for none
     * @param fields its fields in order; keys are text except in maps whose keys are not. Copied.
     */
    public static GenericRecord ofFields(String typeName, Map<?, ?> fields) {
        return new GenericRecord(typeName, Collections.unmodifiableMap(new LinkedHashMap<>(fields)), null);
    }

    /**
     * Returns a scalar or list with a type name.
     *
     * @param typeName its type name
     * @param value what the name stands before
     */
    public static GenericRecord ofValue(String typeName, Object value) {
        return new GenericRecord(Objects.requireNonNull(typeName), null, value);
    }

    /** The type name, or null. */
    public String typeName() {
        return typeName;
    }

    /** Whether this is an object with fields, and not a scalar or list. */
    public boolean isObject() {
        return fields != null;
    }

    /** The fields in order; unmodifiable; empty where this is not an object. */
    public Map<Object, Object> fields() {
        return fields == null ? Map.of() : fields;
    }

    /** The value of a field, or null where there is none. */
    public Object get(String name) {
        return fields == null ? null : fields.get(name);
    }

    /** The scalar or list, or null where this is an object. */
    public Object value() {
        return value;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof GenericRecord other
                && Objects.equals(typeName, other.typeName)
                && isObject() == other.isObject()
                && Implementation.MODEL.areEqual(fields, other.fields)
                && Implementation.MODEL.areEqual(value, other.value);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Objects.hashCode(typeName) + Implementation.MODEL.hash(fields))
                + Implementation.MODEL.hash(value);
    }

    /**
     * Returns this as YAML, of which {@link Marshallable#fromString} makes an equal record where no class has the type's name.
     *
     * @throws io.deltawire.wire.WireDataException where the record is inside itself, or deeper than 1,000 levels
     */
    @Override
    public String toString() {
        return Implementation.MODEL.toYaml(this);
    }
}
