package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.LastMessages;
import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireToken;
import java.util.List;
import java.util.Objects;

/**
 * Reduces each message to what differs from the last message of the same record: the key fields and the changed fields.
 * The first message of a record remains whole. A bounded number of records is remembered; a record that has been
 * forgotten is shown whole again.
 */
public final class RecordChanges implements Transform {
    private final List<String> keys;
    private final LastMessages records = new LastMessages();
    private final MessageTape result = new MessageTape();

    /**
     * @param keys the paths of the fields that together identify a record; if there are none, all messages of one event
     *      and type are one record
     */
    public RecordChanges(List<String> keys) {
        this.keys = keys;
    }

    @Override
    public boolean usesKey() {
        return true;
    }

    @Override
    public MessageTape apply(MessageTape tape) {
        String record = record(tape, keys);
        MessageTape previous = records.get(record);
        MessageTape shown = tape;
        if (previous != null && isObject(tape) && isObject(previous)) {
            result.beginMessage(tape.kind());
            object(tape, 0, previous, 0);
            shown = result;
        }
        records.put(record, tape);
        return shown;
    }

    private static boolean isObject(MessageTape tape) {
        return tape.size() > 0 && tape.token(0) == WireToken.BEGIN_OBJECT;
    }

    /** Identifies the record of a message: by its event, its type and the values of the key fields. */
    public static String record(MessageTape tape, List<String> keys) {
        StringBuilder name = new StringBuilder();
        int event = MessageNames.nameIndex(tape);
        if (event > 0 && tape.token(event + 1) == WireToken.BEGIN_OBJECT) {
            name.append(tape.value(event)).append('\0').append(tape.type(event + 1));
        }
        for (String key : keys) {
            int index = FieldPaths.find(tape, key);
            name.append('\0');
            name.append(index < 0 ? "\1" : FieldPaths.scalarText(tape, index));
        }
        return name.toString();
    }

    private void object(MessageTape tape, int begin, MessageTape old, int oldBegin) {
        if (tape.type(begin) != null) {
            result.type(tape.type(begin));
        }
        result.beginObject();
        int i = begin + 1;
        while (tape.token(i) != WireToken.END_OBJECT) {
            int value = tape.token(i) == WireToken.KEY ? tape.after(i + 1) : i + 1;
            int end = tape.after(value);
            int was = tape.token(i) == WireToken.KEY ? -1 : valueOf(old, oldBegin, (String) tape.value(i));
            if (was < 0) {
                tape.play(result, i, end);
            } else if (!same(tape, value, end, old, was)) {
                changed(tape, i, end, old, was);
            } else if (isKey((String) tape.value(i))) {
                tape.play(result, i, end);
            }
            i = end;
        }
        result.endObject();
    }

    private void changed(MessageTape tape, int name, int end, MessageTape old, int was) {
        boolean objects = tape.token(name + 1) == WireToken.BEGIN_OBJECT && old.token(was) == WireToken.BEGIN_OBJECT;
        if (objects) {
            tape.play(result, name, name + 1);
            object(tape, name + 1, old, was);
        } else {
            tape.play(result, name, end);
        }
    }

    private boolean isKey(String name) {
        for (String key : keys) {
            if (key.equals(name) || key.endsWith("." + name)) {
                return true;
            }
        }
        return false;
    }

    private static int valueOf(MessageTape tape, int begin, String name) {
        int i = begin + 1;
        while (tape.token(i) != WireToken.END_OBJECT) {
            if (tape.token(i) == WireToken.KEY) {
                i = tape.after(tape.after(i + 1));
            } else if (name.equals(tape.value(i))) {
                return i + 1;
            } else {
                i = tape.after(i + 1);
            }
        }
        return -1;
    }

    private static boolean same(MessageTape a, int begin, int end, MessageTape b, int other) {
        if (b.after(other) - other != end - begin) {
            return false;
        }
        for (int i = begin, j = other; i < end; i++, j++) {
            if (a.token(i) != b.token(j)
                    || !Objects.equals(a.type(i), b.type(j))
                    || !Objects.deepEquals(a.value(i), b.value(j))) {
                return false;
            }
        }
        return true;
    }
}
