package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sorts the fields of each object by their names, so that dumps can be compared as text: a delta dump gives the fields
 * of a record in the order in which they first came. Entries whose keys are not names follow, in their own order. Not
 * thread-safe.
 */
public final class FieldOrder implements Transform {
    private static final int CHECKED = 4096;
    /** The approximate memory of the name of a field while an object is sorted. */
    private static final int NAME_BYTES = 100;

    /** A name, and the index of its token. */
    private record Name(String text, int index) {}

    private final MessageTape result = new MessageTape();

    @Override
    public MessageTape apply(MessageTape tape) {
        result.beginMessage(tape.kind());
        result.copyOrigin(tape);
        if (tape.size() > 0) {
            value(tape, 0);
        }
        return result;
    }

    private void value(MessageTape tape, int begin) {
        if (tape.token(begin) == WireToken.BEGIN_OBJECT) {
            tape.play(result, begin, begin + 1);
            object(tape, begin + 1);
            result.endObject();
        } else if (tape.token(begin) == WireToken.BEGIN_LIST) {
            tape.play(result, begin, begin + 1);
            int i = begin + 1;
            while (tape.token(i) != WireToken.END_LIST) {
                value(tape, i);
                i = tape.after(i);
            }
            result.endList();
        } else {
            tape.play(result, begin, begin + 1);
        }
    }

    private static void requireMemory(int fields) {
        if (fields % CHECKED == 0) {
            MessageMemory.require(
                    (long) fields * NAME_BYTES, "objects to sort whose names take", "one has more than " + fields);
        }
    }

    private void object(MessageTape tape, int first) {
        List<Name> names = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        int i = first;
        while (tape.token(i) != WireToken.END_OBJECT) {
            boolean isKey = tape.token(i) == WireToken.KEY;
            if (isKey) {
                keys.add(i);
            } else {
                names.add(new Name((String) tape.value(i), i));
            }
            requireMemory(names.size() + keys.size());
            i = isKey ? tape.after(tape.after(i + 1)) : tape.after(i + 1);
        }
        names.sort(Comparator.comparing(Name::text));
        for (Name name : names) {
            tape.play(result, name.index(), name.index() + 1);
            value(tape, name.index() + 1);
        }
        for (int key : keys) {
            result.key();
            value(tape, key + 1);
            value(tape, tape.after(key + 1));
        }
    }
}
