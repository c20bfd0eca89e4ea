package io.deltawire.marshallable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A value whose type name stands for no known class. It keeps the name and the fields in order, so that writing it
 * gives what was read. A value in it has the Java type of its token: null, Boolean, Long, Double, BigDecimal, String,
 * {@code byte[]}, a date or time, List, Map, or another {@code GenericRecord}.
 *
 * <p>Immutable, except for mutable values that it contains.
 *
 * <p>Threads may share it if none changes such a value.
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
     * Returns a record that is an object with fields.
     *
     * @param typeName the type name, or null for none
     * @param fields the fields in order, which are copied; keys are strings unless the record stands for a map with
     *     other keys
     */
    public static GenericRecord ofFields(String typeName, Map<?, ?> fields) {
        return new GenericRecord(typeName, Collections.unmodifiableMap(new LinkedHashMap<>(fields)), null);
    }

    /**
     * Returns a record that is a scalar or a list with a type name.
     *
     * @param typeName the type name
     * @param value the scalar or list
     */
    public static GenericRecord ofValue(String typeName, Object value) {
        return new GenericRecord(Objects.requireNonNull(typeName), null, value);
    }

    /** Returns the type name, or null if there is none. */
    public String typeName() {
        return typeName;
    }

    /** Returns whether this is an object with fields; otherwise it is a scalar or a list. */
    public boolean isObject() {
        return fields != null;
    }

    /** Returns an unmodifiable map of the fields in order. It is empty if this is not an object. */
    public Map<Object, Object> fields() {
        return fields == null ? Map.of() : fields;
    }

    /** Returns the value of a field, or null if there is no such field. */
    public Object get(String name) {
        return fields == null ? null : fields.get(name);
    }

    /** Returns the scalar or list, or null if this is an object. */
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
     * Returns this record as YAML. {@link Marshallable#fromString} reads it as an equal record unless a class is
     * registered under the type name. A part that cannot be written is shown as {@link AbstractMarshallable#toString}
     * says.
     */
    @Override
    public String toString() {
        return Implementation.MODEL.toYaml(this);
    }
}
