package io.deltawire.json.internal.scanner;

import io.deltawire.json.internal.text.ClosingBraceFinder;
import io.deltawire.json.internal.text.JsonSyntax;
import io.deltawire.json.internal.text.Swar;
import java.util.Arrays;

/**
 * Answers for an object whose first name begins with {@code @} whether that is its only entry, which makes it a type
 * name. That takes a look ahead to the end of the entry, which finds the answers for all objects inside it, too, so that
 * no byte is looked at twice for it. Looks at brackets, commas and quotes only: whatever else is wrong is found when the
 * tokens are read. Not thread-safe.
 */
final class SingleEntryLookahead {
    private static final int UNKNOWN = -1;
    private static final int NO = 0;
    private static final int YES = 1;

    private final JsonScanner scanner;
    private final int maxLevels;

    // Offsets from the start of the message, ascending, and the answers.
    private int[] objects = new int[8];
    private boolean[] isOnly = new boolean[8];
    private int count;
    private int next;
    private int scannedTo;

    // For each level of the look ahead: the index of its answer, or -1.
    private int[] answers = new int[8];

    SingleEntryLookahead(JsonScanner scanner, int maxLevels) {
        this.scanner = scanner;
        this.maxLevels = maxLevels;
    }

    /** Forgets what it knows: a message begins. */
    void reset() {
        count = 0;
        next = 0;
        scannedTo = 0;
    }

    /**
     * Returns whether the object at this offset from the start of the message has one entry only.
     *
     * @param object offset of its opening brace; never less than the time before
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

    /** Answers for {@code {"@Type":{...}}} without blanks, in the window; inside of it no object is to be asked for. */
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
                // The input ends, but the tokens tell whether something is wrong before that.
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

    /** True where the first name of an object may begin with '@', written so or as an escape. */
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
