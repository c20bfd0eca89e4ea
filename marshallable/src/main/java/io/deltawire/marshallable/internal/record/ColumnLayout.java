package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.spi.object.ColumnPart;
import java.time.temporal.Temporal;

/** Divides the fields of a class into parts of columns. Generated code and its callers share these rules. */
public final class ColumnLayout {
    private ColumnLayout() {}

    /** Returns the number of parts of a class with this many fields. */
    public static int partCount(int fields) {
        return (fields + ColumnPart.MAX_FIELDS - 1) / ColumnPart.MAX_FIELDS;
    }

    /** Returns a mask of the part's key fields, with one bit for each. */
    public static long keyMask(ClassPlan plan, int part) {
        long keys = 0;
        int first = part * ColumnPart.MAX_FIELDS;
        for (int i = first; i < Math.min(plan.fields().size(), first + ColumnPart.MAX_FIELDS); i++) {
            keys |= plan.keys().contains(plan.fields().get(i)) ? 1L << i : 0;
        }
        return keys;
    }

    /** Returns the class of the values in a field's column of references; String for an enum or a char. */
    public static Class<?> referenceType(Class<?> field) {
        return Temporal.class.isAssignableFrom(field) || ImmutableTypes.isImmutable(field) ? field : String.class;
    }
}
