package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.lang.reflect.Field;

/**
 * Says what the first entry of an untyped outermost object is when an object of a class is read. Text formats do not
 * distinguish the fields of that object from events.
 *
 * @param event the name of the event, or null if the entry is, or may be, a field
 * @param isUndecided whether the entry is an event only if no other entry follows
 */
record FirstEntry(String event, boolean isUndecided) {
    private static final FirstEntry FIELD = new FirstEntry(null, false);
    private static final FirstEntry UNDECIDED = new FirstEntry(null, true);

    /** Reads the name of the entry. If it is a field, the session stores its name or ordinal for the codec. */
    static FirstEntry of(WireIn in, ObjectCodec codec, Session session) {
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntry(in.fieldName(), false);
        }
        ClassPlan plan = codec.plan();
        int ordinal = in.nextField(plan.shape());
        if (ordinal >= 0 && isNamed(in, codec, session) && !holds(codec, ordinal)) {
            return new FirstEntry(plan.shape().name(ordinal), false);
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

    /**
     * Classifies the entry for a class that reads its fields with hand-written code, so that its field names are
     * unknown. That code must read the object from its beginning. The message is therefore restarted unless the entry
     * is an event; then the reader is at the value of the event.
     */
    static FirstEntry ofByHand(WireIn in, ObjectCodec codec, Session session) {
        in.beginObject();
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntry(in.fieldName(), false);
        }
        if (in.hasNext() && in.peek() != WireToken.KEY) {
            String name = in.fieldName();
            boolean isField = declares(codec.type(), name);
            if (!isField && isNamed(in, codec, session)) {
                return new FirstEntry(name, false);
            }
            if (!isField && in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null) {
                in.skipValue();
                if (!in.hasNext()) {
                    in.restartMessage();
                    in.beginObject();
                    return new FirstEntry(in.fieldName(), false);
                }
            }
        }
        in.restartMessage();
        return FIELD;
    }

    private static boolean declares(Class<?> type, String name) {
        for (Class<?> of = type; of != null; of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the value has the type name of the requested class: then it is an event even if a field has the same
     * name.
     */
    private static boolean isNamed(WireIn in, ObjectCodec codec, Session session) {
        String name = in.typeName();
        return name != null && (TypeNames.isOwnName(name, codec.type()) || session.find(name) == codec.type());
    }

    private static boolean holds(ObjectCodec codec, int ordinal) {
        return codec.plan().fields().get(ordinal).type().raw().isAssignableFrom(codec.type());
    }
}
