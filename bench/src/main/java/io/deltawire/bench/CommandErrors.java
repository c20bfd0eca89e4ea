package io.deltawire.bench;

import io.deltawire.bench.measure.MachineBusyException;
import io.deltawire.wire.WireException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** What ends a command: what is wrong with the user's file or options is said in a line; anything else shows where it happened. */
public final class CommandErrors {
    private CommandErrors() {}

    /**
     * Returns what says it.
     *
     * @param command its name, which the line begins with
     */
    public static IExecutionExceptionHandler saidBy(String command) {
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
