package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.spi.object.ColumnPart;
import java.time.temporal.Temporal;

/** How the fields of a class are laid out in columns: the same for the code that is generated and for what uses it. */
public final class ColumnLayout {
    private ColumnLayout() {}

    /** How many parts a class with so many fields has. */
    public static int parts(int fields) {
        return (fields + ColumnPart.MAX_FIELDS - 1) / ColumnPart.MAX_FIELDS;
    }

    /** A bit for each field of a part that names the record. */
    public static long keys(ClassPlan plan, int part) {
        long keys = 0;
        int first = part * ColumnPart.MAX_FIELDS;
        for (int i = first; i < Math.min(plan.fields().size(), first + ColumnPart.MAX_FIELDS); i++) {
            keys |= plan.keys().contains(plan.fields().get(i)) ? 1L << i : 0;
        }
        return keys;
    }

    /** The class of values that a column of references has to hold for a field; text for an enum or a char. */
    public static Class<?> referenceType(Class<?> field) {
        return Temporal.class.isAssignableFrom(field) || ImmutableTypes.isImmutable(field) ? field : String.class;
    }
}
