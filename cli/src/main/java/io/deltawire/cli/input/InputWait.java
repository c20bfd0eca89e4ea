package io.deltawire.cli.input;

/**
 * Receives the waits of the thread that reads an input. While it waits for bytes, the output can be flushed: a live
 * feed then appears without delay. Waits may be nested.
 */
public interface InputWait {
    /** Ignores all waits. */
    InputWait NONE = new InputWait() {
        @Override
        public void beginWait() {
            // nothing depends on it
        }

        @Override
        public void endWait() {
            // nothing depends on it
        }
    };

    /** Called by the reading thread before it may wait for bytes. */
    void beginWait();

    /** Called by the reading thread after it. */
    void endWait();
}
