package io.deltawire.cli.message;

import io.deltawire.wire.WireToken;

/** Names a message in reports, by its event and its type. */
public final class MessageNames {
    private static final String HISTORY = "history";
    private static final String SOURCES = "sources";
    private static final String TIMINGS = "timings";

    private MessageNames() {}

    /**
     * Returns the index of the name that identifies a message, or -1 if there is none. It is the name of the first
     * entry. An event may have its message history as the first entry; then it is the name of the second.
     */
    public static int nameIndex(MessageTape tape) {
        if (tape.size() < 2 || tape.token(0) != WireToken.BEGIN_OBJECT || !isName(tape, 1)) {
            return -1;
        }
        int second = isHistory(tape) ? tape.after(2) : 1;
        return isName(tape, second) ? second : 1;
    }

    private static boolean isName(MessageTape tape, int index) {
        return tape.token(index) == WireToken.EVENT || tape.token(index) == WireToken.FIELD;
    }

    /** Whether the first entry is what {@code MessageHistory} of the object model is written as. */
    private static boolean isHistory(MessageTape tape) {
        return HISTORY.equals(tape.value(1))
                && tape.token(2) == WireToken.BEGIN_OBJECT
                && (SOURCES.equals(tape.value(3)) || TIMINGS.equals(tape.value(3)));
    }

    /** The index of the name of the event, or of the only record; -1 if there is none. */
    private static int eventIndex(MessageTape tape) {
        int name = nameIndex(tape);
        boolean isNamed = name > 0
                && (name > 1 || tape.token(name) == WireToken.EVENT || tape.token(name + 1) == WireToken.BEGIN_OBJECT);
        return isNamed ? name : -1;
    }

    /** The name of the event, or of the only record; empty if there is none. */
    public static String eventName(MessageTape tape) {
        int name = eventIndex(tape);
        return name < 0 ? "" : (String) tape.value(name);
    }

    /** The type of the event, or of the record; empty if there is none. */
    public static String type(MessageTape tape) {
        String type = tape.size() == 0 ? null : tape.type(eventIndex(tape) + 1);
        return type == null ? "" : type;
    }

    /** The name and type of the event, or the type of the record. */
    public static String event(MessageTape tape) {
        String name = eventName(tape);
        String type = type(tape);
        return type.isEmpty() ? name : name + (name.isEmpty() ? "!" : " !") + type;
    }
}
