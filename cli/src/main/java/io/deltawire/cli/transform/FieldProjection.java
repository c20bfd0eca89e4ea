package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireToken;
import java.util.List;

/** Reduces a message to the fields that were asked for. */
public final class FieldProjection implements Transform {
    private final List<String> paths;
    private final MessageTape result = new MessageTape();

    public FieldProjection(List<String> paths) {
        this.paths = paths;
    }

    @Override
    public List<String> fields() {
        return paths;
    }

    @Override
    public MessageTape apply(MessageTape tape) {
        result.beginMessage(tape.kind());
        if (tape.size() == 0 || tape.token(0) != WireToken.BEGIN_OBJECT) {
            tape.play(result, 0, tape.size());
        } else {
            object(tape, 0, "", true);
        }
        return result;
    }

    private void object(MessageTape tape, int begin, String prefix, boolean outermost) {
        if (tape.type(begin) != null) {
            result.type(tape.type(begin));
        }
        result.beginObject();
        int i = begin + 1;
        while (tape.token(i) != WireToken.END_OBJECT) {
            if (tape.token(i) == WireToken.KEY) {
                i = tape.after(tape.after(i + 1));
                continue;
            }
            entry(tape, i, prefix, outermost);
            i = tape.after(i + 1);
        }
        result.endObject();
    }

    private void entry(MessageTape tape, int name, String prefix, boolean outermost) {
        String path = prefix + tape.value(name);
        int value = name + 1;
        boolean isObject = tape.token(value) == WireToken.BEGIN_OBJECT;
        if (paths.contains(path)) {
            tape.play(result, name, tape.after(value));
        } else if (isObject && leadsOn(path)) {
            tape.play(result, name, value);
            object(tape, value, path + ".", false);
        } else if (isObject && outermost && tape.after(value) == tape.size() - 1 && name == 1) {
            // Paths may omit the name of the only event, as in keys.
            tape.play(result, name, value);
            object(tape, value, "", false);
        }
    }

    private boolean leadsOn(String path) {
        for (String wanted : paths) {
            if (wanted.startsWith(path) && wanted.length() > path.length() && wanted.charAt(path.length()) == '.') {
                return true;
            }
        }
        return false;
    }
}
