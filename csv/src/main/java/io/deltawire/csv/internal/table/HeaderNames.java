package io.deltawire.csv.internal.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names for the columns of a header that repeats names or has none. Stateless. */
public final class HeaderNames {
    private HeaderNames() {}

    /** The names of columns without a header: {@code column1}, {@code column2}, ... */
    public static List<String> numbered(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add("column" + i);
        }
        return names;
    }

    /**
     * Returns the names, each different from the ones before: the second {@code x} becomes {@code x_2}, or the next
     * number that the header does not have. A mark such as {@code []} remains at the end.
     */
    public static List<String> distinct(List<String> names) {
        Set<String> given = new HashSet<>(names);
        if (given.size() == names.size()) {
            return names;
        }
        Set<String> used = new HashSet<>();
        Map<String, Integer> counts = new HashMap<>();
        List<String> distinct = new ArrayList<>();
        for (String name : names) {
            String unique = name;
            while (!used.add(unique)) {
                int number = counts.merge(name, 1, Integer::sum) + 1;
                String mark = ColumnNames.markOf(name);
                String numbered = name.substring(0, name.length() - mark.length()) + "_" + number + mark;
                unique = given.contains(numbered) ? unique : numbered;
            }
            distinct.add(unique);
        }
        return distinct;
    }
}
