package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.DelegatingColumns;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.NestedColumns;

/**
 * The columns of a class some of whose fields are not flat. These fields go by tokens, or by columns of nested objects
 * and items, which are created at first use for one wire. Not thread-safe.
 */
public final class TokenColumns extends DelegatingColumns {
    private final ObjectCodec codec;
    private final ValueCodec[] fieldCodecs;
    private final CodecContext context;
    /** The nested columns by field; null before the first use. */
    private final NestedObjects[] nestedByField;
    /** The item columns by field; null before the first use. */
    private final ScalarItems[] itemsByField;

    /**
     * @param columns the columns of the flat fields
     * @param codec the codec of the class
     * @param fields the codecs of its fields
     */
    public TokenColumns(FieldColumns columns, ObjectCodec codec, ValueCodec[] fields, CodecContext context) {
        super(columns);
        this.codec = codec;
        this.fieldCodecs = fields;
        this.context = context;
        this.nestedByField = new NestedObjects[fields.length];
        this.itemsByField = new ScalarItems[nestedByField.length];
    }

    @Override
    public NestedColumns nestedColumns(Object value, int ordinal, boolean isToBeSet) {
        NestedObjects objects = nestedByField[ordinal];
        if (objects == null) {
            objects = NestedObjects.forField(fieldCodecs[ordinal], context);
            nestedByField[ordinal] = objects;
        }
        if (value == null) {
            return objects.mayBeNull() ? objects : null;
        }
        boolean isOwn = !isToBeSet || codec.refillableValue(value, ordinal) != null;
        return isOwn && objects.canHold(value, isToBeSet) ? objects : null;
    }

    @Override
    public ItemColumns itemColumns(Object value, int ordinal, boolean isToBeSet) {
        ScalarItems found = itemsByField[ordinal];
        if (found == null) {
            found = ScalarItems.forCodec(fieldCodecs[ordinal]);
            itemsByField[ordinal] = found;
        }
        if (found == ScalarItems.NONE) {
            return null;
        }
        Object own = isToBeSet ? codec.refillableValue(value, ordinal) : value;
        return own != null && (isToBeSet ? found.canSet(own) : found.canCompare(own)) ? found : null;
    }

    @Override
    public void write(Object object, int ordinal, WireOut out) {
        fieldCodecs[ordinal].writeOrNull(out, columns().reference(object, ordinal), context);
    }

    @Override
    public Object read(int ordinal, WireIn in) {
        return fieldCodecs[ordinal].readOrNull(in, null, context);
    }

    @Override
    public void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        Object current = columns().reference(object, ordinal);
        Object own = reuses ? codec.refillableValue(current, ordinal) : null;
        Object read = fieldCodecs[ordinal].readOrNull(in, own, context);
        if (read != current) {
            columns().set(object, ordinal, read);
        }
    }
}
