package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.TextFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds fields that an option names but no message has, and reports them at the end of the input. Without the report, a
 * misspelt name would look like missing data.
 */
public final class MissingFieldCheck {
    private final Map<String, Option> missing = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final boolean isQuiet;
    private long messages;

    /** Looks for the fields of {@code --key} and {@code --time}. */
    public MissingFieldCheck(Arguments arguments) {
        this(arguments, Map.of());
    }

    /** Looks for the fields of transforms too, each with the option that names it. */
    public MissingFieldCheck(Arguments arguments, Map<String, Option> fields) {
        isQuiet = arguments.has(Option.QUIET);
        missing.putAll(fields);
        for (String path : KeyOption.recordFields(arguments)) {
            missing.put(path, Option.KEY);
        }
        String time = arguments.get(Option.TIME);
        if (time != null) {
            missing.put(time, Option.TIME);
        }
    }

    /** Records the fields that a message has. */
    public void record(MessageTape tape) {
        if (missing.isEmpty()) {
            return;
        }
        messages++;
        missing.keySet().removeIf(path -> FieldPaths.find(tape, path) >= 0);
        if (names.isEmpty()) {
            for (String path : FieldPaths.scalars(tape)) {
                names.add(path);
                names.add(path.substring(path.indexOf('.') + 1)); // the name of the event may be omitted
            }
        }
    }

    /** Adds what another check of the same options has found in the messages that follow. */
    public void add(MissingFieldCheck later) {
        messages += later.messages;
        missing.keySet().retainAll(later.missing.keySet());
        if (names.isEmpty()) {
            names.addAll(later.names);
        }
    }

    /** Whether no message has the field that an option names. */
    public boolean lacks(Option option) {
        return missing.containsValue(option);
    }

    /** A line for each field that no message has; empty with {@code --quiet}. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (messages > 0 && !isQuiet) {
            missing.forEach((path, option) -> {
                String close = FieldPaths.closest(path, names);
                remarks.add(option + ": no field " + TextFormat.quote(path) + " in "
                        + TextFormat.plural(messages, "message")
                        + (close == null ? "" : "; did you mean " + close + "?"));
            });
        }
        return remarks;
    }
}
