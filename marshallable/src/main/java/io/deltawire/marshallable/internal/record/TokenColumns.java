package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.ColumnsOf;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.NestedColumns;

/** The columns of a class some of whose fields go by tokens, for one wire. */
public final class TokenColumns extends ColumnsOf {
    private final ObjectCodec codec;
    private final ValueCodec[] fields;
    private final Session session;
    /** By field; null where it has not been asked for. */
    private final InnerObjects[] inner;
    /** As {@link #inner}. */
    private final ScalarItems[] items;

    /**
     * @param columns those fields that are in columns
     * @param codec of the class
     * @param fields the codecs of its fields
     */
    public TokenColumns(FieldColumns columns, ObjectCodec codec, ValueCodec[] fields, Session session) {
        super(columns);
        this.codec = codec;
        this.fields = fields;
        this.session = session;
        this.inner = new InnerObjects[fields.length];
        this.items = new ScalarItems[inner.length];
    }

    @Override
    public NestedColumns nestedColumns(Object value, int ordinal, boolean isToBeSet) {
        InnerObjects objects = inner[ordinal];
        if (objects == null) {
            objects = InnerObjects.of(fields[ordinal], session);
            inner[ordinal] = objects;
        }
        if (value == null) {
            return objects.mayBeNull() ? objects : null;
        }
        boolean isOwn = !isToBeSet || codec.ownValue(value, ordinal) != null;
        return isOwn && objects.mayHave(value, isToBeSet) ? objects : null;
    }

    @Override
    public ItemColumns itemColumns(Object value, int ordinal, boolean isToBeSet) {
        ScalarItems found = items[ordinal];
        if (found == null) {
            found = ScalarItems.of(fields[ordinal]);
            items[ordinal] = found;
        }
        if (found == ScalarItems.NONE) {
            return null;
        }
        Object own = isToBeSet ? codec.ownValue(value, ordinal) : value;
        return own != null && (isToBeSet ? found.canSet(own) : found.canTake(own)) ? found : null;
    }

    @Override
    public void write(Object object, int ordinal, WireOut out) {
        fields[ordinal].writeOrNull(out, columns().reference(object, ordinal), session);
    }

    @Override
    public Object read(int ordinal, WireIn in) {
        return fields[ordinal].readOrNull(in, null, session);
    }

    @Override
    public void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        Object held = columns().reference(object, ordinal);
        Object own = reuses ? codec.ownValue(held, ordinal) : null;
        Object read = fields[ordinal].readOrNull(in, own, session);
        if (read != held) {
            columns().set(object, ordinal, read);
        }
    }
}
