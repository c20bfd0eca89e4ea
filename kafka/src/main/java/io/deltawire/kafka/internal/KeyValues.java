package io.deltawire.kafka.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.token.Discard;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * Finds the values of key fields in messages of any class. It is the target of a wire that writes the message, and
 * remembers the scalars at the paths of the fields.
 *
 * <p>Not thread-safe.
 */
public final class KeyValues {
    private final List<String> fields;
    private final String[][] paths;
    private final String[] values;
    private final Wire wire;
    private boolean hasOwnKey;

    /**
     * @param fields paths with dots, not empty
     * @param options the options of the wire
     */
    public KeyValues(List<String> fields, WireOptions options) {
        this.fields = List.copyOf(fields);
        this.paths = fields.stream().map(field -> field.split("\\.", -1)).toArray(String[][]::new);
        this.values = new String[paths.length];
        this.wire = Wire.of(new DeltaFormat(), new Finder(), options);
    }

    /**
     * Returns the UTF-8 texts of the values, with a zero byte between two of them. A null has the empty text.
     *
     * @throws WireDataException if the message lacks one of the fields, or cannot be written
     */
    public byte[] of(Object message) {
        Arrays.fill(values, null);
        hasOwnKey = false;
        wire.write(message);
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw new WireDataException(
                        wire.format().name(),
                        "expected the key field " + fields.get(i) + " with a scalar but the message has none",
                        null);
            }
        }
        return String.join("\0", values).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the class of the last message names the key of its record itself, by {@code @Key} fields. */
    public boolean hasOwnKey() {
        return hasOwnKey;
    }

    /** Takes the tokens of a message. */
    private final class Finder extends Discard {
        /** The names of the fields around the current value, of objects only. */
        private String[] names = new String[8];
        /** By depth, the shape of the object. */
        private Shape[] shapes = new Shape[8];

        /** The number of objects that are open outside of lists. */
        private int depth;
        /** The number of objects and lists that are open within the outermost list. */
        private int hidden;

        /** Whether the next scalar is the key of a map entry. */
        private boolean inKey;

        @Override
        public void beginMessage(MessageKind kind) {
            depth = 0;
            hidden = 0;
            inKey = false;
        }

        @Override
        public boolean keepsRecords() {
            return true;
        }

        @Override
        public void recordKey(byte[] key, int offset, int length) {
            hasOwnKey = true;
        }

        @Override
        public void beginObject() {
            beginObject(null);
        }

        @Override
        public void beginObject(Shape shape) {
            if (hidden > 0) {
                hidden++;
                return;
            }
            if (depth == names.length) {
                names = Arrays.copyOf(names, 2 * depth);
                shapes = Arrays.copyOf(shapes, 2 * depth);
            }
            names[depth] = null;
            shapes[depth] = shape;
            depth++;
        }

        @Override
        public void endObject() {
            if (hidden > 0) {
                hidden--;
            } else {
                depth--;
            }
        }

        @Override
        public void beginList() {
            hidden++;
        }

        @Override
        public void endList() {
            hidden--;
        }

        @Override
        public void field(int ordinal) {
            if (hidden == 0) {
                names[depth - 1] = shapes[depth - 1].name(ordinal);
            }
        }

        @Override
        public void field(String name) {
            if (hidden == 0) {
                names[depth - 1] = name;
            }
        }

        @Override
        public void event(String name) {
            field(name);
        }

        @Override
        public void key() {
            inKey = hidden == 0;
        }

        private void scalar(Object value) {
            if (hidden > 0) {
                return;
            }
            if (inKey) {
                inKey = false;
                names[depth - 1] = null; // a key that is no name is in no path
                return;
            }
            for (int i = 0; i < paths.length; i++) {
                if (paths[i].length == depth && isHere(paths[i])) {
                    values[i] = Objects.toString(value, "");
                }
            }
        }

        private boolean isHere(String[] path) {
            for (int i = depth - 1; i >= 0; i--) {
                if (!path[i].equals(names[i])) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void nullValue() {
            scalar(null);
        }

        @Override
        public void bool(boolean value) {
            scalar(value);
        }

        @Override
        public void int64(long value) {
            scalar(value);
        }

        @Override
        public void float64(double value) {
            scalar(value);
        }

        @Override
        public void float32(float value) {
            scalar(value);
        }

        @Override
        public void decimal(BigDecimal value) {
            scalar(value);
        }

        @Override
        public void text(CharSequence value) {
            scalar(value);
        }

        @Override
        public void bytes(byte[] value, int offset, int length) {
            scalar(Base64.getEncoder().encodeToString(Arrays.copyOfRange(value, offset, offset + length)));
        }

        @Override
        public void temporal(Temporal value) {
            scalar(value);
        }
    }
}
