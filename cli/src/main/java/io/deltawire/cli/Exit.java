package io.deltawire.cli;

/** The exit codes, which scripts rely on. */
final class Exit {
    static final int OK = 0;
    /** Nothing matched; only with {@code --exit-status}. */
    static final int NO_MATCH = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;
    /** A file cannot be read or written. */
    static final int IO = 3;
    /** The input is damaged, not of a known format, or holds what the output format cannot. */
    static final int CORRUPT = 4;
    /** The input ends inside a message. */
    static final int TRUNCATED = 5;
    /** A delta whose base is not in the input. */
    static final int NO_BASE = 6;
    /** A fault of this program, or too little memory. */
    static final int INTERNAL = 70;
    /** The reader of standard output has gone (128 + SIGPIPE). */
    static final int CLOSED_PIPE = 141;

    private Exit() {}
}
