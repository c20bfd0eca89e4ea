package io.deltawire.cli.message;

import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireToken;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds fields of a message by path: names with dots between them, such as {@code update.symbol}. If the message is one
 * event, or has one field that holds an object, the path may omit that name: {@code symbol}.
 */
public final class FieldPaths {
    private static final int MOST_PATHS = 1000;

    private FieldPaths() {}

    /** The index of the value at a full path, or -1. */
    public static int exact(MessageTape tape, String path) {
        return within(tape, 0, path);
    }

    /** The path that a misspelt name most likely stands for, or null. */
    public static String closest(String given, List<String> paths) {
        for (String path : paths) {
            if (path.endsWith("." + given)) {
                return path;
            }
        }
        return TextFormat.closest(given, paths);
    }

    /** The index of the value at a path, or -1. */
    public static int find(MessageTape tape, String path) {
        int direct = exact(tape, path);
        if (direct >= 0) {
            return direct;
        }
        int inner = onlyValue(tape);
        return inner < 0 ? -1 : within(tape, inner, path);
    }

    /**
     * The index of an item of a list, or -1: {@code history.timings[0]} is the first one, and {@code [-1]} the last.
     */
    static int findItem(MessageTape tape, String path) {
        int bracket = path.lastIndexOf('[');
        int list = bracket < 0 ? -1 : find(tape, path.substring(0, bracket));
        if (list < 0 || tape.token(list) != WireToken.BEGIN_LIST) {
            return -1;
        }
        int wanted;
        try {
            wanted = Integer.parseInt(path.substring(bracket + 1, path.length() - 1));
        } catch (NumberFormatException e) {
            return -1;
        }
        List<Integer> items = new ArrayList<>();
        for (int i = list + 1; tape.token(i) != WireToken.END_LIST; i = tape.after(i)) {
            items.add(i);
        }
        int number = wanted < 0 ? items.size() + wanted : wanted;
        return number < 0 || number >= items.size() ? -1 : items.get(number);
    }

    /** The index of the value of the only entry of the outermost object but the message history, or -1. */
    private static int onlyValue(MessageTape tape) {
        int name = MessageNames.nameIndex(tape);
        boolean single = name > 0 && tape.after(name + 1) == tape.size() - 1;
        return single ? name + 1 : -1;
    }

    private static boolean isName(WireToken token) {
        return token == WireToken.FIELD || token == WireToken.EVENT;
    }

    private static int within(MessageTape tape, int object, String path) {
        if (object >= tape.size() || tape.token(object) != WireToken.BEGIN_OBJECT) {
            return -1;
        }
        int i = object + 1;
        while (tape.token(i) != WireToken.END_OBJECT) {
            if (!isName(tape.token(i))) {
                i = tape.after(tape.after(i + 1));
                continue;
            }
            String name = (String) tape.value(i);
            if (path.equals(name)) {
                return i + 1;
            }
            if (path.startsWith(name) && path.length() > name.length() && path.charAt(name.length()) == '.') {
                int found = within(tape, i + 1, path.substring(name.length() + 1));
                if (found >= 0) {
                    return found;
                }
            }
            i = tape.after(i + 1);
        }
        return -1;
    }

    /** The scalar at an index as people would type it; null for null and for other values. */
    public static String scalarText(MessageTape tape, int index) {
        Object value = tape.value(index);
        return switch (tape.token(index)) {
            case BOOL, INT64, TEXT, TEMPORAL -> value.toString();
            case FLOAT64 -> number(new BigDecimal(value.toString()), (Number) value);
            case DECIMAL -> value.toString();
            default -> null;
        };
    }

    /** The values of key fields with slashes between them. */
    public static String keyText(MessageTape tape, List<String> keys) {
        List<String> parts = new ArrayList<>();
        for (String key : keys) {
            int index = find(tape, key);
            parts.add(index < 0 ? "" : String.valueOf(scalarText(tape, index)));
        }
        return String.join("/", parts);
    }

    private static String number(BigDecimal exact, Number value) {
        return value.doubleValue() == Math.rint(value.doubleValue()) && Math.abs(value.doubleValue()) < 1e15
                ? exact.toBigInteger().toString()
                : exact.toPlainString();
    }

    /**
     * Returns the paths of the scalars in the outermost object and in objects inside it, since these could identify a
     * record. Of very many paths it returns the first ones.
     */
    public static Set<String> scalars(MessageTape tape) {
        Set<String> found = new LinkedHashSet<>();
        List<String> prefix = new ArrayList<>();
        String name = null;
        int lists = 0;
        for (int i = 0; i < tape.size() && found.size() < MOST_PATHS; i++) {
            switch (tape.token(i)) {
                case FIELD, EVENT -> name = (String) tape.value(i);
                case BEGIN_OBJECT -> {
                    prefix.add(name == null ? "" : name);
                    name = null;
                }
                case END_OBJECT -> prefix.remove(prefix.size() - 1);
                case BEGIN_LIST -> lists++;
                case END_LIST -> lists--;
                default -> {
                    if (lists == 0 && name != null) {
                        found.add(join(prefix, name));
                    }
                    name = null;
                }
            }
        }
        return found;
    }

    private static String join(List<String> prefix, String name) {
        StringBuilder path = new StringBuilder();
        for (String part : prefix) {
            if (!part.isEmpty()) {
                path.append(part).append('.');
            }
        }
        return path.append(name).toString();
    }
}
