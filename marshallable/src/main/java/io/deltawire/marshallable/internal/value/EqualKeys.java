package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds keys that a map tells apart, since their class has no equality of its own or the map goes by identity, and that are the same when they
 * are written: two entries of one name, of which readers refuse the second, or drop the first.
 */
public final class EqualKeys {
    private EqualKeys() {}

    /** A key as it is on the wire. */
    private record Written(Object key) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Written written && Values.areEqual(key, written.key);
        }

        @Override
        public int hashCode() {
            return Values.hash(key);
        }
    }

    /**
     * Refuses a map with such keys: texts in any format, any keys where the format takes no key twice, and none in text that is for people,
     * which shows both.
     */
    public static void refuse(Map<?, ?> map, Session session) {
        if (map.size() < 2 || session.isForPeople() || !mayHave(map)) {
            return;
        }
        boolean all = session.takesKeysOnce();
        Set<Written> seen = new HashSet<>();
        for (Object key : map.keySet()) {
            if ((all || key instanceof CharSequence) && !seen.add(new Written(key))) {
                String shown = key instanceof CharSequence text
                        ? Printable.quote(text)
                        : Printable.escape(YamlTexts.of(key).strip().replaceAll("\\s+", " ")) + " of "
                                + key.getClass().getTypeName();
                throw new WireDataException(
                        session.format(),
                        "expected a map without keys that are written alike but " + shown + " is there twice",
                        null);
            }
        }
    }

    private static boolean mayHave(Map<?, ?> map) {
        if (map instanceof IdentityHashMap) {
            return true;
        }
        for (Object key : map.keySet()) {
            boolean hasEquality = key == null
                    || key instanceof Enum
                    || key instanceof AbstractMarshallable
                    || key instanceof Comparable
                            && Containers.isOfLibrary(key.getClass())
                            && (key instanceof String || !(key instanceof CharSequence));
            if (!hasEquality) {
                return true;
            }
        }
        return false;
    }
}
