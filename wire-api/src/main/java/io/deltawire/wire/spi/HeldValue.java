package io.deltawire.wire.spi;

/** What a format keeps in place of a value, together with more that it needs to know of it. */
public interface HeldValue {
    /** The value itself. */
    Object value();

    /** The value that a column holds, be it kept as it is or not. */
    static Object unwrap(Object held) {
        return held instanceof HeldValue more ? more.value() : held;
    }

    /** Whether a value equals the one that a column holds. */
    static boolean same(Object value, Object held) {
        if (value == held) {
            return true;
        }
        return value != null && held != null && value.equals(unwrap(held));
    }
}
