package io.deltawire.bench;

import io.deltawire.bench.measure.MachineBusyException;
import io.deltawire.wire.WireException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/**
 * How the commands report a failure. A mistake in the user's file or options is one line on the error stream; any other exception is a
 * fault of the benchmark, and keeps its stack trace.
 */
public final class CommandErrors {
    private CommandErrors() {}

    /**
     * Returns a handler that prints the user's mistakes in one line.
     *
     * @param command the name that the line begins with
     */
    public static IExecutionExceptionHandler handler(String command) {
        return (e, line, arguments) -> {
            if (!(e instanceof WireException
                    || e instanceof IOException
                    || e instanceof IllegalArgumentException
                    || e instanceof MachineBusyException)) {
                throw e;
            }
            String problem = e instanceof NoSuchFileException ? "no such file: " + e.getMessage() : e.getMessage();
            line.getErr().println(command + ": " + problem);
            return CommandLine.ExitCode.SOFTWARE;
        };
    }
}
