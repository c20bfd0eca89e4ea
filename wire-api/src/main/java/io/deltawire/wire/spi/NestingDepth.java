package io.deltawire.wire.spi;

/**
 * A reader that reports its nesting depth. The caller of code written by hand for one object can then check that this
 * code has consumed the whole object.
 *
 * <p>Not thread-safe.
 */
public interface NestingDepth {
    /**
     * Returns the number of open objects and lists. The next token does not count, even if it has been
     * {@linkplain io.deltawire.wire.WireIn#peek inspected}.
     */
    int depth();
}
