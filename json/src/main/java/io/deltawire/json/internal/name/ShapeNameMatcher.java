package io.deltawire.json.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.internal.json.Swar;
import java.util.Arrays;

/**
 * Compares the names of a shape with the input, eight bytes at a time. The names are expected in the order of the
 * shape, each after a comma. Not thread-safe.
 */
public final class ShapeNameMatcher {
    /** Returned by {@link #match} for a different name. */
    static final int NO_MATCH = -1;

    private final Shape shape;
    private final int count;
    private final Field[] fields;
    private final InternedName[] names;
    private int generation = -1;

    public ShapeNameMatcher(Shape shape) {
        this.shape = shape;
        EncodedNames encodedNames = shape.get(EncodedNames.OF_SHAPE);
        // A name that starts with the mark needs a closer look.
        this.count = encodedNames.anyMark() ? 0 : encodedNames.names().length;
        this.fields = new Field[count];
        for (int i = 0; i < count; i++) {
            fields[i] = new Field(encodedNames.names()[i]);
        }
        this.names = new InternedName[count];
    }

    public Shape shape() {
        return shape;
    }

    public int count() {
        return count;
    }

    /** A comma, a name in quotes and a colon: the first 16 bytes with their masks, and the rest. */
    private static final class Field {
        final long first;
        final long second;
        final long firstMask;
        final long secondMask;
        final byte[] rest;
        final int length;

        Field(JsonEncodedName name) {
            byte[] encoded = name.bytes();
            byte[] bytes = new byte[16];
            length = encoded.length + 1;
            bytes[0] = ',';
            System.arraycopy(encoded, 0, bytes, 1, Math.min(15, encoded.length));
            first = Swar.load(bytes, 0);
            second = Swar.load(bytes, 8);
            firstMask = mask(length);
            secondMask = mask(length - 8);
            rest = length <= 16 ? null : Arrays.copyOfRange(encoded, 15, encoded.length);
        }

        private static long mask(int bytes) {
            return bytes >= 8 ? -1 : bytes <= 0 ? 0 : (1L << 8 * bytes) - 1;
        }
    }

    /**
     * Compares a field's name, with the comma before it and the colon after it.
     *
     * @param mask which of the first eight bytes to compare
     * @return the index after the colon, or {@link #NO_MATCH}
     */
    public int match(int ordinal, byte[] a, int index, long mask) {
        Field field = fields[ordinal];
        if (a.length - index < 16) {
            return NO_MATCH;
        }
        long differences = (Swar.load(a, index) ^ field.first) & field.firstMask & mask
                | (Swar.load(a, index + 8) ^ field.second) & field.secondMask;
        if (differences != 0) {
            return NO_MATCH;
        }
        return field.rest == null || matchesRest(field, a, index + 16) ? index + field.length : NO_MATCH;
    }

    private static boolean matchesRest(Field field, byte[] a, int index) {
        int count = field.rest.length;
        return a.length - index >= count && Swar.matches(a, index, field.rest, count);
    }

    /** Returns the interned name of a field, for {@link JsonNameTable#record}. */
    public InternedName internedName(int ordinal, JsonNameTable table) {
        if (generation != table.generation()) {
            Arrays.fill(names, null);
            generation = table.generation();
        }
        InternedName name = names[ordinal];
        if (name == null) {
            name = table.get(shape.name(ordinal));
            names[ordinal] = name;
        }
        return name;
    }
}
