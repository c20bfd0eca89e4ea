package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.List;

/** Reports a wrong name of a key field at the first message, with the names that exist. */
public final class KeyCheck {
    private final List<String> keys;
    private final boolean isExact;
    private boolean isDone;

    /** @param isExact whether the fields are paths from the outermost object on, as the delta writer takes them */
    public KeyCheck(List<String> keys, boolean isExact) {
        this.keys = keys;
        this.isExact = isExact;
        isDone = keys.isEmpty();
    }

    /** Whether the check has been made, or there is nothing to check. */
    public boolean isDone() {
        return isDone;
    }

    /** Throws a {@link Failure} if the first message lacks one of the fields. */
    public void check(MessageTape message) {
        if (isDone) {
            return;
        }
        isDone = true;
        for (String key : keys) {
            int index = isExact ? FieldPaths.exact(message, key) : FieldPaths.find(message, key);
            if (index < 0) {
                List<String> names = new ArrayList<>(FieldPaths.scalars(message));
                String close = FieldPaths.closest(key, names);
                throw Failure.usage("--key: the first message has no field " + TextFormat.quote(key)
                        + (close == null ? "." : "; did you mean " + close + "?") + " It has "
                        + String.join(", ", names));
            }
            if (isExact) {
                requireScalar(message, key, index);
            }
        }
    }

    private static void requireScalar(MessageTape message, String key, int index) {
        if (message.token(index) == WireToken.BEGIN_LIST) {
            throw Failure.usage("--key: " + TextFormat.quote(key)
                    + " is a list in the first message; a key is one value or several");
        }
        if (message.token(index) == WireToken.BEGIN_OBJECT) {
            List<String> inside = FieldPaths.scalars(message).stream()
                    .filter(path -> path.startsWith(key + "."))
                    .toList();
            throw Failure.usage(
                    "--key: " + TextFormat.quote(key) + " is an object in the first message; a key is a value"
                            + (inside.isEmpty() ? "" : ", such as " + inside.get(0)));
        }
    }
}
