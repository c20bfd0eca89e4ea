package io.deltawire.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields that options name. Those that no message has are told at the end: a name mistyped would look like no data. */
final class Sought {
    private final Map<String, Option> missing = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final boolean isQuiet;
    private long messages;

    Sought(Arguments arguments) {
        isQuiet = arguments.has(Option.QUIET);
        for (String path : arguments.list(Option.FIELDS)) {
            missing.put(path, Option.FIELDS);
        }
        for (String path : KeyOption.recordFields(arguments)) {
            missing.put(path, Option.KEY);
        }
        String time = arguments.get(Option.TIME);
        if (time != null) {
            missing.put(time, Option.TIME);
        }
    }

    /** Takes note of what a message has. */
    void look(MessageTape tape) {
        if (missing.isEmpty()) {
            return;
        }
        messages++;
        missing.keySet().removeIf(path -> Paths.find(tape, path) >= 0);
        if (names.isEmpty()) {
            for (String path : Paths.scalars(tape)) {
                names.add(path);
                names.add(path.substring(path.indexOf('.') + 1)); // the name of the event may be left out
            }
        }
    }

    /** Whether no message has the field that an option names. */
    boolean lacks(Option option) {
        return missing.containsValue(option);
    }

    /** Returns a line for each field that none of the messages has; none where nobody wants to be told. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (messages > 0 && !isQuiet) {
            missing.forEach((path, option) -> {
                String close = Paths.closest(path, names);
                remarks.add(option + ": no field " + Text.quote(path) + " in " + Text.plural(messages, "message")
                        + (close == null ? "" : "; did you mean " + close + "?"));
            });
        }
        return remarks;
    }
}
