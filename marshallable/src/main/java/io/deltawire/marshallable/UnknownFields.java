package io.deltawire.marshallable;

import java.util.Map;

/**
 * An object that keeps the fields its class does not know, as a newer version may send them: they are read into the map,
 * and written back after the known ones. An object that is read into again forgets those of the message before.
 *
 * <pre>{@code
 * private final transient Map<String, Object> unknown = new LinkedHashMap<>();
 *
 * @Override
 * public Map<String, Object> unknownFields() {
 *     return unknown;
 * }
 * }</pre>
 */
public interface UnknownFields {
    /**
     * The fields kept, in the order in which they came; a map that can be changed. Null only where the object was made
     * without running its initialisers, and then unknown fields are skipped.
     */
    Map<String, Object> unknownFields();

    /** Takes an unknown field. Objects in the value whose type is not known are {@link GenericRecord}s. */
    default void unknownField(String name, Object value) {
        Map<String, Object> fields = unknownFields();
        if (fields != null) {
            fields.put(name, value);
        }
    }
}
