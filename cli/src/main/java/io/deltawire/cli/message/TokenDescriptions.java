package io.deltawire.cli.message;

import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Describes the tokens of a message for people who look at its bytes. */
public final class TokenDescriptions {
    private static final int LONGEST = 60;

    private TokenDescriptions() {}

    /** A token in a few words. */
    public static String describe(MessageTape tape, int index) {
        String type = tape.type(index) == null ? "" : "!" + tape.type(index) + " ";
        return switch (tape.token(index)) {
            case FIELD -> tape.value(index) + ":";
            case EVENT -> tape.value(index) + ": (event)";
            case KEY -> "key:";
            case BEGIN_OBJECT -> type + "{";
            case END_OBJECT -> "}";
            case BEGIN_LIST -> type + "[";
            case END_LIST -> "]";
            default -> type + value(tape, index);
        };
    }

    private static String value(MessageTape tape, int index) {
        return switch (tape.token(index)) {
            case NULL -> "null";
            case TEXT -> TextFormat.quote(shortened((String) tape.value(index)));
            case BYTES -> ((byte[]) tape.value(index)).length + " bytes";
            default -> String.valueOf(tape.value(index));
        };
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    /**
     * The scalars of a message by their paths, such as {@code trade.fills[0].price}. A type name has a path such as
     * {@code trade!}.
     */
    public static Map<String, String> texts(MessageTape tape) {
        Map<String, String> texts = new HashMap<>();
        Deque<String> prefixes = new ArrayDeque<>();
        Deque<Integer> counts = new ArrayDeque<>();
        String path = "";
        for (int i = 0; i < tape.size(); i++) {
            WireToken token = tape.token(i);
            boolean inList = !counts.isEmpty() && counts.peek() >= 0;
            boolean value = token != WireToken.FIELD && token != WireToken.EVENT && token != WireToken.KEY;
            boolean end = token == WireToken.END_OBJECT || token == WireToken.END_LIST;
            if (end) {
                prefixes.pop();
                counts.pop();
                continue;
            }
            if (value && inList) {
                int item = counts.pop();
                counts.push(item + 1);
                path = prefixes.peek() + "[" + item + "]";
            }
            if (tape.type(i) != null) {
                texts.put(path + "!", tape.type(i));
            }
            switch (token) {
                case FIELD, EVENT -> path = (prefixes.peek().isEmpty() ? "" : prefixes.peek() + ".") + tape.value(i);
                case KEY -> path = prefixes.peek() + ".?";
                case BEGIN_OBJECT, BEGIN_LIST -> {
                    prefixes.push(path);
                    counts.push(token == WireToken.BEGIN_LIST ? 0 : -1);
                }
                default -> texts.put(path, value(tape, i));
            }
        }
        return texts;
    }
}
