package io.deltawire.marshallable;

import java.util.IdentityHashMap;
import java.util.Objects;

/** The classes whose objects a wire has written or read as messages. Not thread-safe. */
final class ClassesOnWire {
    private static final int RECENT = 32;

    private final IdentityHashMap<Class<?>, ClassOnWire> all = new IdentityHashMap<>();
    private final ClassOnWire[] recent = new ClassOnWire[RECENT];
    private ClassOnWire last;

    ClassOnWire get(Class<?> type) {
        ClassOnWire known = last;
        return known != null && known.type == type ? known : among(type);
    }

    private ClassOnWire among(Class<?> type) {
        int at = System.identityHashCode(type) & RECENT - 1;
        ClassOnWire known = recent[at];
        if (known == null || known.type != type) {
            known = all.computeIfAbsent(Objects.requireNonNull(type, "type"), ClassOnWire::new);
            recent[at] = known;
        }
        last = known;
        return known;
    }
}
