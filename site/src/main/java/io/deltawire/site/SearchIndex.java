package io.deltawire.site;

import java.util.List;

/**
 * The data of the search of the site, as a script. It is not JSON, because a page that is opened from a folder may load
 * only scripts.
 */
final class SearchIndex {
    /** A section of a page, or a type, with its address and the text that is searched. */
    record Entry(String page, String heading, String address, String text) {}

    private SearchIndex() {}

    static String script(List<Entry> entries) {
        StringBuilder script = new StringBuilder("window.deltawireIndex = [\n");
        for (Entry entry : entries) {
            script.append('[');
            appendString(script, entry.page());
            script.append(',');
            appendString(script, entry.heading());
            script.append(',');
            appendString(script, entry.address());
            script.append(',');
            appendString(script, entry.text());
            script.append("],\n");
        }
        return script.append("];\n").toString();
    }

    private static void appendString(StringBuilder script, String text) {
        script.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                script.append('\\').append(c);
            } else if (c < ' ' || c == '\u2028' || c == '\u2029') {
                script.append(String.format("\\u%04x", (int) c));
            } else {
                script.append(c);
            }
        }
        script.append('"');
    }
}
