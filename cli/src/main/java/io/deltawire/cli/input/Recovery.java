package io.deltawire.cli.input;

import java.util.ArrayList;
import java.util.List;

/**
 * The cost of damage to a delta dump, found by reading on after it.
 *
 * @param first the number of the message that should have come
 * @param lost the number of messages lost from there on, or -1 if unknown
 * @param offset the offset of the next block that can be read, or -1
 * @param isStart whether that block can be read without what is before it
 */
record Recovery(long first, long lost, long offset, boolean isStart) {
    /** The lines to be printed below the bytes around the damage. */
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
                        ? "; no epoch after it can be read"
                        : "; the next good epoch begins at byte " + offset + " with message "
                                + (first + Math.max(0, lost))));
        if (!goesOn && offset >= 0) {
            lines.add(advice(isStart ? ", or --from @" + offset : ""));
        }
        return lines;
    }

    /** Returns the line that says how to continue after a fault. */
    static String advice(String orElse) {
        return "  to go on behind it: --keep-going" + orElse;
    }
}
