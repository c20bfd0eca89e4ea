package io.deltawire.marshallable.internal.schema;

/**
 * The field values that all new objects of a class share, for example because a constructor takes them from static
 * fields. Reading must not fill such a value, or it would change in all objects.
 *
 * @param values the shared values by the ordinals of fields, null for a field with its own value in each object; empty
 *     if there is no shared value
 */
public record SharedDefaults(Object[] values) {
    private static final SharedDefaults NONE = new SharedDefaults(new Object[0]);

    /** Finds the shared values by comparing two new objects. */
    public static SharedDefaults of(ClassPlan plan) {
        if (plan.instances().isRecord()) {
            return NONE; // a record cannot be created without values
        }
        Object one;
        Object other;
        try {
            one = plan.instances().newInstance();
            other = plan.instances().newInstance();
        } catch (IllegalStateException | AssertionError e) {
            return NONE; // an object that cannot be created has no defaults
        }
        Object[] values = new Object[plan.fields().size()];
        boolean areNone = true;
        for (int i = 0; i < values.length; i++) {
            FieldPlan field = plan.fields().get(i);
            Object value = field.isPrimitive() ? null : field.get(one);
            if (value != null && value == field.get(other)) {
                values[i] = value;
                areNone = false;
            }
        }
        return areNone ? NONE : new SharedDefaults(values);
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    /** Returns whether the value of a field is the shared one. */
    public boolean isShared(Object value, int ordinal) {
        return value != null && !isEmpty() && values[ordinal] == value;
    }
}
