package io.deltawire.json;

/**
 * Says of an object that begins what it is, which its first name decides: an object, the wrapper that a type name makes
 * around its value, or an object whose only name is escaped so that it is not taken for that.
 */
final class ObjectKinds {
    private final JsonScanner scanner;
    private final OnlyEntries onlyEntries;

    ObjectKinds(JsonScanner scanner, int maxDepth) {
        this.scanner = scanner;
        this.onlyEntries = new OnlyEntries(scanner, 2 * maxDepth + 2);
    }

    /** Begins a message. */
    void reset() {
        onlyEntries.reset();
    }

    /**
     * The kind of the object that begins at an offset from the start of the input, as in {@link JsonScanner}.
     *
     * @param typeAllowed whether it may be a wrapper: not right inside of another one
     */
    byte at(long brace, boolean typeAllowed) {
        int object = scanner.in.index(brace) - scanner.in.position;
        int quote = object + 1;
        int c = scanner.byteAt(quote);
        while (JsonScanner.isBlank(c)) {
            c = scanner.byteAt(++quote);
        }
        if (c != '"') {
            return JsonScanner.OBJECT;
        }
        c = scanner.byteAt(quote + 1);
        int second = scanner.byteAt(quote + 2);
        if (c == '@' && second > ' ' && second < 0x80 && "\"\\@{[".indexOf(second) < 0) {
            // The ordinary case, for which no text has to be made.
            return typeAllowed && onlyEntries.at(object) ? JsonScanner.WRAPPER : JsonScanner.OBJECT;
        }
        if (c != '@' && c != '\\' || !onlyEntries.at(object)) {
            return JsonScanner.OBJECT;
        }
        int close = scanner.closingQuote(quote);
        String text = JsonStrings.decode(scanner.a, scanner.in.position + quote + 1, scanner.in.position + close);
        if (text == null || text.length() < 2 || text.charAt(0) != '@') {
            return JsonScanner.OBJECT;
        }
        return switch (text.charAt(1)) {
            case '@' -> JsonScanner.ESCAPED;
            case '{', '[' -> JsonScanner.OBJECT;
            default -> typeAllowed ? JsonScanner.WRAPPER : JsonScanner.OBJECT;
        };
    }
}
