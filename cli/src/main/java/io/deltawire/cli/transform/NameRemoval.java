package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireToken;

/**
 * Removes or restores the names that Deltawire puts around the fields of a message. On demand it leaves out the names
 * of events and types, and the history in front of an event.
 *
 * <p>For a table it makes an event of a message's only entry if that is an object with a type name. Text formats do not
 * distinguish such an event from a field. Not thread-safe.
 */
public final class NameRemoval {
    private final boolean removes;
    private final boolean makesEvents;
    private final MessageTape result = new MessageTape();

    public NameRemoval(boolean removes, boolean makesEvents) {
        this.removes = removes;
        this.makesEvents = makesEvents;
    }

    /** Whether messages stay as they are. */
    public boolean isNone() {
        return !removes && !makesEvents;
    }

    /** Returns the message for the target, valid until the next call. */
    public MessageTape convert(MessageTape message) {
        int name = MessageNames.nameIndex(message);
        boolean isOne = name > 0
                && message.token(name + 1) == WireToken.BEGIN_OBJECT
                && message.after(name + 1) == message.size() - 1;
        if (removes) {
            begin(message);
            if (isOne) {
                message.playUntyped(result, name + 1, message.size() - 1);
            } else {
                message.playUntyped(result, 0, message.size());
            }
            return result;
        }
        if (!makesEvents || !isOne || name > 1 || message.token(1) == WireToken.EVENT || message.type(2) == null) {
            return message;
        }
        begin(message);
        message.play(result, 0, 1);
        result.event((String) message.value(1));
        message.play(result, 2, message.size());
        return result;
    }

    private void begin(MessageTape message) {
        result.beginMessage(message.kind());
        result.copyOrigin(message);
    }
}
