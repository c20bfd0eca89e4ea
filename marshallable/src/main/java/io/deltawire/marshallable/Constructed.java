package io.deltawire.marshallable;

/**
 * Makes the one implementation of an interface that a lower layer declares and a higher one implements. The class is known by its name alone, so
 * that no class of the lower layer depends on one of the higher.
 */
final class Constructed {
    private Constructed() {}

    /**
     * Returns a new object of a class of this library.
     *
     * @param type what it is to be used as
     * @param name the full name of a public class with a public constructor without arguments
     */
    static <T> T of(Class<T> type, String name) {
        try {
            return type.cast(Class.forName(name).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name + " is missing: the library is not complete", e);
        }
    }
}
