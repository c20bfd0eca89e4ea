package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;

/**
 * Compares and hashes by reflection. It serves where no code can be generated, and tests compare generated code with
 * it.
 */
public record ReflectiveEquality(ClassPlan plan) implements FieldEquality {
    @Override
    public boolean isFlat() {
        return false;
    }

    @Override
    public boolean equal(Object a, Object b, Nested values) {
        for (FieldPlan field : plan.fields()) {
            if (!equalField(a, b, field, values)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalField(Object a, Object b, FieldPlan plan, Nested values) {
        try {
            return switch (plan.kind()) {
                case BOOLEAN -> plan.field().getBoolean(a) == plan.field().getBoolean(b);
                case BYTE, SHORT, INT, LONG ->
                    plan.field().getLong(a) == plan.field().getLong(b);
                case CHAR -> plan.field().getChar(a) == plan.field().getChar(b);
                case FLOAT ->
                    Float.compare(plan.field().getFloat(a), plan.field().getFloat(b)) == 0;
                case DOUBLE ->
                    Double.compare(plan.field().getDouble(a), plan.field().getDouble(b)) == 0;
                default -> values.equal(plan.get(a), plan.get(b));
            };
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible when the plan was made
        }
    }

    @Override
    public int hash(Object object, Nested values) {
        int hash = 1;
        for (FieldPlan field : plan.fields()) {
            hash = 31 * hash + hashOfField(object, field, values);
        }
        return hash;
    }

    private static int hashOfField(Object object, FieldPlan plan, Nested values) {
        try {
            return switch (plan.kind()) {
                case BOOLEAN -> Boolean.hashCode(plan.field().getBoolean(object));
                case BYTE, SHORT, INT, LONG -> Long.hashCode(plan.field().getLong(object));
                case CHAR -> plan.field().getChar(object);
                case FLOAT -> Float.hashCode(plan.field().getFloat(object));
                case DOUBLE -> Double.hashCode(plan.field().getDouble(object));
                default -> values.hashOf(plan.get(object));
            };
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible when the plan was made
        }
    }
}
