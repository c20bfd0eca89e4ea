package io.deltawire.marshallable.internal.schema;

import java.util.Arrays;
import java.util.Collection;

/** Finds the name that was probably meant by a misspelt one, for error messages. */
public final class NearestName {
    private NearestName() {}

    /** Returns {@code "; did you mean ...?"} with the nearest of some names, or an empty string if none is similar. */
    public static String hint(String given, Collection<String> names) {
        String best = null;
        int bestDistance = Math.max(1, given.length() / 3) + 1;
        // A name of one letter is one replacement away from every other; only its case can be wrong.
        boolean isShort = given.length() <= 1;
        if (given.length() <= 100) {
            for (String name : names) {
                if (Math.abs(name.length() - given.length()) < bestDistance) {
                    int distance = name.equalsIgnoreCase(given) ? 0 : distance(given, name);
                    if (distance < bestDistance && (!isShort || distance == 0)) {
                        best = name;
                        bestDistance = distance;
                    }
                }
            }
        }
        return best == null ? "" : "; did you mean \"" + best + "\"?";
    }

    /** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance). */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int[] recycled = beforeLast;
            beforeLast = last;
            last = row;
            row = recycled;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean isSame = a.charAt(i - 1) == b.charAt(j - 1);
                int best = Math.min(last[j - 1] + (isSame ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
                boolean isSwap =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                row[j] = isSwap ? Math.min(best, beforeLast[j - 2] + 1) : best;
            }
        }
        return row[b.length()];
    }
}
