package io.deltawire.marshallable;

import java.util.Arrays;
import java.util.Collection;

/** Finds the name that was probably meant. */
final class NearestName {
    private NearestName() {}

    /** Returns {@code "; did you mean ...?"} for the nearest of some names, or nothing where none is near. */
    static String hint(String given, Collection<String> names) {
        String best = null;
        int bestDistance = Math.max(1, given.length() / 3) + 1;
        if (given.length() <= 100) {
            for (String name : names) {
                if (Math.abs(name.length() - given.length()) < bestDistance) {
                    int distance = name.equalsIgnoreCase(given) ? 0 : distance(given, name);
                    if (distance < bestDistance) {
                        best = name;
                        bestDistance = distance;
                    }
                }
            }
        }
        return best == null ? "" : "; did you mean \"" + best + "\"?";
    }

    /** Levenshtein distance: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
