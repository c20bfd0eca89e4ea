package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;

/**
 * What the first entry of an untyped outermost object is, where an object of a class is wanted: text formats do not tell
 * the fields of that object from events.
 *
 * @param event the name of the event that it is; null where it is, or may be, a field
 * @param isUndecided whether it is an event only if no other entry follows
 */
record FirstEntry(String event, boolean isUndecided) {
    private static final FirstEntry FIELD = new FirstEntry(null, false);
    private static final FirstEntry UNDECIDED = new FirstEntry(null, true);

    /** Takes the name of the entry; that of a field is noted in the session. */
    static FirstEntry of(WireIn in, ObjectCodec codec, Session session) {
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntry(in.fieldName(), false);
        }
        ClassPlan plan = codec.plan();
        int ordinal = in.nextField(plan.shape);
        if (ordinal >= 0 && isNamed(in, codec, session) && !holds(codec, ordinal)) {
            return new FirstEntry(plan.shape.name(ordinal), false);
        }
        if (ordinal != WireIn.UNKNOWN || in.peek() == WireToken.KEY) {
            session.setFirstField(ordinal);
            return FIELD;
        }
        String name = in.fieldName();
        boolean isField = plan.formerOrdinal(name) >= 0 || in.peek() != WireToken.BEGIN_OBJECT;
        if (!isField && in.typeName() != null) {
            return new FirstEntry(name, false);
        }
        session.setFirstName(name);
        return isField ? FIELD : UNDECIDED;
    }

    /** Whether the value has the type name of the class wanted: an event may be named as a field is. */
    private static boolean isNamed(WireIn in, ObjectCodec codec, Session session) {
        String name = in.typeName();
        return name != null && (TypeRegistry.isOwnName(name, codec.type()) || session.find(name) == codec.type());
    }

    private static boolean holds(ObjectCodec codec, int ordinal) {
        return codec.plan().fields.get(ordinal).type().raw().isAssignableFrom(codec.type());
    }
}
