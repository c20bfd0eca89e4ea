package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Kind;
import java.math.BigInteger;

/**
 * The immutable object that a leaf's value was last written from or read as. A record holds such an object only as
 * tokens; the cache saves making the object again. An entry is valid while the leaf has the identical value, no matter
 * what code sets it.
 */
public final class CachedObject {
    /** Identifies the field that the value was in. In another field the same tokens may make another object. */
    private Object field;

    private Object object;
    private byte kind = Kind.ABSENT;
    private long value;
    private long raw;
    private Object ref;

    /** Caches the object for a leaf's current value. */
    public void set(Object at, Object is, RecordState record, int leaf) {
        field = at;
        object = is;
        kind = record.kind(leaf);
        value = record.value(leaf);
        raw = record.rawAt(leaf);
        ref = record.refAt(leaf);
    }

    /** Whether the cached object is for the leaf's current value in this field. */
    public boolean isFor(Object at, RecordState record, int leaf) {
        return field == at
                && kind == record.kind(leaf)
                && value == record.value(leaf)
                && raw == record.rawAt(leaf)
                && ref == record.refAt(leaf); // by identity: an equal text that is another instance counts as a miss
    }

    public Object object() {
        return object;
    }

    /** Whether another object has the same tokens; false if only the tokens can tell. */
    public boolean hasSameTokens(Object other) {
        return haveSameTokens(object, other);
    }

    /** Whether two immutable objects have the same tokens; false if only the tokens can tell. */
    public static boolean haveSameTokens(Object one, Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        Class<?> type = other.getClass();
        boolean isOfOwn = other instanceof BigInteger
                && type != BigInteger.class; // BigInteger can be extended, and the subclass may override anything
        return type == one.getClass() && !isOfOwn && other.equals(one);
    }
}
