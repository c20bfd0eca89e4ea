package io.deltawire.json.internal.name;

import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.text.Utf8;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Interns names by their UTF-8 bytes, and checks that no object has a name twice. The hash is seeded, so that no input
 * can be crafted to collide.
 *
 * <p>Duplicates are found without a set for each object. Every object has a number, and each name stores the number of
 * the object that had it last. Inner objects overwrite that number; the overwritten ones are stacked and restored when
 * the inner object ends. Not thread-safe.
 */
public final class JsonNameTable {
    /** When a message ends with more names than this, all are dropped: so many names are data rather than fields. */
    private static final int MAX_KEPT = 4096;

    private final long seed;
    private final int maxAdded;
    private int added;
    private InternedName[] slots = new InternedName[256];
    private int size;
    private int generation;

    private long objects;
    private long firstObject;
    // A stack of the names, and their object numbers, that inner objects have overwritten.
    private InternedName[] overwritten = new InternedName[16];
    private long[] overwrittenObjects = new long[16];
    private int overwrites;

    /** @param maxAdded how many names one message may add; further names are not interned, which bounds the memory */
    public JsonNameTable(int maxAdded) {
        this.maxAdded = maxAdded;
        seed = new SplittableRandom().nextLong() | 1;
    }

    /** Returns the name with these bytes, which must be valid UTF-8. */
    public InternedName get(byte[] array, int from, int to) {
        int hash = Swar.hash(array, from, to, seed);
        int length = to - from;
        for (InternedName name = slots[hash & slots.length - 1]; name != null; name = name.next()) {
            if (name.hash() == hash
                    && name.bytes().length == length
                    && Swar.matches(array, from, name.bytes(), length)) {
                return name;
            }
        }
        return add(Arrays.copyOfRange(array, from, to), hash, Utf8.decode(array, from, length));
    }

    /** Returns the name with this text, which may contain lone surrogates. */
    public InternedName get(String text) {
        byte[] bytes = encode(text);
        int hash = Swar.hash(bytes, 0, bytes.length, seed);
        for (InternedName name = slots[hash & slots.length - 1]; name != null; name = name.next()) {
            if (name.hash() == hash && Arrays.equals(name.bytes(), bytes)) {
                return name;
            }
        }
        return add(bytes, hash, text);
    }

    private InternedName add(byte[] bytes, int hash, String text) {
        if (added > maxAdded) {
            return new InternedName(bytes, hash, text, null);
        }
        added++;
        if (size > slots.length * 3 / 4) {
            grow();
        }
        int slot = hash & slots.length - 1;
        InternedName name = new InternedName(bytes, hash, text, slots[slot]);
        slots[slot] = name;
        size++;
        return name;
    }

    private void grow() {
        InternedName[] grown = new InternedName[2 * slots.length];
        for (InternedName first : slots) {
            for (InternedName name = first; name != null; ) {
                InternedName next = name.next();
                int slot = name.hash() & grown.length - 1;
                name.setNext(grown[slot]);
                grown[slot] = name;
                name = next;
            }
        }
        slots = grown;
    }

    /** Encodes as UTF-8, with lone surrogates as the three bytes that no valid text contains. */
    private static byte[] encode(String text) {
        byte[] bytes = new byte[Utf8.maxBytes(text.length())];
        int index = Utf8.encode(text, bytes, 0);
        if (index >= 0) {
            return Arrays.copyOf(bytes, index);
        }
        index = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                index = Utf8.encode(text.substring(i, i + 2), bytes, index);
                i++;
            } else if (Character.isSurrogate(c)) {
                bytes[index++] = (byte) (0xE0 | c >> 12);
                bytes[index++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[index++] = (byte) (0x80 | c & 0x3F);
            } else {
                index = Utf8.encode(String.valueOf(c), bytes, index);
            }
        }
        return Arrays.copyOf(bytes, index);
    }

    /** Returns whether the message has more names than the table interns. Duplicates can then not be found. */
    public boolean isFull() {
        return added > maxAdded;
    }

    public void beginMessage() {
        added = 0;
        if (size > MAX_KEPT) {
            slots = new InternedName[256];
            size = 0;
            generation++;
        }
        if (overwrites > 0) {
            Arrays.fill(overwritten, 0, overwrites, null);
            overwrites = 0;
        }
        firstObject = objects + 1;
    }

    /** Returns a number that changes whenever names are dropped. */
    public int generation() {
        return generation;
    }

    /** Returns the number of an object that starts. */
    public long beginObject() {
        return ++objects;
    }

    /** Returns the height of the stack, which {@link #endObject} needs at the end of the object that starts now. */
    public int overwriteCount() {
        return overwrites;
    }

    /** Ends an object: restores the numbers of outer objects that it has overwritten. */
    public void endObject(int keep) {
        while (overwrites > keep) {
            overwrites--;
            overwritten[overwrites].setLastObject(overwrittenObjects[overwrites]);
            overwritten[overwrites] = null;
        }
    }

    /** Records that an open object has a name; returns false if it has the name already. */
    public boolean record(InternedName name, long object) {
        long last = name.lastObject();
        if (last == object) {
            return false;
        }
        if (last >= firstObject && last < object) {
            if (overwrites == overwritten.length) {
                overwritten = Arrays.copyOf(overwritten, 2 * overwrites);
                overwrittenObjects = Arrays.copyOf(overwrittenObjects, 2 * overwrites);
            }
            overwritten[overwrites] = name;
            overwrittenObjects[overwrites++] = last;
        }
        name.setLastObject(object);
        return true;
    }
}
