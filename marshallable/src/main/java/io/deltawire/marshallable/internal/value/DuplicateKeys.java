package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Refuses maps with keys that differ in the map but are equal on the wire.
 *
 * <p>A map can hold such keys if it compares by identity, or if their class does not define equality. Written, they
 * would be two entries with one name: readers refuse the second one or lose the first.
 */
public final class DuplicateKeys {
    private DuplicateKeys() {}

    /** A key that is compared by its content on the wire. */
    private record Written(Object key) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Written written && WireEquality.areEqual(key, written.key);
        }

        @Override
        public int hashCode() {
            return WireEquality.hash(key);
        }
    }

    /**
     * Refuses a map with equal keys. Text keys are checked in every format, other keys only if readers of the format
     * refuse them. Output for people is not checked, since it may show both.
     *
     * @throws WireDataException if there are two equal keys
     */
    public static void refuse(Map<?, ?> map, CodecContext session) {
        if (map.size() < 2 || session.isForDisplay() || !mayHaveEqualKeys(map)) {
            return;
        }
        boolean checksAll = session.refusesEqualKeys();
        Set<Written> distinct = new HashSet<>();
        for (Object key : map.keySet()) {
            if ((checksAll || key instanceof CharSequence) && !distinct.add(new Written(key))) {
                String shown = key instanceof CharSequence text
                        ? Printable.quote(text)
                        : Printable.escape(YamlTexts.forDisplay(key).strip().replaceAll("\\s+", " ")) + " of "
                                + key.getClass().getTypeName();
                throw new WireDataException(
                        session.format(),
                        "expected a map without keys that are written alike but " + shown + " is there twice",
                        null);
            }
        }
    }

    /** Returns whether a map may hold equal keys: it compares by identity, or a key's class may not define equality. */
    private static boolean mayHaveEqualKeys(Map<?, ?> map) {
        if (map instanceof IdentityHashMap) {
            return true;
        }
        for (Object key : map.keySet()) {
            boolean hasEquality = key == null
                    || key instanceof Enum
                    || key instanceof AbstractMarshallable
                    || key instanceof Comparable
                            && Containers.isLibraryClass(key.getClass())
                            && (key instanceof String || !(key instanceof CharSequence));
            if (!hasEquality) {
                return true;
            }
        }
        return false;
    }
}
