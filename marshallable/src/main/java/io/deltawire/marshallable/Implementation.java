package io.deltawire.marshallable;

/** Where the types of this package find what implements them. */
public final class Implementation {
    /** The one implementation. It is known by its name, so that this package depends on nothing above it. */
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
