package io.deltawire.json.internal.scanner;

import io.deltawire.wire.WireLocation;
import io.deltawire.wire.internal.json.JsonStringDecoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the line, column and path of an index in the current message. It scans the message again from its start, so
 * that reading without errors does not pay for keeping them.
 */
final class JsonLocationFinder {
    private final byte[] a;
    private final int to;
    private int i;

    // By level: the name or the Integer index of the entry, or null before the first entry.
    private final List<Object> entries = new ArrayList<>();
    private final List<Boolean> hasMore = new ArrayList<>();

    private JsonLocationFinder(byte[] a, int from, int to) {
        this.a = a;
        this.i = from;
        this.to = to;
    }

    /**
     * Returns the location of an index.
     *
     * @param line line in which the message starts, from 1
     * @param column column in which the message starts, from 1
     */
    static WireLocation locate(InputBuffer in, int line, int column, int index) {
        int atLine = line;
        int atColumn = column;
        for (int i = in.position; i < index; i++) {
            if (in.array[i] == '\n') {
                atLine++;
                atColumn = 1;
            } else if ((in.array[i] & 0xC0) != 0x80) {
                atColumn++;
            }
        }
        JsonLocationFinder place = new JsonLocationFinder(in.array, in.position, index);
        place.walk();
        return new WireLocation(in.offset(index), atLine, atColumn, place.path());
    }

    private void walk() {
        String text = null;
        while (i < to) {
            switch (a[i]) {
                case '{', '[' -> {
                    entries.add(a[i] == '[' ? (Object) 0 : null);
                    hasMore.add(false);
                }
                case '}', ']' -> {
                    if (!entries.isEmpty()) {
                        entries.remove(entries.size() - 1);
                        hasMore.remove(hasMore.size() - 1);
                    }
                }
                case ',' -> comma();
                case ':' -> {
                    if (!entries.isEmpty() && !(entries.get(entries.size() - 1) instanceof Integer)) {
                        entries.set(entries.size() - 1, text);
                    }
                }
                case '"' -> text = string();
                default -> {}
            }
            i++;
        }
    }

    private void comma() {
        if (!entries.isEmpty()) {
            int last = entries.size() - 1;
            entries.set(last, entries.get(last) instanceof Integer index ? (Object) (index + 1) : null);
            hasMore.set(last, true);
        }
    }

    private String string() {
        int start = ++i;
        while (i < to && a[i] != '"') {
            i += a[i] == '\\' ? 2 : 1;
        }
        return i < to ? JsonStringDecoder.decode(a, start, i) : null;
    }

    private String path() {
        StringBuilder path = new StringBuilder("$");
        for (int level = 0; level < entries.size(); level++) {
            Object entry = entries.get(level);
            if (entry instanceof Integer index) {
                path.append('[').append(index).append(']');
            } else if (entry instanceof String name && !(isType(name) && !hasMore.get(level))) {
                path.append('.').append(Printable.escape(name));
            }
        }
        return path.toString();
    }

    private static boolean isType(String name) {
        int mark = JsonSyntax.MARK.length();
        return name.length() > mark
                && name.startsWith(JsonSyntax.MARK)
                && !name.startsWith(JsonSyntax.MARK, mark)
                && "{[".indexOf(name.charAt(mark)) < 0;
    }
}
