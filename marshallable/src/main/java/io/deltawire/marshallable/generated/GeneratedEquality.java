package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.codec.FieldEquality;
import java.lang.invoke.VarHandle;

/**
 * The superclass of generated code that compares and hashes the objects of one class by their fields. Nested values go
 * through the caller's {@link FieldEquality.Nested}, which compares by content.
 *
 * <p>Public only because generated classes are in the packages of the classes that they serve. Applications have no use
 * for this class, and it may change at any time.
 *
 * <p>Thread-safe: its only state is set once, by {@link #bind}.
 */
@SuppressWarnings("exports")
public abstract class GeneratedEquality implements FieldEquality {
    private boolean isFlat;

    /** For generated classes. */
    protected GeneratedEquality() {}

    /** @param onlySimple whether {@code equals} of every field's type compares by content */
    public final void bind(boolean onlySimple) {
        isFlat = onlySimple;
        VarHandle.releaseFence(); // as for final fields: another thread finds this object without a lock
    }

    @Override
    public final boolean isFlat() {
        return isFlat;
    }

    @Override
    public abstract boolean equal(Object a, Object b, Nested values);

    @Override
    public abstract int hash(Object object, Nested values);

    /** Compares values by content. */
    protected static boolean same(Object a, Object b, Nested values) {
        return values.equal(a, b);
    }

    /** Hashes a value by content. */
    protected static int hashOf(Object value, Nested values) {
        return values.hashOf(value);
    }
}
