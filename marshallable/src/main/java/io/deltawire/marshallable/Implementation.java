package io.deltawire.marshallable;

/** Gives the types of this package access to their implementation. */
final class Implementation {
    /** The implementation. It is loaded by name so that this package depends on no internal package. */
    static final ObjectModel MODEL = find("io.deltawire.marshallable.internal.LibraryModel");

    private Implementation() {}

    private static ObjectModel find(String name) {
        try {
            return Class.forName(name)
                    .asSubclass(ObjectModel.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name + " is missing: the library is not complete", e);
        }
    }
}
