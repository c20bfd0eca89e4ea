package io.deltawire.json.internal.scanner;

import io.deltawire.json.internal.text.ClosingBraceFinder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import java.util.Arrays;

/**
 * Looks ahead whether an object whose first name starts with {@link JsonSyntax#MARK} has only that entry, which makes the name a
 * type name.
 *
 * <p>One scan to the end of the entry answers the question for all objects inside it as well, so that no byte is
 * scanned twice. The scan looks at brackets, commas and quotes only; any other error is found when the tokens are
 * read. Not thread-safe.
 */
final class SingleEntryLookahead {
    private static final int UNKNOWN = -1;
    private static final int NO = 0;
    private static final int YES = 1;

    private final JsonScanner scanner;
    private final int maxLevels;

    // The answers so far: offsets of objects from the start of the message, ascending, and whether each has one entry.
    private int[] objects = new int[8];
    private boolean[] isOnly = new boolean[8];
    private int count;
    private int next;
    private int scannedTo;

    // By level of the scan: the index of the object's answer, or -1 if none is needed.
    private int[] answers = new int[8];

    SingleEntryLookahead(JsonScanner scanner, int maxLevels) {
        this.scanner = scanner;
        this.maxLevels = maxLevels;
    }

    void reset() {
        count = 0;
        next = 0;
        scannedTo = 0;
    }

    /**
     * Returns whether the object at an offset from the start of the message has exactly one entry.
     *
     * @param object offset of the opening brace; must not be less than in the call before
     */
    boolean isSingleEntry(int object) {
        if (object >= scannedTo) {
            int answer = scanCompactObject(object);
            if (answer != UNKNOWN) {
                return answer == YES;
            }
            count = 0;
            next = 0;
            scanAhead(object);
        }
        while (next < count && objects[next] < object) {
            next++;
        }
        return next < count && objects[next] == object && isOnly[next];
    }

    /**
     * Answers for {@code {"@dw:Type":{...}}} without blanks if it is in the window and needs no answer for an object
     * inside it.
     */
    private int scanCompactObject(int object) {
        byte[] a = scanner.array();
        int end = scanner.end();
        int quote = scanner.messageStart() + object + 1;
        if (quote >= end || a[quote] != '"') {
            return UNKNOWN;
        }
        int close = Swar.indexOfSpecial(a, quote + 1, end);
        if (close + 2 >= end || a[close] != '"' || a[close + 1] != ':' || a[close + 2] != '{') {
            return UNKNOWN;
        }
        int brace = ClosingBraceFinder.find(a, close + 3, end);
        if (brace == ClosingBraceFinder.UNKNOWN || brace + 1 >= end) {
            return UNKNOWN;
        }
        return a[brace + 1] == '}' ? YES : a[brace + 1] == ',' ? NO : UNKNOWN;
    }

    private void scanAhead(int object) {
        int level = -1;
        int i = object;
        do {
            int c = scanner.byteAt(i);
            switch (c) {
                case '{', '[':
                    if (++level == maxLevels) {
                        scannedTo = i;
                        return;
                    }
                    push(level, c == '{' && beginsWithAt(i + 1) ? addObject(i) : -1);
                    break;
                case ',':
                    if (answers[level] >= 0) {
                        isOnly[answers[level]] = false;
                        if (level == 0) {
                            scannedTo = i;
                            return;
                        }
                    }
                    break;
                case '}', ']':
                    level--;
                    break;
                case '"':
                    i = scanner.findClosingQuote(i);
                    break;
                case -1:
                    i = -i;
                    break;
                default:
                    break;
            }
            if (i < 0) {
                // The input ends here. Reading the tokens will tell whether an error comes before that.
                scannedTo = Integer.MAX_VALUE;
                return;
            }
            i++;
        } while (level >= 0);
        scannedTo = i;
    }

    private void push(int level, int answer) {
        if (level == answers.length) {
            answers = Arrays.copyOf(answers, 2 * level);
        }
        answers[level] = answer;
    }

    private int addObject(int object) {
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, 2 * count);
            isOnly = Arrays.copyOf(isOnly, 2 * count);
        }
        objects[count] = object;
        isOnly[count] = true;
        return count++;
    }

    /** Returns whether the first name of an object may start with the mark: its first character may be '@'. */
    private boolean beginsWithAt(int afterBrace) {
        int i = afterBrace;
        while (JsonSyntax.isBlank(scanner.byteAt(i))) {
            i++;
        }
        if (scanner.byteAt(i) != '"') {
            return false;
        }
        int c = scanner.byteAt(i + 1);
        return c == '@' || c == '\\';
    }
}
