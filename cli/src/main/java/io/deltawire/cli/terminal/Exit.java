package io.deltawire.cli.terminal;

/** The exit codes, on which scripts rely. */
public final class Exit {
    public static final int OK = 0;
    /** No message matched; only with {@code --exit-status}. */
    public static final int NO_MATCH = 1;

    public static final int USAGE = 2;
    public static final int IO = 3;
    /** The input is damaged or of an unknown format, or the output format cannot hold it. */
    public static final int CORRUPT = 4;

    public static final int TRUNCATED = 5;
    /** The base of a delta is not in the input. */
    public static final int NO_BASE = 6;
    /** This program has failed, or there is too little memory. */
    public static final int INTERNAL = 70;
    /** The reader of standard output has gone (128 + SIGPIPE). */
    public static final int CLOSED_PIPE = 141;

    /** The text of {@code wire help exit}. */
    public static final String CODES = """
            Exit codes (of several files the highest):
                0  all is well
                1  no message was written (only with --exit-status)
                2  the command line is wrong
                3  a file cannot be read or written
                4  the input is damaged or of no known format, or the output format cannot hold it
                5  the input ends inside a message; all before it has been written
                6  a delta whose base is not in the input
               70  a fault of wire itself, or too little memory
              130  interrupted (Ctrl-C)
              141  the reader of the output has gone (| head)
              143  ended by SIGTERM (wire record ends its dump first)
            """;

    private Exit() {}
}
