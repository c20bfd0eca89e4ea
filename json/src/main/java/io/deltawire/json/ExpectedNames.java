package io.deltawire.json;

import io.deltawire.wire.Shape;
import java.util.Arrays;

/** The names of a shape as a reader compares them: it expects them in the shape's order. Not thread-safe. */
final class ExpectedNames {
    final Shape shape;
    final JsonNames.Encoded[] encoded;
    private final JsonName[] names;
    private int generation = -1;

    ExpectedNames(Shape shape) {
        this.shape = shape;
        JsonNames known = shape.get(JsonNames.OF_SHAPE);
        // A name that begins with '@' takes a closer look.
        this.encoded = known.anyAt ? new JsonNames.Encoded[0] : known.names;
        this.names = new JsonName[encoded.length];
    }

    /** The name of a field in the table, for {@link JsonNameTable#note}. */
    JsonName name(int ordinal, JsonNameTable table) {
        if (generation != table.generation()) {
            Arrays.fill(names, null);
            generation = table.generation();
        }
        JsonName name = names[ordinal];
        if (name == null) {
            name = table.get(shape.name(ordinal));
            names[ordinal] = name;
        }
        return name;
    }
}
