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

    /**
     * Reads the name of the entry. If it is a field, the session stores its name or ordinal for the codec.
     *
     * @param isDocument whether the input is one object of the class, so that an entry that can be a field is one
     */
    static FirstEntryKind of(WireIn in, ObjectCodec codec, CodecContext session, boolean isDocument) {
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntryKind(in.fieldName(), false);
        }
        ClassPlan plan = codec.plan();
        int ordinal = in.nextField(plan.shape());
        if (ordinal >= 0 && hasTypeNameOf(in, codec, session)) {
            if (!accepts(codec, ordinal) || !isDocument && isOnlyEntry(in)) {
                return new FirstEntryKind(plan.shape().name(ordinal), false);
            }
            if (!isDocument) {
                in.restartMessage();
                in.beginObject();
                ordinal = in.nextField(plan.shape());
            }
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
        // In a document whose unknown fields are refused, a misspelt field must not pass for an event.
        return isField || isDocument && session.refusesUnknownFields() ? FIELD : UNDECIDED;
    }

    /**
     * Classifies the entry for a class that reads its fields with hand-written code, so that its field names are
     * unknown. That code must read the object from its beginning. The message is therefore restarted unless the entry
     * is an event; then the reader is at the value of the event.
     */
    static FirstEntryKind ofHandWritten(WireIn in, ObjectCodec codec, CodecContext session, boolean isDocument) {
        in.beginObject();
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntryKind(in.fieldName(), false);
        }
        if (in.hasNext() && in.peek() != WireToken.KEY) {
            String name = in.fieldName();
            boolean isField = declares(codec.type(), name);
            boolean isTyped = hasTypeNameOf(in, codec, session);
            if (!isField && isTyped) {
                return new FirstEntryKind(name, false);
            }
            boolean mayBeEvent =
                    isField ? isTyped && !isDocument : in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null;
            if (mayBeEvent && isOnlyEntry(in)) {
                return new FirstEntryKind(name, false);
            }
        }
        in.restartMessage();
        return FIELD;
    }

    /**
     * Returns whether no other entry follows the first one, at whose value the reader is. It is there again if so, and
     * otherwise somewhere in the message.
     */
    private static boolean isOnlyEntry(WireIn in) {
        in.skipValue();
        if (in.hasNext()) {
            return false;
        }
        in.restartMessage();
        in.beginObject();
        in.fieldName();
        return true;
    }

    private static boolean declares(Class<?> type, String name) {
        for (Class<?> of = type; of != null; of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (ClassPlan.nameOf(field).equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the value has the type name of the requested class or of a subclass. An outermost object is written with
     * its type name, so the value is that of an event even if a field has the same name.
     */
    private static boolean hasTypeNameOf(WireIn in, ObjectCodec codec, CodecContext session) {
        String name = in.typeName();
        if (name == null) {
            return false;
        }
        Class<?> found = TypeNames.isOwnName(name, codec.type()) ? codec.type() : session.findClass(name);
        return found != null && codec.type().isAssignableFrom(found);
    }

    private static boolean accepts(ObjectCodec codec, int ordinal) {
        return codec.plan().fields().get(ordinal).type().raw().isAssignableFrom(codec.type());
    }
}
