package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** Reads the option {@code --key}, whose values name the fields of a key, or are conditions on a field. */
public final class KeyOption {
    private KeyOption() {}

    /** The fields named by {@code --key}. */
    public static List<String> keyFields(Arguments arguments) {
        List<String> names = new ArrayList<>();
        for (String value : arguments.all(Option.KEY)) {
            if (isCondition(value)) {
                continue;
            }
            for (String name : value.split(",", -1)) {
                if (name.isEmpty()) {
                    throw Failure.usage("option --key has an empty name in " + TextFormat.quote(value));
                }
                names.add(name);
            }
        }
        return names;
    }

    /** The fields that tell records apart: those named by {@code --key}, and those that its conditions look at. */
    public static List<String> recordFields(Arguments arguments) {
        List<String> names = new ArrayList<>(keyFields(arguments));
        for (String value : arguments.all(Option.KEY)) {
            if (isCondition(value)) {
                names.add(value.substring(0, endOfPath(value)));
            }
        }
        return names;
    }

    /** True for a value of {@code --key} that selects records, and does not only name fields. */
    public static boolean isCondition(String text) {
        return text.indexOf('=') >= 0 || text.indexOf('~') >= 0;
    }

    /** Where the path ends in a condition: at the first {@code =} or {@code ~}. */
    public static int endOfPath(String condition) {
        int equals = condition.indexOf('=');
        int tilde = condition.indexOf('~');
        return equals < 0 || tilde >= 0 && tilde < equals ? tilde : equals;
    }
}
