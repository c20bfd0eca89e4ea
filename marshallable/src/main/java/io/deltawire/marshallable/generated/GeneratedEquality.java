package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.codec.Equality;
import java.lang.invoke.VarHandle;

/**
 * The superclass of generated code that compares the objects of one class by their fields. Public only because that code
 * lives in the packages of the classes that it serves; applications have no use for it, and it may change at any time.
 */
@SuppressWarnings("exports")
public abstract class GeneratedEquality implements Equality {
    private boolean isFlat;

    /** For generated classes. */
    protected GeneratedEquality() {}

    /** @param onlySimple whether no field holds what has to be looked into */
    public final void bind(boolean onlySimple) {
        isFlat = onlySimple;
        VarHandle.releaseFence(); // as behind final fields: threads that find this without a lock find that
    }

    @Override
    public final boolean isFlat() {
        return isFlat;
    }

    @Override
    public abstract boolean equal(Object a, Object b, Nested values);

    @Override
    public abstract int hash(Object object, Nested values);

    /** Compares what has to be looked into. */
    protected static boolean same(Object a, Object b, Nested values) {
        return values.equal(a, b);
    }

    /** The hash code of what has to be looked into. */
    protected static int hashOf(Object value, Nested values) {
        return values.hashOf(value);
    }
}
