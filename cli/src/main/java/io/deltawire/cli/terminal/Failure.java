package io.deltawire.cli.terminal;

/** Ends the command with one line on standard error and an exit code. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    public Failure(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Returns the failure for a wrong command line. */
    public static Failure usage(String message) {
        return new Failure(Exit.USAGE, message);
    }

    /** Returns the failure for a file that cannot be read or written. */
    public static Failure io(String message) {
        return new Failure(Exit.IO, message);
    }

    public int code() {
        return code;
    }
}
