package io.deltawire.json;

import io.deltawire.wire.Shape;

/** A name that the input has used, kept so that the same bytes give the same string. */
final class JsonName {
    final byte[] bytes;
    final int hash;
    final String text;
    JsonName next;

    /** Number of the object that this name was last seen in: see {@link JsonNameTable#note}. */
    long lastObject;

    private Shape shape;
    private String typeName;
    private int ordinal;

    JsonName(byte[] bytes, int hash, String text, JsonName next) {
        this.bytes = bytes;
        this.hash = hash;
        this.text = text;
        this.next = next;
    }

    /** What stands after the first character. */
    String typeName() {
        if (typeName == null) {
            typeName = text.substring(1);
        }
        return typeName;
    }

    /** The ordinal of this name in a shape, or -1. */
    int ordinalIn(Shape wanted) {
        if (shape != wanted) {
            ordinal = wanted.ordinal(text);
            shape = wanted;
        }
        return ordinal;
    }
}
