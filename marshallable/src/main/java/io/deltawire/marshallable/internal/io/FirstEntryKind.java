package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
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
record FirstEntryKind(String event, boolean isUndecided) {
    private static final FirstEntryKind FIELD = new FirstEntryKind(null, false);
    private static final FirstEntryKind UNDECIDED = new FirstEntryKind(null, true);

    /** Reads the name of the entry. If it is a field, the session stores its name or ordinal for the codec. */
    static FirstEntryKind of(WireIn in, ObjectCodec codec, CodecContext session) {
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntryKind(in.fieldName(), false);
        }
        ClassPlan plan = codec.plan();
        int ordinal = in.nextField(plan.shape());
        if (ordinal >= 0 && hasTypeNameOf(in, codec, session) && !accepts(codec, ordinal)) {
            return new FirstEntryKind(plan.shape().name(ordinal), false);
        }
        if (ordinal != WireIn.UNKNOWN || in.peek() == WireToken.KEY) {
            session.setFirstField(ordinal);
            return FIELD;
        }
        String name = in.fieldName();
        boolean isField = plan.formerOrdinal(name) >= 0 || in.peek() != WireToken.BEGIN_OBJECT;
        if (!isField && in.typeName() != null) {
            return new FirstEntryKind(name, false);
        }
        session.setFirstName(name);
        return isField ? FIELD : UNDECIDED;
    }

    /**
     * Classifies the entry for a class that reads its fields with hand-written code, so that its field names are
     * unknown. That code must read the object from its beginning. The message is therefore restarted unless the entry
     * is an event; then the reader is at the value of the event.
     */
    static FirstEntryKind ofHandWritten(WireIn in, ObjectCodec codec, CodecContext session) {
        in.beginObject();
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntryKind(in.fieldName(), false);
        }
        if (in.hasNext() && in.peek() != WireToken.KEY) {
            String name = in.fieldName();
            boolean isField = declares(codec.type(), name);
            if (!isField && hasTypeNameOf(in, codec, session)) {
                return new FirstEntryKind(name, false);
            }
            if (!isField && in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null) {
                in.skipValue();
                if (!in.hasNext()) {
                    in.restartMessage();
                    in.beginObject();
                    return new FirstEntryKind(in.fieldName(), false);
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
    private static boolean hasTypeNameOf(WireIn in, ObjectCodec codec, CodecContext session) {
        String name = in.typeName();
        return name != null && (TypeNames.isOwnName(name, codec.type()) || session.findClass(name) == codec.type());
    }

    private static boolean accepts(ObjectCodec codec, int ordinal) {
        return codec.plan().fields().get(ordinal).type().raw().isAssignableFrom(codec.type());
    }
}
