package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.lang.reflect.Field;

/**
 * The kind of the first entry of an untyped outermost object when an object of a class is read: a field or an event.
 * Text formats do not distinguish them, so names and types of the class decide.
 *
 * @param event the name of the event, or null if the entry is, or may be, a field
 * @param isUndecided whether the entry is an event only if no other entry follows
 */
record FirstEntryKind(String event, boolean isUndecided) {
    private static final FirstEntryKind FIELD = new FirstEntryKind(null, false);
    private static final FirstEntryKind UNDECIDED = new FirstEntryKind(null, true);

    /**
     * Reads the name of the entry. If it is a field, the session stores its name or ordinal for the codec. A former
     * name of a field counts as its name.
     *
     * @param isDocument whether the input is one object of the class, so that an entry that can be a field is one
     */
    static FirstEntryKind of(WireIn in, ObjectCodec codec, CodecContext session, boolean isDocument) {
        if (in.hasNext() && in.peek() == WireToken.EVENT) {
            return new FirstEntryKind(in.fieldName(), false);
        }
        ClassPlan plan = codec.plan();
        int ordinal = in.nextField(plan.shape());
        String name = ordinal == WireIn.UNKNOWN && in.peek() != WireToken.KEY ? in.fieldName() : null;
        int field = name == null ? ordinal : plan.formerOrdinal(name);
        ValueType type = field < 0 ? ValueType.OTHER : ValueType.of(in, codec, session);
        if (type != ValueType.OTHER) {
            Class<?> declared = plan.fields().get(field).type().raw();
            boolean mayBeEvent = type.mayBeEvent(declared, codec.type(), isDocument);
            if (type.isEvent(declared, codec.type()) || mayBeEvent && isOnlyEntry(in)) {
                return new FirstEntryKind(name == null ? plan.shape().name(field) : name, false);
            }
            if (mayBeEvent) {
                in.restartMessage();
                in.beginObject();
                if (name == null) {
                    in.nextField(plan.shape());
                } else {
                    in.fieldName();
                }
            }
        }
        if (name == null) {
            session.setFirstField(ordinal);
            return FIELD;
        }
        boolean isField = field >= 0 || in.peek() != WireToken.BEGIN_OBJECT;
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
            Field field = find(codec.type(), name);
            ValueType type = ValueType.of(in, codec, session);
            if (field == null && type == ValueType.REQUESTED) {
                return new FirstEntryKind(name, false);
            }
            boolean mayBeEvent = field != null
                    ? type.mayBeEvent(field.getType(), codec.type(), isDocument)
                    : in.peek() == WireToken.BEGIN_OBJECT && (in.typeName() == null || type == ValueType.UNKNOWN);
            if (mayBeEvent && isOnlyEntry(in)) {
                return new FirstEntryKind(name, false);
            }
        }
        in.restartMessage();
        return FIELD;
    }

    /**
     * Returns whether no other entry follows the first one, at whose value the reader is. If so, the reader is there
     * again; otherwise it is somewhere in the message.
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

    /** Returns the field of a class or its superclasses, or null. */
    private static Field find(Class<?> type, String name) {
        for (Class<?> of = type; of != null; of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (ClassPlan.nameOf(field).equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }

    /**
     * The meaning of the type name of the entry's value. An outermost object is written with its type name, so a value
     * with a type name may belong to an event even if a field has the name of the entry.
     */
    private enum ValueType {
        /** It is the name of the requested class or of a subclass. */
        REQUESTED,
        /** It is an object with an unknown name, perhaps of a subclass that is not registered. */
        UNKNOWN,
        /** There is no type name, or it names another class. */
        OTHER;

        static ValueType of(WireIn in, ObjectCodec codec, CodecContext session) {
            String name = in.typeName();
            if (name == null) {
                return OTHER;
            }
            Class<?> requested = codec.type();
            Class<?> found = TypeNames.isOwnName(name, requested)
                    ? requested
                    : CodecSet.of(session).scope(requested).choose(name, session.findClass(name));
            if (found == null) {
                return in.peek() == WireToken.BEGIN_OBJECT ? UNKNOWN : OTHER;
            }
            return requested.isAssignableFrom(found) ? REQUESTED : OTHER;
        }

        /** Returns whether a field cannot hold the value, so that the entry is an event. */
        boolean isEvent(Class<?> field, Class<?> requested) {
            return this == REQUESTED && !field.isAssignableFrom(requested);
        }

        /**
         * Returns whether the entry is an event if no other entry follows. An object of an unknown type is the value of
         * a field that is declared as a class of the application, unless the requested class fits there as well.
         */
        boolean mayBeEvent(Class<?> field, Class<?> requested, boolean isDocument) {
            return !isDocument
                    && (this == REQUESTED
                            || this == UNKNOWN
                                    && (field.isAssignableFrom(requested)
                                            || field.isPrimitive()
                                            || field.isArray()
                                            || field.isEnum()
                                            || Containers.isLibraryClass(field)));
        }
    }
}
