package io.deltawire.cli.message;

import io.deltawire.wire.WireToken;

/** Names a message in reports, by its event and its type. */
public final class MessageNames {
    private MessageNames() {}

    private static boolean isNamed(MessageTape tape) {
        return tape.size() > 2
                && (tape.token(1) == WireToken.EVENT
                        || tape.token(1) == WireToken.FIELD && tape.token(2) == WireToken.BEGIN_OBJECT);
    }

    /** The name of the event, or of the only record; empty if there is none. */
    public static String eventName(MessageTape tape) {
        return isNamed(tape) ? (String) tape.value(1) : "";
    }

    /** The type of the event, or of the record; empty if there is none. */
    public static String type(MessageTape tape) {
        String type = tape.size() == 0 ? null : tape.type(isNamed(tape) ? 2 : 0);
        return type == null ? "" : type;
    }

    /** The name and type of the event, or the type of the record. */
    public static String event(MessageTape tape) {
        String name = eventName(tape);
        String type = type(tape);
        return type.isEmpty() ? name : name + (name.isEmpty() ? "!" : " !") + type;
    }
}
