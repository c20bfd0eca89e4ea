package io.deltawire.cli.message;

import io.deltawire.wire.WireToken;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The fields of a message with nested objects flattened: from the path to the tokens of the value. A list counts as one
 * value.
 */
public final class MessageFields {
    private static final int CHECKED = 4096;
    /** What a field and its path take. */
    private static final int LEAF_BYTES = 200;

    private MessageFields() {}

    /**
     * A value on a tape.
     *
     * @param name the index of the token with its name
     * @param end the index after its last token
     */
    public record Leaf(int name, int end) {}

    /** The fields of a message by their paths. */
    public static Map<String, Leaf> of(MessageTape tape) {
        Map<String, Leaf> leaves = new LinkedHashMap<>();
        if (tape.size() > 0 && tape.token(0) == WireToken.BEGIN_OBJECT) {
            object(tape, 0, "", leaves);
        }
        return leaves;
    }

    private static void object(MessageTape tape, int begin, String prefix, Map<String, Leaf> leaves) {
        int i = begin + 1;
        while (tape.token(i) != WireToken.END_OBJECT) {
            boolean keyed = tape.token(i) == WireToken.KEY;
            int value = keyed ? tape.after(i + 1) : i + 1;
            int end = tape.after(value);
            String path = prefix + (keyed ? "?" : tape.value(i));
            if (tape.token(value) == WireToken.BEGIN_OBJECT && !keyed) {
                object(tape, value, path + ".", leaves);
            } else {
                leaves.put(path, new Leaf(i, end));
                if (leaves.size() % CHECKED == 0) {
                    MessageMemory.require(
                            (long) leaves.size() * LEAF_BYTES,
                            "messages whose fields take",
                            "one has more than " + leaves.size() + " fields");
                }
            }
            i = end;
        }
    }

    /** Whether two fields have equal values. */
    public static boolean same(MessageTape a, Leaf leaf, MessageTape b, Leaf other) {
        if (leaf.end() - leaf.name() != other.end() - other.name()) {
            return false;
        }
        for (int i = leaf.name(), j = other.name(); i < leaf.end(); i++, j++) {
            if (a.token(i) != b.token(j) || !Objects.deepEquals(a.value(i), b.value(j))) {
                return false;
            }
        }
        return true;
    }
}
