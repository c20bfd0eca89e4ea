package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireToken;
import java.util.List;

/**
 * Carries deletions through formats without them. Formats with records have messages that mean "this record no longer
 * exists". In other formats such a message is the last state of the record with {@code "@dw:deleted": true} as its first
 * entry; writing it to a format with records makes it a deletion again.
 *
 * <p>The record is the outermost object. If that has one entry only, which is an object, it is that object. A record
 * that is no object becomes the entry {@code @dw:value} after the mark.
 */
public final class DeletionMarks implements Transform {
    private static final String MARK = "@dw:deleted";
    private static final String VALUE = "@dw:value";

    private final boolean skips;
    /** Whether the target has deletions of its own. */
    private final boolean holds;
    /** Whether the target is a table, whose columns are known from its first message on. */
    private final boolean isTable;
    /** Whether messages that are no deletions get a mark as well. */
    private final boolean marksAll;

    private final MessageTape result = new MessageTape();

    public DeletionMarks(Arguments arguments, WireFormat target) {
        String how = arguments.get(Option.DELETIONS);
        skips = arguments.choice(Option.DELETIONS, List.of("mark", "skip")).equals("skip");
        holds = target.features().contains(Feature.RECORDS);
        isTable = target.features().contains(Feature.TABLE);
        marksAll = isTable && how != null && !skips;
    }

    @Override
    public boolean leavesOut(MessageKind kind) {
        return skips && kind == MessageKind.DELETE;
    }

    @Override
    public Scope scope(MessageKind kind) {
        if (marksAll || kind == MessageKind.DELETE) {
            return Scope.MESSAGE;
        }
        return holds ? Scope.BEGINNING : Scope.KIND;
    }

    /** Whether the first name of the message, or of the object inside it, is the mark. */
    @Override
    public boolean changes(MessageTape beginning) {
        int last = beginning.size() - 1;
        return last > 0 && beginning.token(last) == WireToken.FIELD && MARK.equals(beginning.value(last));
    }

    @Override
    public MessageTape apply(MessageTape message) {
        if (holds) {
            return unmarked(message);
        }
        if (marksAll) {
            return marked(message);
        }
        if (message.kind() != MessageKind.DELETE) {
            return message;
        }
        if (isTable) {
            throw new Failure(
                    Exit.CORRUPT,
                    "message " + message.number()
                            + " says that its record is deleted, for which the table has no column: --deletions mark adds "
                            + MARK + ", --deletions skip leaves such messages out");
        }
        return marked(message);
    }

    /** The index at which the record of a message begins; -1 if it is no object. */
    private static int record(MessageTape message) {
        if (message.size() == 0 || message.token(0) != WireToken.BEGIN_OBJECT) {
            return -1;
        }
        boolean isOneObject = (message.token(1) == WireToken.FIELD || message.token(1) == WireToken.EVENT)
                && message.token(2) == WireToken.BEGIN_OBJECT
                && message.after(2) == message.size() - 1;
        return isOneObject ? 2 : 0;
    }

    private MessageTape marked(MessageTape message) {
        int record = record(message);
        if (isMarked(message, record)) {
            return message;
        }
        result.beginMessage(MessageKind.DATA);
        result.copyOrigin(message);
        if (record < 0) {
            result.beginObject();
            mark(message);
            result.field(VALUE);
            message.play(result, 0, message.size());
            result.endObject();
            return result;
        }
        message.play(result, 0, record + 1);
        mark(message);
        message.play(result, record + 1, message.size());
        return result;
    }

    private void mark(MessageTape message) {
        result.field(MARK);
        if (message.kind() == MessageKind.DELETE) {
            result.bool(true);
        } else {
            result.nullValue();
        }
    }

    private static boolean isMarked(MessageTape message, int record) {
        return record >= 0
                && message.token(record + 1) == WireToken.FIELD
                && MARK.equals(message.value(record + 1))
                && (message.token(record + 2) == WireToken.BOOL || message.token(record + 2) == WireToken.NULL);
    }

    private MessageTape unmarked(MessageTape message) {
        int record = record(message);
        if (!isMarked(message, record)) {
            return message;
        }
        boolean isDeletion = Boolean.TRUE.equals(message.value(record + 2));
        result.beginMessage(isDeletion ? MessageKind.DELETE : message.kind());
        result.copyOrigin(message);
        int value = record + 3;
        boolean isNoObject = record == 0
                && message.token(value) == WireToken.FIELD
                && VALUE.equals(message.value(value))
                && message.after(value + 1) == message.size() - 1;
        if (isNoObject) {
            message.play(result, value + 1, message.size() - 1);
        } else {
            message.play(result, 0, record + 1);
            message.play(result, value, message.size());
        }
        return result;
    }
}
