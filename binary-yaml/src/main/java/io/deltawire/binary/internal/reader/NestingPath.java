package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.wire.spi.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Finds the path to a position by scanning the open levels again. So paths cost nothing until there is an error. */
final class NestingPath {
    private NestingPath() {}

    /**
     * Returns the path to a position, for example {@code $.update.bids[3]}.
     *
     * @param position the index in the innermost level
     * @param named whether the position is after the name of an entry
     */
    static String find(NestingLevel innermost, int position, boolean named) {
        Deque<NestingLevel> levels = new ArrayDeque<>();
        for (NestingLevel level = innermost; level != null; level = level.outer()) {
            levels.push(level);
        }
        StringBuilder path = new StringBuilder("$");
        while (!levels.isEmpty()) {
            NestingLevel level = levels.pop();
            boolean last = level == innermost;
            if (level.kind() != NestingLevel.Kind.ROOT && (!last || named || level.kind() == NestingLevel.Kind.LIST)) {
                append(path, level, last ? position : level.resumePosition(), !last);
            }
        }
        return path.toString();
    }

    /**
     * Appends the step that leads to a value: its name or index in its level. The value begins at {@code target}, or
     * ends there if {@code after} is set.
     */
    private static void append(StringBuilder path, NestingLevel level, int target, boolean after) {
        CodeScanner scanner = new CodeScanner();
        int p = level.start();
        int item = 0;
        String name = null;
        try {
            while (p < level.end()) {
                p = scanner.noiseEnd(level.array(), p, level.end());
                if (p >= level.end()) {
                    break;
                }
                if (level.kind() == NestingLevel.Kind.OBJECT) {
                    int value = scanner.nameEnd(level.array(), p, level.end());
                    name = name(scanner, level, p, value);
                    p = value;
                }
                if (!after && p >= target) {
                    break;
                }
                p = scanner.valueEnd(level.array(), p, level.end());
                if (after && p >= target) {
                    break;
                }
                item++;
            }
        } catch (DecodingFault fault) {
            // the fault is here, so this is the step
        }
        if (level.kind() == NestingLevel.Kind.LIST) {
            path.append('[').append(item).append(']');
        } else if (name != null) {
            path.append('.').append(name);
        }
    }

    private static String name(CodeScanner scanner, NestingLevel level, int at, int to) {
        int code = level.array()[at] & 0xFF;
        if (code == Codes.FIELD_NUMBER) {
            return BinaryEncodedName.nameOf(scanner.readStopBit(level.array(), at + 1, to));
        }
        if (code == Codes.EVENT_OBJECT) {
            int value = scanner.noiseEnd(level.array(), at + 1, to);
            StringBuilder text = new StringBuilder();
            int first = level.array()[value] & 0xFF;
            if (first >= Codes.STRING_0) {
                Cesu8.decode(level.array(), value + 1, to, text);
            } else if (first == Codes.STRING_ANY) {
                scanner.readLength(level.array(), value + 1, to);
                Cesu8.decode(level.array(), scanner.position(), to, text);
            } else {
                return "?";
            }
            return Printable.escape(text);
        }
        int from = at + 1;
        if (code < Codes.FIELD_NAME0) {
            scanner.readLength(level.array(), from, to);
            from = scanner.position();
        }
        return Printable.escape(new String(level.array(), from, to - from, StandardCharsets.ISO_8859_1));
    }
}
