package io.deltawire.delta;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The masks that a type's messages have had, by which a mask costs six bits: a ring, first in first out. */
final class Templates {
    private final Mask[] masks = new Mask[Op.LONG_TEMPLATES];
    private final Map<Mask, Integer> indexes;
    private final Mask probe = new Mask(new long[1]);
    private int size;
    private int next;
    private final int[] recent = {-1, -1, -1, -1};
    private int oldest;

    /** @param indexed whether {@link #indexOf} is wanted (by the writer) */
    Templates(boolean indexed) {
        indexes = indexed ? new HashMap<>() : null;
    }

    /** A set of leaves, compared by content; trailing zero words do not count. */
    static final class Mask {
        long[] words;

        Mask(long[] words) {
            this.words = words;
        }

        @Override
        public boolean equals(Object o) {
            if (!(o instanceof Mask other)) {
                return false;
            }
            long[] a = words;
            long[] b = other.words;
            for (int i = 0; i < Math.max(a.length, b.length); i++) {
                if ((i < a.length ? a[i] : 0) != (i < b.length ? b[i] : 0)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            long hash = 0;
            long factor = 0x9E3779B97F4A7C15L;
            for (long word : words) {
                hash += word * factor;
                factor *= 0xD6E8FEB86659FD93L;
            }
            return (int) (hash ^ hash >>> 32);
        }
    }

    /** The index of the mask, or -1. */
    int indexOf(long[] words) {
        // Masks repeat: the last ones found are tried before the map is asked.
        if (words.length == 1) {
            for (int index : recent) {
                if (index >= 0 && masks[index].words.length == 1 && masks[index].words[0] == words[0]) {
                    return index;
                }
            }
        }
        int found = search(words);
        if (found >= 0) {
            recent[oldest] = found;
            oldest = (oldest + 1) % recent.length;
        }
        return found;
    }

    private int search(long[] words) {
        probe.words = words;
        Integer index = indexes.get(probe);
        return index == null ? -1 : index;
    }

    /** The mask at an index, or null where there is none. Not to be changed. */
    long[] get(int index) {
        return index < size ? masks[index].words : null;
    }

    void add(long[] words) {
        if (size < masks.length) {
            next = size++;
        } else if (indexes != null) {
            indexes.remove(masks[next]);
        }
        masks[next] = new Mask(Arrays.copyOf(words, words.length));
        if (indexes != null) {
            indexes.put(masks[next], next);
        }
        next = (next + 1) % masks.length;
    }
}
