package io.deltawire.cli;

import io.deltawire.wire.WireOptions;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What all commands that read have in common: their inputs and the options of the readers. */
final class Reading {
    private Reading() {}

    /** The inputs named, or standard input where none is. */
    static List<String> inputs(Arguments arguments, Console console) {
        if (arguments.operands().isEmpty()) {
            if (console.isTerminal(Console.Terminal.IN)) {
                throw Failure.usage("no FILE given, and standard input is a terminal; - reads it nevertheless");
            }
            return List.of("-");
        }
        return arguments.operands();
    }

    /** The options of readers. */
    static WireOptions options(Arguments arguments) {
        return WireOptions.DEFAULTS;
    }

    /** The fields named by {@code --key}. */
    static List<String> keyFields(Arguments arguments) {
        List<String> names = new ArrayList<>();
        for (String value : arguments.all(Option.KEY)) {
            if (Filter.isCondition(value)) {
                continue;
            }
            for (String name : value.split(",", -1)) {
                if (name.isEmpty()) {
                    throw Failure.usage("option --key has an empty name in " + Text.quote(value));
                }
                names.add(name);
            }
        }
        return names;
    }

    /** The fault of an input whose first bytes could not be read. */
    static Faults.Fault openFault(String name, UncheckedIOException e) {
        IOException cause = e.getCause();
        int code = cause instanceof EOFException
                ? Exit.TRUNCATED
                : cause instanceof Unpacking.Damaged ? Exit.CORRUPT : Exit.IO;
        String shown = Input.isStandardInput(name) ? "standard input" : name;
        return new Faults.Fault(code, shown + ": " + cause.getMessage(), List.of());
    }
}
