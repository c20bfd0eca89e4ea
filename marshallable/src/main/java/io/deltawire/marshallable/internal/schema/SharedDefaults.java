package io.deltawire.marshallable.internal.schema;

/**
 * The values that fields have in every new object of a class alike: those that its constructor takes from static fields.
 *
 * @param values by the ordinals of fields; null where each object has its own, and empty where all have
 */
public record SharedDefaults(Object[] values) {
    private static final SharedDefaults NONE = new SharedDefaults(new Object[0]);

    /** Finds them: what two new objects both have. */
    public static SharedDefaults of(ClassPlan plan) {
        if (plan.instances().isRecord()) {
            return NONE; // of which there is no new object without values
        }
        Object one;
        Object other;
        try {
            one = plan.instances().make();
            other = plan.instances().make();
        } catch (IllegalStateException | AssertionError e) {
            return NONE; // no new object, no default
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

    public boolean areNone() {
        return values.length == 0;
    }

    /** Whether what a field holds is one of them. */
    public boolean has(Object held, int ordinal) {
        return held != null && !areNone() && values[ordinal] == held;
    }
}
