package io.deltawire.csv;

import java.util.ArrayList;
import java.util.List;

/**
 * How the header names columns: the fields on the way from the record to the column, with a dot between. In a field's
 * name a dot is written {@code \.} and a backslash {@code \\}; a name that is {@code @type}, {@code @event} or
 * {@code @value} begins with {@code \@}; a last {@code []} or <code>{}</code> is written {@code \[]} or <code>\{}</code>.
 */
final class ColumnNames {
    static final String TYPE = "@type";
    static final String EVENT = "@event";
    static final String VALUE = "@value";
    static final String LIST = "[]";
    static final String OBJECT = "{}";

    /** Any delimiter that readers look for, quotes and line ends. */
    private static final String ALWAYS_QUOTED = ",\t;|\"\r\n";

    private ColumnNames() {}

    /** The name of a leaf in the header. */
    static String of(Column leaf) {
        StringBuilder text = new StringBuilder();
        append(leaf, leaf.isSpecial(), text);
        return text.append(leaf.mark).toString();
    }

    private static void append(Column column, boolean special, StringBuilder text) {
        if (column.parent.parent != null) {
            append(column.parent, false, text);
            text.append('.');
        }
        text.append(special ? column.name : escape(column.name));
    }

    /** A field's name as it stands between the dots. */
    static String escape(String name) {
        String escaped = name.indexOf('.') < 0 && name.indexOf('\\') < 0
                ? name
                : name.replace("\\", "\\\\").replace(".", "\\.");
        if (isReserved(name)) {
            return "\\" + escaped;
        }
        if (escaped.endsWith(LIST) || escaped.endsWith(OBJECT)) {
            int mark = escaped.length() - 2;
            return escaped.substring(0, mark) + '\\' + escaped.substring(mark);
        }
        return escaped;
    }

    /** True for the names that stand for something else than a field. */
    static boolean isReserved(String name) {
        return name.equals(TYPE) || name.equals(EVENT) || name.equals(VALUE);
    }

    /**
     * Whether a header names a column of events or types so: a line in whose column of that kind such a name stands, without quotes, is a
     * header itself.
     */
    static boolean isOfHeader(String cell) {
        return cell.equals(EVENT) || cell.equals(TYPE) || cell.endsWith("." + TYPE);
    }

    /** The mark at the end of a column's name: {@code []}, <code>{}</code> or nothing. */
    static String mark(String header) {
        boolean marked = header.endsWith(LIST) || header.endsWith(OBJECT);
        int at = header.length() - 2;
        return !marked || isEscaped(header, at) ? "" : header.substring(at);
    }

    private static boolean isEscaped(String text, int at) {
        int backslashes = 0;
        while (backslashes < at && text.charAt(at - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    /** The parts of a column's name without its mark, between unescaped dots and still escaped. */
    static List<String> split(String name) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '.') {
                parts.add(name.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(name.substring(from));
        return parts;
    }

    /** Undoes {@link #escape}; a backslash before any other character stands for itself. */
    static String unescape(String part) {
        if (part.indexOf('\\') < 0) {
            return part;
        }
        StringBuilder text = new StringBuilder(part.length());
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '\\' && i + 1 < part.length() && ".\\@[{".indexOf(part.charAt(i + 1)) >= 0) {
                c = part.charAt(++i);
            }
            text.append(c);
        }
        return text.toString();
    }

    /** Whether a name in the header must be in quotes whatever the delimiter is. */
    static boolean needQuotes(String name) {
        if (name.isEmpty() || name.charAt(0) == ' ' || name.charAt(0) == '\uFEFF') {
            return true;
        }
        for (int i = 0; i < name.length(); i++) {
            if (ALWAYS_QUOTED.indexOf(name.charAt(i)) >= 0) {
                return true;
            }
        }
        return name.charAt(name.length() - 1) == ' ';
    }
}
