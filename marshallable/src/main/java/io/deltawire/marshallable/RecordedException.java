package io.deltawire.marshallable;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Objects;

/**
 * An exception that was read from a wire. It is data about an exception that was thrown elsewhere: its class, message
 * and stack trace as text. Input never selects a class of exceptions, so every exception is read as this one, in fields
 * that are declared as {@link Throwable}, {@link Exception} or {@link RuntimeException}. Immutable.
 */
public final class RecordedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String originalClass;
    private final String originalStack;

    /**
     * Creates an exception from its data.
     *
     * @param originalClass the full name of the class that was thrown
     * @param message the message, or null
     * @param originalStack the stack trace with causes, as {@link Throwable#printStackTrace} prints it
     */
    public RecordedException(String originalClass, String message, String originalStack) {
        super(message, null, false, false);
        this.originalClass = Objects.requireNonNull(originalClass);
        this.originalStack = Objects.requireNonNull(originalStack);
    }

    /** Returns the full name of the class that was thrown. */
    public String originalClass() {
        return originalClass;
    }

    /** Returns the stack trace with causes as text. */
    public String originalStack() {
        return originalStack;
    }

    @Override
    public void printStackTrace(PrintStream to) {
        to.print(originalStack);
    }

    @Override
    public void printStackTrace(PrintWriter to) {
        to.print(originalStack);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is that of the original, without its class
    public String toString() {
        return getMessage() == null ? originalClass : originalClass + ": " + getMessage();
    }
}
