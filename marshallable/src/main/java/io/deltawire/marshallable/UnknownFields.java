package io.deltawire.marshallable;

import java.util.Map;

/**
 * An object that retains the fields its class does not declare, such as fields of a newer version. They are read into a
 * map and written after the declared fields. When an object is read into again, the map is cleared first.
 *
 * <pre>{@code
 * private final transient Map<String, Object> unknown = new LinkedHashMap<>();
 *
 * @Override
 * public Map<String, Object> unknownFields() {
 *     return unknown;
 * }
 * }</pre>
 *
 * <p>Only the thread that reads or writes the object calls it.
 */
public interface UnknownFields {
    /**
     * Returns the retained fields in input order, as a modifiable map. It may be null only if the object was created
     * without running its initialisers; unknown fields are skipped then.
     */
    Map<String, Object> unknownFields();

    /** Adds an unknown field. Objects of unknown type in the value are {@link GenericRecord}s. */
    default void unknownField(String name, Object value) {
        Map<String, Object> fields = unknownFields();
        if (fields != null) {
            fields.put(name, value);
        }
    }
}
