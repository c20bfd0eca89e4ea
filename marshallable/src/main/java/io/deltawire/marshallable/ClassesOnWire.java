package io.deltawire.marshallable;

import java.util.IdentityHashMap;
import java.util.Objects;

/** The classes whose objects a wire has written or read as messages. Not thread-safe. */
final class ClassesOnWire {
    private static final int RECENT = 32;

    private final IdentityHashMap<Class<?>, ClassOnWire> all = new IdentityHashMap<>();
    private final ClassOnWire[] recent = new ClassOnWire[RECENT];

    /** What was got last is not kept by itself: a reference that changes with each message costs more than this look. */
    ClassOnWire get(Class<?> type) {
        ClassOnWire known = recent[System.identityHashCode(type) & RECENT - 1];
        return known != null && known.type == type ? known : among(type);
    }

    private ClassOnWire among(Class<?> type) {
        ClassOnWire known = all.computeIfAbsent(Objects.requireNonNull(type, "type"), ClassOnWire::new);
        recent[System.identityHashCode(type) & RECENT - 1] = known;
        return known;
    }
}
