package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireToken;

/**
 * Removes or restores the names that Deltawire puts around the fields of a message. On demand it leaves out the names
 * of events and types, and the history in front of an event.
 *
 * <p>For a table it makes an event of a message's only entry if that is an object with a type name. Text formats do not
 * distinguish such an event from a field. Not thread-safe.
 */
public final class NameRemoval implements Transform {
    private final boolean removes;
    private final boolean makesEvents;
    private final MessageTape result = new MessageTape();

    private NameRemoval(boolean removes, boolean makesEvents) {
        this.removes = removes;
        this.makesEvents = makesEvents;
    }

    /** Whether the options ask for messages without names. */
    public static boolean isAskedFor(Arguments arguments) {
        return arguments.choice(Option.NAMES, Option.NAMES.choices()).equals("plain");
    }

    static NameRemoval of(Arguments arguments, WireFormat target) {
        boolean isTable = target.features().contains(Feature.TABLE);
        return new NameRemoval(isAskedFor(arguments), isTable && !arguments.has(Option.COLUMNS));
    }

    @Override
    public Scope scope(MessageKind kind) {
        return removes || makesEvents ? Scope.MESSAGE : Scope.KIND;
    }

    @Override
    public String pathAfter(String path, MessageTape message) {
        int name = MessageNames.nameIndex(message);
        return removes && isOnlyObject(message, name) && path.startsWith(message.value(name) + ".")
                ? path.substring(((String) message.value(name)).length() + 1)
                : path;
    }

    /** Whether a name is that of the last entry of a message, which holds an object. */
    private static boolean isOnlyObject(MessageTape message, int name) {
        return name > 0
                && message.token(name + 1) == WireToken.BEGIN_OBJECT
                && message.after(name + 1) == message.size() - 1;
    }

    @Override
    public MessageTape apply(MessageTape message) {
        int name = MessageNames.nameIndex(message);
        boolean isOne = isOnlyObject(message, name);
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
