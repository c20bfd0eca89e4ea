package io.deltawire.yaml.internal.snake;

import io.deltawire.yaml.internal.text.YamlSyntax;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The input of SnakeYAML's scanner. SnakeYAML's own reader copies its window of code points again and again while a
 * word continues, so that a long word takes quadratic time and four times its length in memory. This one reads from
 * the text directly. Not thread-safe.
 */
final class DocumentStreamReader extends StreamReader {
    private static final int[] NO_SNIPPET = {};

    /** Stand for a question mark and a colon: characters for private use. */
    private static final char QUESTION_MASK = '\uE33F';

    private static final char COLON_MASK = '\uE33A';

    private final String text;

    /** Index of the first character that YAML forbids, or the length of the text. */
    private final int limit;

    /** Whether the text has surrogate pairs, so that characters differ from code points. */
    private final boolean hasPairs;

    /** Whether question marks and colons are masked. */
    private final boolean isMasked;

    private int charIndex;
    private int index;
    private int documentIndex;
    private int line;
    private int column;

    /**
     * The last position that {@link #locate} found, in code points from the current one, and its index. The next
     * search continues there.
     */
    private int cachedAhead;

    private int cachedIndex;

    DocumentStreamReader(String document) {
        super("");
        this.text = withMasks(document);
        this.isMasked = !hasMask(document);
        boolean pairs = false;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c)) {
                pairs = true;
                i += 2;
            } else if (isPrintable(c)) {
                i++;
            } else {
                break;
            }
        }
        this.limit = i;
        this.hasPairs = pairs;
    }

    private static boolean hasMask(String text) {
        return text.indexOf(QUESTION_MASK) >= 0 || text.indexOf(COLON_MASK) >= 0;
    }

    /**
     * Replaces question marks and colons that are text in YAML 1.2. In braces and brackets, SnakeYAML ends a plain
     * scalar at any question mark, and takes a colon at its beginning for the end of a key: {@code {url:
     * /map?view=keys, a: ?b, c: :d}}.
     */
    private static String withMasks(String document) {
        if (document.indexOf('?') < 0 && document.indexOf(':') < 0 || hasMask(document)) {
            return document;
        }
        StringBuilder masked = null;
        int start = 0; // of the word that the character is in
        char before = 0; // the last character of the word before, or an indicator after it
        char wordBefore = 0; // the first character of the word before
        for (int i = 0; i < document.length(); i++) {
            char c = document.charAt(i);
            if (isWordEnd(c)) {
                if (i > start) {
                    wordBefore = document.charAt(start);
                    before = document.charAt(i - 1);
                }
                if (c > ' ') {
                    wordBefore = c;
                    before = c;
                }
                start = i + 1;
                continue;
            }
            boolean isText = false;
            if (c == '?') {
                isText = i > start ? "!&*".indexOf(document.charAt(start)) < 0 : isBeforeText(document, i);
            } else if (c == ':' && i == start) {
                // After a key in quotes or brackets, or an alias, the colon needs no blank before the value.
                isText = wordBefore != '*' && "\"']}".indexOf(before) < 0 && isBeforeText(document, i);
            }
            if (isText) {
                masked = masked == null ? new StringBuilder(document) : masked;
                masked.setCharAt(i, c == '?' ? QUESTION_MASK : COLON_MASK);
            }
        }
        return masked == null ? document : masked.toString();
    }

    /** Whether a character, which may be an indicator, has another one of the same word after it. */
    private static boolean isBeforeText(String document, int index) {
        return index + 1 < document.length() && !isWordEnd(document.charAt(index + 1));
    }

    private static boolean isWordEnd(char c) {
        return c <= ' ' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
    }

    /** Reverts the masks in the text of a scalar of this document; null stays null. */
    String unmask(String part) {
        return part == null || !isMasked || !hasMask(part)
                ? part
                : part.replace(QUESTION_MASK, '?').replace(COLON_MASK, ':');
    }

    /** Returns the number of code points. */
    int length() {
        return hasPairs ? text.codePointCount(0, text.length()) : text.length();
    }

    @Override
    public Mark getMark() {
        return new Mark(YamlSyntax.FORMAT_NAME, index, line, column, NO_SNIPPET, 0);
    }

    @Override
    public void forward() {
        forward(1);
    }

    @Override
    public void forward(int length) {
        for (int i = 0; i < length && charIndex < text.length(); i++) {
            int point = pointAt(charIndex);
            charIndex += Character.charCount(point);
            index++;
            documentIndex++;
            boolean lineBreak = point == '\n'
                    || point == '\r' && charIndex < text.length() && pointAt(charIndex) != '\n'
                    || point == 0x85
                    || point == 0x2028
                    || point == 0x2029;
            if (lineBreak) {
                line++;
                column = 0;
            } else if (point != 0xFEFF) {
                column++;
            }
        }
        cachedAhead = 0;
        cachedIndex = charIndex;
    }

    @Override
    public int peek() {
        return charIndex < text.length() ? pointAt(charIndex) : '\0';
    }

    @Override
    public int peek(int ahead) {
        int there = locate(ahead);
        return there < text.length() ? pointAt(there) : '\0';
    }

    @Override
    public String prefix(int length) {
        int end = locate(length);
        if (end > limit) {
            refuse();
        }
        return text.substring(charIndex, end);
    }

    @Override
    public String prefixForward(int length) {
        int end = locate(length);
        String prefix = prefix(length);
        charIndex = end;
        index += length;
        documentIndex += length;
        // The scanner never asks for line breaks by this method.
        column += length;
        cachedAhead = 0;
        cachedIndex = charIndex;
        return prefix;
    }

    @Override
    public int getColumn() {
        return column;
    }

    @Override
    public int getDocumentIndex() {
        return documentIndex;
    }

    @Override
    public void resetDocumentIndex() {
        documentIndex = 0;
    }

    @Override
    public int getIndex() {
        return index;
    }

    @Override
    public int getLine() {
        return line;
    }

    /** Returns the index of the code point {@code ahead} of the current one, or the length of the text. */
    private int locate(int ahead) {
        if (!hasPairs) {
            return Math.min(charIndex + ahead, text.length());
        }
        int count = ahead >= cachedAhead ? cachedAhead : 0;
        int there = ahead >= cachedAhead ? cachedIndex : charIndex;
        while (count < ahead && there < text.length()) {
            there += Character.isHighSurrogate(text.charAt(there)) ? 2 : 1;
            count++;
        }
        if (count == ahead) {
            cachedAhead = count;
            cachedIndex = there;
        }
        return there;
    }

    private int pointAt(int i) {
        if (i >= limit) {
            refuse();
        }
        return hasPairs ? text.codePointAt(i) : text.charAt(i);
    }

    private void refuse() {
        throw new ReaderException(
                YamlSyntax.FORMAT_NAME,
                text.codePointCount(0, limit),
                text.charAt(limit),
                "special characters are not allowed");
    }
}
