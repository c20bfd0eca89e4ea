package io.deltawire.csv.internal.table;

import java.util.ArrayList;
import java.util.List;

/**
 * How the header names columns: by the fields on the path from the record to the column, with dots between them. In a field's
 * name a dot is written {@code \.} and a backslash {@code \\}; a name that is {@code @dw:type}, {@code @dw:event} or
 * {@code @dw:value} begins with {@code \@}; a last {@code []} or <code>{}</code> is written {@code \[]} or <code>\{}</code>.
 */
public final class ColumnNames {
    /** The prefix of names with a special meaning. Tables of other programs have no such names. */
    public static final String MARK = "@dw:";

    public static final String TYPE = MARK + "type";
    public static final String EVENT = MARK + "event";
    public static final String VALUE = MARK + "value";
    public static final String LIST = "[]";
    public static final String OBJECT = "{}";

    /** Every delimiter that readers detect, the quote and the line ends. */
    private static final String ALWAYS_QUOTED = ",\t;|\"\r\n";

    private ColumnNames() {}

    /** The name of a leaf in the header. */
    public static String of(Column leaf) {
        StringBuilder text = new StringBuilder();
        boolean plain = leaf.isPlain();
        append(leaf, plain || leaf.isSpecial(), plain, text);
        return text.append(plain ? "" : leaf.mark()).toString();
    }

    private static void append(Column column, boolean special, boolean plain, StringBuilder text) {
        if (column.parent().parent() != null) {
            append(column.parent(), plain, plain, text);
            text.append('.');
        }
        text.append(special || hasPlainDots(column) ? column.name() : escape(column.name()));
    }

    /**
     * Whether the dots of a field's name need no escape, since a reader takes them for parts of it: what comes before
     * the first one is a column too. So {@code x.1}, which some tools make of a name given twice, stays as it is.
     */
    private static boolean hasPlainDots(Column column) {
        String name = column.name();
        int dot = name.indexOf('.');
        if (dot < 0 || !column.isLeaf() || column.parent().parent() != null) {
            return false;
        }
        Column before = column.parent().child(name.substring(0, dot), 0);
        return before != null
                && before.isLeaf()
                && name.indexOf('\\') < 0
                && !name.endsWith(LIST)
                && !name.endsWith(OBJECT);
    }

    /** A field's name as it stands between dots. */
    static String escape(String name) {
        String escaped = name.indexOf('.') < 0 && name.indexOf('\\') < 0
                ? name
                : name.replace("\\", "\\\\").replace(".", "\\.");
        if (isReserved(name)) {
            return "\\" + escaped;
        }
        return escaped.endsWith(LIST) || escaped.endsWith(OBJECT) ? escapeMark(escaped) : escaped;
    }

    /** Returns a name that ends with a mark as the name of a field that ends so. */
    public static String escapeMark(String name) {
        int mark = name.length() - 2;
        return name.substring(0, mark) + '\\' + name.substring(mark);
    }

    /** Whether a name stands for something else than a field. */
    static boolean isReserved(String name) {
        return name.equals(TYPE) || name.equals(EVENT) || name.equals(VALUE);
    }

    /**
     * Whether a header names a column of events or types like this. A line that has such a name, without quotes, in such a column is a
     * header itself.
     */
    public static boolean isHeaderCell(String cell) {
        return cell.equals(EVENT) || cell.equals(TYPE) || cell.endsWith("." + TYPE);
    }

    /** The mark at the end of a column's name: {@code []}, <code>{}</code> or nothing. */
    static String markOf(String header) {
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

    /** Splits a column's name without its mark at the unescaped dots; the parts are still escaped. */
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

    /** Reverts {@link #escape}. A backslash before any other character stands for itself. */
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

    /** Whether a name in the header must be in quotes, whatever the delimiter is. */
    public static boolean needQuotes(String name) {
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
