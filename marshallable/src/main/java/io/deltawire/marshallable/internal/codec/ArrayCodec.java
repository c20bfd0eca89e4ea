package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** Arrays of objects. */
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
    String tag(Object value, Session session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
        out.beginList();
        for (Object each : (Object[]) value) {
            component.writeOrNull(out, each, session);
        }
        out.endList();
    }

    /** Whether the items of a value are read into again: not of an array of a class that is below the declared one. */
    public boolean isRefilled(Object value) {
        return value.getClass() == type;
    }

    @Override
    public Object read(WireIn in, Object reuse, Session session) {
        Object[] old = reuse != null && isRefilled(reuse) ? (Object[]) reuse : new Object[0];
        List<Object> values = new ArrayList<>();
        in.beginList();
        while (in.hasNext()) {
            int i = values.size();
            try {
                values.add(component.readOrNull(in, i < old.length ? old[i] : null, session));
            } catch (Misfit e) {
                throw e.inItem(i);
            }
        }
        in.endList();
        Object[] array = old.length == values.size() && old.getClass() == type
                ? old
                : (Object[]) Array.newInstance(type.getComponentType(), values.size());
        return values.toArray(array);
    }
}
