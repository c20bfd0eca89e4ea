package io.deltawire.json.internal.writer;

/**
 * What may come next in the writer. A value may come in the states up to {@link #ROOT}, which lets one comparison
 * check for it.
 */
final class WriterState {
    static final int VALUE = 0;
    static final int ITEM = 1;
    static final int TYPED = 2;
    static final int KEY = 3;
    static final int ROOT = 4;
    static final int NAME = 5;
    static final int DONE = 6;
    static final int IDLE = 7;

    private static final String[] MODES = {
        "a value",
        "an item or the end of the list",
        "the value that the type name is for",
        "a key",
        "a value",
        "a field or the end of the object",
        "the end of the message",
        "beginMessage()"
    };

    private WriterState() {}

    /** Returns the error that a call does not fit the state. */
    static IllegalStateException unexpected(int mode, String call) {
        return new IllegalStateException("expected " + MODES[mode] + " but " + call + " was called");
    }
}
