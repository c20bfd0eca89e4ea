package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports a wrong name of a key field, with the names that exist, before anything is written. A stream may begin with
 * messages that have no key, such as a greeting. So the first messages are held until every field of the key has been
 * found in one of them.
 */
public final class KeyCheck {
    private static final int MAX_HELD = 256;
    private static final int MAX_TOKENS = 100_000;

    private final List<String> missing;
    private final boolean isExact;
    private final List<String> names = new ArrayList<>();
    private final List<MessageTape> held = new ArrayList<>();
    private int tokens;
    private long heldBytes;

    /** @param isExact whether the fields are paths from the outermost object on, as the delta writer takes them */
    public KeyCheck(List<String> keys, boolean isExact) {
        this.missing = new ArrayList<>(keys);
        this.isExact = isExact;
    }

    /** Whether every field has been found, or there is nothing to check. */
    public boolean isDone() {
        return missing.isEmpty();
    }

    /**
     * Checks a message, or holds a copy of it until a later one has the missing fields.
     *
     * @return whether the held messages, and then this one, are to be written now
     * @throws Failure if the fields are in none of the first messages, or hold no scalar
     */
    public boolean check(MessageTape message) {
        for (String key : List.copyOf(missing)) {
            int index = isExact ? FieldPaths.exact(message, key) : FieldPaths.find(message, key);
            if (index >= 0) {
                if (isExact) {
                    requireScalar(message, key, index);
                }
                missing.remove(key);
            }
        }
        if (missing.isEmpty()) {
            return true;
        }
        if (names.isEmpty()) {
            names.addAll(FieldPaths.scalars(message));
        }
        MessageTape copy = new MessageTape();
        copy.copyFrom(message);
        held.add(copy);
        tokens += message.size();
        heldBytes += copy.bytes();
        if (held.size() == MAX_HELD || tokens > MAX_TOKENS || heldBytes > MessageMemory.maxBytes()) {
            requireFields();
        }
        return false;
    }

    /** Returns the held messages in order, and holds none of them any more. */
    public List<MessageTape> release() {
        List<MessageTape> released = List.copyOf(held);
        held.clear();
        return released;
    }

    /** Throws a {@link Failure} if messages are held whose key fields have not been found. */
    public void requireFields() {
        if (held.isEmpty()) {
            return;
        }
        int count = held.size();
        held.clear();
        String key = missing.get(0);
        String close = FieldPaths.closest(key, names);
        throw Failure.usage("--key: "
                + (count == 1 ? "the first message has no" : "none of the first " + count + " messages has a")
                + " field " + TextFormat.quote(key) + (close == null ? "." : "; did you mean " + close + "?")
                + (count == 1 ? " It has " : " The first has ") + String.join(", ", names));
    }

    private static String which(MessageTape message) {
        return message.number() == 1 ? "the first message" : "message " + message.number();
    }

    private static void requireScalar(MessageTape message, String key, int index) {
        if (message.token(index) == WireToken.BEGIN_LIST) {
            throw Failure.usage("--key: " + TextFormat.quote(key) + " is a list in " + which(message)
                    + "; a key is one value or several");
        }
        if (message.token(index) == WireToken.BEGIN_OBJECT) {
            List<String> inside = FieldPaths.scalars(message).stream()
                    .filter(path -> path.startsWith(key + "."))
                    .toList();
            throw Failure.usage("--key: " + TextFormat.quote(key) + " is an object in " + which(message)
                    + "; a key is a value" + (inside.isEmpty() ? "" : ", such as " + inside.get(0)));
        }
    }
}
