package io.deltawire.cli.input;

import java.util.ArrayList;
import java.util.List;

/**
 * What damage to a delta dump has cost, as it was found by reading on behind it.
 *
 * @param first number of the message that was to come
 * @param lost how many messages are lost from there on; -1 where nothing tells
 * @param offset where the block begins that can be read again, or -1 where there is none
 * @param isStart whether the block can be read without what is before it
 */
record Recovery(long first, long lost, long offset, boolean isStart) {
    /** What to tell below the bytes around the damage. */
    List<String> lines(boolean goesOn) {
        List<String> lines = new ArrayList<>();
        String what = switch ((int) Math.min(lost, 2)) {
            case -1 -> offset < 0 ? "all from message " + first + " on" : "an unknown number of messages";
            case 0 -> "no message";
            case 1 -> "message " + first;
            default -> "messages " + first + " to " + (first + lost - 1);
        };
        lines.add("  lost: " + what
                + (offset < 0
                        ? "; no block after it can be read"
                        : "; the next good block begins at byte " + offset + " with message "
                                + (first + Math.max(0, lost))));
        if (!goesOn && offset >= 0) {
            lines.add(advice(isStart ? ", or --from @" + offset : ""));
        }
        return lines;
    }

    /** How to go on behind a fault. */
    static String advice(String orElse) {
        return "  to go on behind it: --keep-going" + orElse;
    }
}
