package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** Reads the option {@code --key}. Each of its values names the fields of a key, or is a condition on a field. */
public final class KeyOption {
    private KeyOption() {}

    /** The fields of the key. */
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

    /** Returns the fields that identify records: the fields of the key and of conditions. */
    public static List<String> recordFields(Arguments arguments) {
        List<String> names = new ArrayList<>(keyFields(arguments));
        for (String value : arguments.all(Option.KEY)) {
            if (isCondition(value)) {
                names.add(value.substring(0, endOfPath(value)));
            }
        }
        return names;
    }

    /** Whether a value of the option is a condition, and does not only name fields. */
    public static boolean isCondition(String text) {
        return text.indexOf('=') >= 0 || text.indexOf('~') >= 0;
    }

    /** The index of the first {@code =} or {@code ~} in a condition. */
    public static int endOfPath(String condition) {
        int equals = condition.indexOf('=');
        int tilde = condition.indexOf('~');
        return equals < 0 || tilde >= 0 && tilde < equals ? tilde : equals;
    }
}
