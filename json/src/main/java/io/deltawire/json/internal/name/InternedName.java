package io.deltawire.json.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.internal.json.Swar;

/**
 * A name from the input, interned so that equal bytes give the same string. It also remembers its ordinal in the shape
 * that asked last, which avoids a lookup by string.
 */
public final class InternedName {
    private final byte[] bytes;
    private final int hash;
    private final String text;
    /** The next name in the same slot of the table. */
    private InternedName next;

    /** Whether no byte of the name needs an escape, so that JSON text can have the name's bytes between quotes. */
    private final boolean isPlain;

    /** Number of the object in which the name occurred last: see {@link JsonNameTable#record}. */
    private long lastObject;

    private Shape shape;
    private String typeName;
    private int ordinal;

    InternedName(byte[] bytes, int hash, String text, InternedName next) {
        this.bytes = bytes;
        this.hash = hash;
        this.text = text;
        this.next = next;
        this.isPlain = isPlain(bytes);
    }

    int hash() {
        return hash;
    }

    /** The next name in the same slot of the table. */
    InternedName next() {
        return next;
    }

    /** The number of the object in which the name occurred last: see {@link JsonNameTable#record}. */
    long lastObject() {
        return lastObject;
    }

    void setNext(InternedName name) {
        next = name;
    }

    void setLastObject(long number) {
        lastObject = number;
    }

    public byte[] bytes() {
        return bytes;
    }

    public String text() {
        return text;
    }

    private static boolean isPlain(byte[] bytes) {
        for (byte b : bytes) {
            if (b >= 0 && b < 0x20 || b == '"' || b == '\\') {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the quote at an index starts this name and its closing quote is in the array. */
    public boolean isAt(byte[] a, int quote, int end) {
        int length = bytes.length;
        return isPlain
                && end - quote > length + 2
                && a[quote + 1 + length] == '"'
                && Swar.matches(a, quote + 1, bytes, length);
    }

    /** Returns the name without a prefix, which must be the same in each call for the names of one table. */
    public String withoutPrefix(String prefix) {
        if (typeName == null) {
            typeName = text.substring(prefix.length());
        }
        return typeName;
    }

    /** Returns the ordinal of this name in a shape, or -1. */
    public int ordinalIn(Shape wanted) {
        if (shape != wanted) {
            ordinal = wanted.ordinal(text);
            shape = wanted;
        }
        return ordinal;
    }
}
