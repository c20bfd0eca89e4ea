package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the key of a record from its columns, for classes whose key fields are all in columns. The bytes equal those
 * that {@link RecordKeyEncoder} computes from the object. Immutable.
 */
public final class ColumnKey {
    /** The ordinals of the key fields, in the order of their bytes. */
    private final int[] ordinals;

    private final boolean[] areTexts;

    private ColumnKey(int[] ordinals, boolean[] areTexts) {
        this.ordinals = ordinals;
        this.areTexts = areTexts;
    }

    /** Returns the key of a class; null if its columns do not determine the key's bytes. */
    public static ColumnKey create(ObjectCodec codec, List<ColumnKind> kinds) {
        if (codec.writesKey()) {
            return null;
        }
        int[] ordinals =
                codec.keys().stream().mapToInt(codec.plan().fields()::indexOf).toArray();
        boolean[] areTexts = new boolean[ordinals.length];
        for (int i = 0; i < ordinals.length; i++) {
            if (codec.keys().get(i).kind() == FieldKind.CHAR) {
                return null; // the key has it as a number, the column as text
            }
            switch (kinds.get(ordinals[i])) {
                case TEXT -> areTexts[i] = true;
                case BOOL, INT64, FLOAT64 -> {}
                case FLOAT32, TEMPORAL, VALUE, NESTED -> {
                    return null; // a float's column holds a double, and the other kinds have no fixed form
                }
            }
        }
        return new ColumnKey(ordinals, areTexts);
    }

    public int length(FieldColumns columns, Object object) {
        int length = 0;
        for (int i = 0; i < ordinals.length; i++) {
            length += areTexts[i]
                    ? KeyBuffer.textLength((String) columns.reference(object, ordinals[i]))
                    : KeyBuffer.NUMBER_BYTES;
        }
        return length;
    }

    public byte[] bytes(long[] bits, Object[] references, int base) {
        KeyBuffer key = new KeyBuffer(null);
        for (int i = 0; i < ordinals.length; i++) {
            int column = base + ordinals[i];
            if (areTexts[i]) {
                key.putValue(references[column]);
            } else {
                key.putInt64(bits[column]);
            }
        }
        return Arrays.copyOf(key.array(), key.size());
    }
}
