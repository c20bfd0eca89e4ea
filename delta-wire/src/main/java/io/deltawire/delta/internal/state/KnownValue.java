package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Kind;
import java.math.BigInteger;

/**
 * An object that nobody can change and whose tokens alone tell what it is in a record: that which a leaf's value was written of, or read
 * as, last. It is that for as long as the leaf has the very value, whoever sets it.
 */
public final class KnownValue {
    /** Where the value is that the object was of: in another one, or of another class, its tokens may make another object. */
    private Object place;

    private Object object;
    private byte kind = Kind.ABSENT;
    private long value;
    private long raw;
    private Object ref;

    /** Notes what object a leaf's value is. */
    public void keep(Object at, Object is, RecordState record, int leaf) {
        place = at;
        object = is;
        kind = record.kind(leaf);
        value = record.value(leaf);
        raw = record.raw[leaf];
        ref = record.ref[leaf];
    }

    /** Whether it is known what object the leaf's value is, in an object at a place. */
    public boolean isOf(Object at, RecordState record, int leaf) {
        return place == at
                && kind == record.kind(leaf)
                && value == record.value(leaf)
                && raw == record.raw[leaf]
                && ref == record.ref[leaf]; // texts that are others may be equal: then it is not known
    }

    /** The object. */
    public Object object() {
        return object;
    }

    /** Whether another object has the same tokens; false where nothing but these can tell. */
    public boolean isLike(Object other) {
        return areAlike(object, other);
    }

    /** Whether two objects that nobody can change have the same tokens; false where nothing but these can tell. */
    public static boolean areAlike(Object one, Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        Class<?> type = other.getClass();
        boolean isOfOwn = other instanceof BigInteger
                && type != BigInteger.class; // anybody may extend it, and it may be anything
        return type == one.getClass() && !isOfOwn && other.equals(one);
    }
}
