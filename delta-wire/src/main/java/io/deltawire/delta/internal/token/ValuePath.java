package io.deltawire.delta.internal.token;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.List;

/** Follows tokens, and formats the path of the last one. Only errors use it. */
final class ValuePath {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> items = new ArrayList<>();

    /**
     * Adds the next token.
     *
     * @param depth the number of objects and lists around it
     * @param name the last name that came
     */
    void add(WireToken token, int depth, String name) {
        makeRoom(depth);
        switch (token) {
            case FIELD, EVENT -> names.set(depth, name);
            case KEY -> names.set(depth, "?");
            case END_OBJECT, END_LIST, END_MESSAGE -> {}
            default -> {
                items.set(depth, items.get(depth) + 1);
                if (token == WireToken.BEGIN_OBJECT || token == WireToken.BEGIN_LIST) {
                    makeRoom(depth + 1);
                    names.set(depth + 1, "");
                    items.set(depth + 1, -1);
                }
            }
        }
    }

    private void makeRoom(int depth) {
        while (names.size() <= depth) {
            names.add("");
            items.add(-1);
        }
    }

    /** @param objects by level, whether it is an object and not a list */
    String format(boolean[] objects, int depth) {
        StringBuilder path = new StringBuilder("$");
        for (int i = 1; i <= depth; i++) {
            if (objects[i - 1]) {
                path.append('.').append(Printable.escape(names.get(i)));
            } else {
                path.append('[').append(Math.max(0, items.get(i))).append(']');
            }
        }
        return path.toString();
    }
}
