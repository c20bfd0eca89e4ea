package io.deltawire.json.internal.scanner;

import io.deltawire.wire.internal.json.JsonStringDecoder;
import io.deltawire.wire.internal.json.JsonSyntax;

/**
 * Tells what an object is by its first name. It may be an ordinary object, the wrapper that a type name puts around
 * its value, or an object whose only name is escaped so that it is not read as a type name.
 */
final class ObjectClassifier {
    private final JsonScanner scanner;

    /** The bytes that begin a type name. */
    private final String typeMark;

    private final SingleEntryLookahead lookahead;

    ObjectClassifier(JsonScanner scanner, int maxDepth, String typeMark) {
        this.typeMark = typeMark;
        this.scanner = scanner;
        this.lookahead = new SingleEntryLookahead(scanner, 2 * maxDepth + 2);
    }

    void reset() {
        lookahead.reset();
    }

    /**
     * Returns the {@link LevelKind} of the object that starts at an offset of the input.
     *
     * @param typeAllowed whether it may be a wrapper; false directly inside another wrapper
     */
    byte classify(long brace, boolean typeAllowed) {
        int object = scanner.input().index(brace) - scanner.messageStart();
        int quote = object + 1;
        int c = scanner.byteAt(quote);
        while (JsonSyntax.isBlank(c)) {
            c = scanner.byteAt(++quote);
        }
        if (c != '"') {
            return LevelKind.OBJECT;
        }
        int mark = typeMark.length();
        for (int i = 0; i < mark; i++) {
            c = scanner.byteAt(quote + 1 + i);
            if (c == '\\') {
                break; // an escape may be a part of the mark
            }
            if (c != typeMark.charAt(i)) {
                return LevelKind.OBJECT;
            }
        }
        int first = scanner.byteAt(quote + 1 + mark);
        if (c != '\\' && first > ' ' && first < 0x80 && "\"\\@{[".indexOf(first) < 0) {
            // The common case, which needs no decoding.
            return typeAllowed && lookahead.isSingleEntry(object) ? LevelKind.WRAPPER : LevelKind.OBJECT;
        }
        if (!lookahead.isSingleEntry(object)) {
            return LevelKind.OBJECT;
        }
        int close = scanner.closingQuote(quote);
        String text = JsonStringDecoder.decode(
                scanner.array(), scanner.messageStart() + quote + 1, scanner.messageStart() + close);
        if (text == null || text.length() <= mark || !text.startsWith(typeMark)) {
            return LevelKind.OBJECT;
        }
        if (text.startsWith(typeMark, mark)) {
            return LevelKind.ESCAPED;
        }
        boolean isKey = "{[".indexOf(text.charAt(mark)) >= 0;
        return typeAllowed && !isKey ? LevelKind.WRAPPER : LevelKind.OBJECT;
    }
}
