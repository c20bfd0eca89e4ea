package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.MessageKind;
import java.util.List;

/**
 * Changes messages between input and output. {@link Transforms} lists the transforms in the order in which they apply.
 * An instance sees the messages of one conversion in order and may keep state from them. Not thread-safe.
 */
public interface Transform {
    /** How much of a message a transform must see before it can tell that the message stays as it is. */
    enum Scope {
        /** The kind of the message is enough. */
        KIND,
        /** {@link #changes} decides by the beginning of the message. */
        BEGINNING,
        /** The whole message has to be read. */
        MESSAGE
    }

    /** Returns the message for the next transform, valid until the next call. The given message is not changed. */
    MessageTape apply(MessageTape message);

    /**
     * Returns how much of messages of a kind must be read, always the same for a kind. If no transform needs a whole
     * message, it is copied directly from the reader to the writer.
     */
    default Scope scope(MessageKind kind) {
        return Scope.MESSAGE;
    }

    /**
     * Returns whether a message must be transformed, by its tokens up to the first name, and up to the first name
     * inside that field if it holds an object. Asked only for {@link Scope#BEGINNING}.
     */
    default boolean changes(MessageTape beginning) {
        return true;
    }

    /** Whether messages of a kind are left out, before any of them is selected or counted. */
    default boolean leavesOut(MessageKind kind) {
        return false;
    }

    /**
     * Returns the path that a field of a message has after this transform. A transform that removes the field may return
     * any path.
     *
     * @param message the message before this transform
     */
    default String pathAfter(String path, MessageTape message) {
        return path;
    }

    /** The paths of the fields that the transform's option names. One that no message has is reported as a mistake. */
    default List<String> fields() {
        return List.of();
    }

    /** Whether the transform tells records apart by the fields of {@code --key}, which must then exist. */
    default boolean usesKey() {
        return false;
    }
}
