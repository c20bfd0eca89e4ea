package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.List;

/** The key of a record, whose key fields are all in its columns as they are: the bytes that {@link RecordKeys} makes of the object. */
public final class ColumnKey {
    /** The key fields, in the order in which they are in the bytes. */
    private final int[] ordinals;

    private final boolean[] areTexts;

    private ColumnKey(int[] ordinals, boolean[] areTexts) {
        this.ordinals = ordinals;
        this.areTexts = areTexts;
    }

    /** The key of a class, or null where its columns do not tell the key's bytes. */
    public static ColumnKey of(ObjectCodec codec, List<ColumnKind> kinds) {
        if (KeyedMarshallable.class.isAssignableFrom(codec.type())) {
            return null;
        }
        int[] ordinals =
                codec.keys().stream().mapToInt(codec.plan().fields()::indexOf).toArray();
        boolean[] areTexts = new boolean[ordinals.length];
        for (int i = 0; i < ordinals.length; i++) {
            if (codec.keys().get(i).kind() == FieldKind.CHAR) {
                return null; // which is a number there
            }
            switch (kinds.get(ordinals[i])) {
                case TEXT -> areTexts[i] = true;
                case BOOL, INT64, FLOAT64 -> {}
                case FLOAT32, TEMPORAL, VALUE, NESTED -> {
                    return null; // a column has more bits of a float, and other values would have to be written
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
        KeyBuffer key = new KeyBuffer();
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
