package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;

/**
 * Where codecs find the codecs of values whose class is known only when they are written or read.
 *
 * <p>{@link CodecContext} has it for all codecs. The only implementation, {@link CodecSet}, creates codecs and so depends
 * on every one of them. It is reached by the name of its factory, so that no codec depends on all others.
 */
public interface CodecSource {
    /** Returns the codec for values of exactly this class. */
    ValueCodec exact(Class<?> type);

    /** Returns the codec of values of any class. */
    ValueCodec any();

    /** Returns the codecs of a registry as it is now. */
    static CodecSource of(DefaultTypeRegistry types) {
        return Holder.FACTORY.codecs(types);
    }

    /** Returns the codecs of registries. */
    interface Factory {
        /** Returns the codecs of a registry as it is now. */
        CodecSource codecs(DefaultTypeRegistry types);
    }

    /** Returns what a layer above this one implements. It is loaded by its name. */
    static <T> T loadLibrary(Class<T> services) {
        String name = "io.deltawire.marshallable.internal.LibraryServices";
        try {
            return Class.forName(name).asSubclass(services).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name + " is missing: the library is not complete", e);
        }
    }

    /** Delays loading of the factory until the first context is created. */
    final class Holder {
        private static final Factory FACTORY = loadLibrary(Factory.class);

        private Holder() {}
    }
}
