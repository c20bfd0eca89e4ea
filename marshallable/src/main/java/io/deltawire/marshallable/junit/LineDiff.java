package io.deltawire.marshallable.junit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Shows the lines in which two texts differ, with some context. It finds a longest common subsequence of the lines. */
final class LineDiff {
    private static final int CONTEXT = 4;

    /** The maximum size of the table. Longer texts are compared only by their common start and end. */
    private static final int MAX_CELLS = 10_000_000;

    private LineDiff() {}

    static String of(String expected, String written) {
        List<String> a = Arrays.asList(expected.split("\n"));
        List<String> b = Arrays.asList(written.split("\n"));
        int start = 0;
        while (start < Math.min(a.size(), b.size()) && a.get(start).equals(b.get(start))) {
            start++;
        }
        int suffix = 0;
        while (suffix < Math.min(a.size(), b.size()) - start
                && a.get(a.size() - 1 - suffix).equals(b.get(b.size() - 1 - suffix))) {
            suffix++;
        }
        List<String> lines = new ArrayList<>();
        a.subList(0, start).forEach(line -> lines.add("  " + line));
        addDifferent(a.subList(start, a.size() - suffix), b.subList(start, b.size() - suffix), lines);
        a.subList(a.size() - suffix, a.size()).forEach(line -> lines.add("  " + line));
        return withContext(lines);
    }

    private static void addDifferent(List<String> a, List<String> b, List<String> lines) {
        int i = 0;
        int j = 0;
        if ((long) a.size() * b.size() <= MAX_CELLS) {
            int[][] common = commonLengths(a, b);
            while (i < a.size() && j < b.size()) {
                if (a.get(i).equals(b.get(j))) {
                    lines.add("  " + a.get(i++));
                    j++;
                } else if (common[i + 1][j] >= common[i][j + 1]) {
                    lines.add("- " + a.get(i++));
                } else {
                    lines.add("+ " + b.get(j++));
                }
            }
        }
        a.subList(i, a.size()).forEach(line -> lines.add("- " + line));
        b.subList(j, b.size()).forEach(line -> lines.add("+ " + line));
    }

    /** Returns the length of the longest common subsequence of the lines from each pair of indexes on. */
    private static int[][] commonLengths(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static String withContext(List<String> lines) {
        StringBuilder text = new StringBuilder();
        boolean isGap = false;
        for (int i = 0; i < lines.size(); i++) {
            if (isNearChange(lines, i)) {
                text.append(lines.get(i)).append('\n');
                isGap = false;
            } else if (!isGap) {
                text.append("  ...\n");
                isGap = true;
            }
        }
        return text.toString();
    }

    private static boolean isNearChange(List<String> lines, int index) {
        for (int i = Math.max(0, index - CONTEXT); i <= Math.min(lines.size() - 1, index + CONTEXT); i++) {
            if (!lines.get(i).startsWith("  ")) {
                return true;
            }
        }
        return false;
    }
}
