package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InnerColumns;
import io.deltawire.wire.spi.ItemColumns;

/** The columns of a class some of whose fields go by tokens, for one wire. */
final class TokenColumns extends ColumnsOf {
    private final GeneratedCodec codec;
    private final Session session;
    /** By field; null where it has not been asked for. */
    private final InnerObjects[] inner;
    /** As {@link #inner}. */
    private final ScalarItems[] items;

    TokenColumns(GeneratedCodec codec, Session session) {
        super(codec);
        this.codec = codec;
        this.session = session;
        this.inner = new InnerObjects[codec.shape().size()];
        this.items = new ScalarItems[inner.length];
    }

    @Override
    public InnerColumns inner(Object value, int ordinal, boolean isToBeSet) {
        InnerObjects objects = inner[ordinal];
        if (objects == null) {
            objects = InnerObjects.of(codec.codecOf(ordinal), session);
            inner[ordinal] = objects;
        }
        if (value == null) {
            return objects.mayBeNull() ? objects : null;
        }
        boolean isOwn = !isToBeSet || codec.ownOf(value, ordinal) != null;
        return isOwn && objects.mayHave(value, isToBeSet) ? objects : null;
    }

    @Override
    public ItemColumns items(Object value, int ordinal, boolean isToBeSet) {
        ScalarItems found = items[ordinal];
        if (found == null) {
            found = ScalarItems.of(codec.codecOf(ordinal));
            items[ordinal] = found;
        }
        if (found == ScalarItems.NONE) {
            return null;
        }
        Object own = isToBeSet ? codec.ownOf(value, ordinal) : value;
        return own != null && (isToBeSet ? found.canSet(own) : found.canTake(own)) ? found : null;
    }

    @Override
    public void write(Object object, int ordinal, WireOut out) {
        codec.codecOf(ordinal).writeOrNull(out, codec.reference(object, ordinal), session);
    }

    @Override
    public Object read(int ordinal, WireIn in) {
        return codec.codecOf(ordinal).readOrNull(in, null, session);
    }

    @Override
    public void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        Object held = codec.reference(object, ordinal);
        Object own = reuses ? codec.ownOf(held, ordinal) : null;
        Object read = codec.codecOf(ordinal).readOrNull(in, own, session);
        if (read != held) {
            codec.set(object, ordinal, read);
        }
    }
}
