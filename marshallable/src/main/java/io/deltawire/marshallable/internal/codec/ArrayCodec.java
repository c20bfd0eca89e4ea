package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads arrays of objects as lists. Reading fills the items of a former array again, and returns that array
 * if its length stays the same.
 */
public final class ArrayCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec component;

    ArrayCodec(Class<?> type, ValueCodec component) {
        this.type = type;
        this.component = component;
    }

    public ValueCodec element() {
        return component;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        out.beginList();
        for (Object item : (Object[]) value) {
            component.writeOrNull(out, item, session);
        }
        out.endList();
    }

    /**
     * Returns whether reading may fill the items of a former value again. An array whose run-time class is a subtype of
     * the declared one is replaced, because it might not accept what is read.
     */
    public boolean canRefill(Object value) {
        return value.getClass() == type;
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        Object[] former = reuse != null && canRefill(reuse) ? (Object[]) reuse : new Object[0];
        List<Object> values = new ArrayList<>();
        in.beginList();
        while (in.hasNext()) {
            int i = values.size();
            try {
                values.add(component.readOrNull(in, i < former.length ? former[i] : null, session));
            } catch (TypeMismatch e) {
                throw e.inItem(i);
            }
        }
        in.endList();
        Object[] array = former.length == values.size() && former.getClass() == type
                ? former
                : (Object[]) Array.newInstance(type.getComponentType(), values.size());
        return values.toArray(array);
    }
}
