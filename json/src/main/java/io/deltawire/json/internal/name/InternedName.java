package io.deltawire.json.internal.name;

import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.Shape;

/** A name that the input has used, kept so that the same bytes give the same string. */
public final class InternedName {
    private final byte[] bytes;
    final int hash;
    private final String text;
    InternedName next;

    /** Whether these bytes in quotes are this name, since nothing in them has to be escaped. */
    private final boolean isPlain;

    /** Number of the object that this name was last seen in: see {@link JsonNameTable#record}. */
    long lastObject;

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

    /** Whether the quote at an index begins this name, and its closing quote is present. */
    public boolean isAt(byte[] a, int quote, int end) {
        int length = bytes.length;
        return isPlain
                && end - quote > length + 2
                && a[quote + 1 + length] == '"'
                && Swar.matches(a, quote + 1, bytes, length);
    }

    /** What stands after the first character. */
    public String typeName() {
        if (typeName == null) {
            typeName = text.substring(1);
        }
        return typeName;
    }

    /** The ordinal of this name in a shape, or -1. */
    public int ordinalIn(Shape wanted) {
        if (shape != wanted) {
            ordinal = wanted.ordinal(text);
            shape = wanted;
        }
        return ordinal;
    }
}
