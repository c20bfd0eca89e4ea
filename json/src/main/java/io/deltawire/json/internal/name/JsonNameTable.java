package io.deltawire.json.internal.name;

import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The names seen so far, found by their UTF-8 bytes, and the check that no object has one twice. The hash is seeded, so
 * that input cannot be made to collide. Not thread-safe.
 */
public final class JsonNameTable {
    /** More names than these are forgotten when a message ends: they are data, not fields. */
    private static final int MAX_KEPT = 4096;

    private final long seed;
    private final int maxAdded;
    private int added;
    private InternedName[] slots = new InternedName[256];
    private int size;
    private int generation;

    private long objects;
    private long firstObject;
    // What notes of inner objects have overwritten that outer ones still need.
    private InternedName[] overwritten = new InternedName[16];
    private long[] overwrittenObjects = new long[16];
    private int overwrites;

    /** @param maxAdded how many names one message may add; more are not kept, so that memory stays bounded */
    public JsonNameTable(int maxAdded) {
        this.maxAdded = maxAdded;
        seed = new SplittableRandom().nextLong() | 1;
    }

    /** Returns the name with these bytes, which are valid UTF-8. */
    public InternedName get(byte[] array, int from, int to) {
        int hash = Swar.hash(array, from, to, seed);
        int length = to - from;
        for (InternedName name = slots[hash & slots.length - 1]; name != null; name = name.next) {
            if (name.hash == hash && name.bytes().length == length && Swar.matches(array, from, name.bytes(), length)) {
                return name;
            }
        }
        return add(Arrays.copyOfRange(array, from, to), hash, Utf8.decode(array, from, length));
    }

    /** Returns the name with this text, which may hold lone surrogates. */
    public InternedName get(String text) {
        byte[] bytes = encode(text);
        int hash = Swar.hash(bytes, 0, bytes.length, seed);
        for (InternedName name = slots[hash & slots.length - 1]; name != null; name = name.next) {
            if (name.hash == hash && Arrays.equals(name.bytes(), bytes)) {
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
        for (InternedName head : slots) {
            for (InternedName name = head; name != null; ) {
                InternedName next = name.next;
                int slot = name.hash & grown.length - 1;
                name.next = grown[slot];
                grown[slot] = name;
                name = next;
            }
        }
        slots = grown;
    }

    /** UTF-8, with lone surrogates as the three bytes that no valid text has. */
    private static byte[] encode(String text) {
        byte[] bytes = new byte[Utf8.maxBytes(text.length())];
        int at = Utf8.encode(text, bytes, 0);
        if (at >= 0) {
            return Arrays.copyOf(bytes, at);
        }
        at = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                at = Utf8.encode(text.substring(i, i + 2), bytes, at);
                i++;
            } else if (Character.isSurrogate(c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else {
                at = Utf8.encode(String.valueOf(c), bytes, at);
            }
        }
        return Arrays.copyOf(bytes, at);
    }

    /** True where the message has more names than are kept: then those given twice cannot be told. */
    public boolean isFull() {
        return added > maxAdded;
    }

    /** Begins a message. */
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

    /** Changes whenever names are forgotten. */
    public int generation() {
        return generation;
    }

    /** Returns a number for an object that begins. */
    public long beginObject() {
        return ++objects;
    }

    /** What {@link #endObject} of the object that begins now has to be given. */
    public int overwriteCount() {
        return overwrites;
    }

    /** Ends an object: gives back to the outer ones what it overwrote. */
    public void endObject(int keep) {
        while (overwrites > keep) {
            overwrites--;
            overwritten[overwrites].lastObject = overwrittenObjects[overwrites];
            overwritten[overwrites] = null;
        }
    }

    /** Notes that an open object has this name; false where it had it before. */
    public boolean record(InternedName name, long object) {
        long last = name.lastObject;
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
        name.lastObject = object;
        return true;
    }
}
