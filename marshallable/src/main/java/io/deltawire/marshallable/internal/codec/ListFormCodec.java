package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Writes and reads values as a list of what they hold. An {@link AtomicReference} holds one value or none. An
 * {@link Iterator} is used up by writing it, and is read as one over a list.
 */
final class ListFormCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec list;
    private final Function<Object, List<Object>> items;
    private final Function<List<?>, Object> maker;

    private ListFormCodec(
            Class<?> type, ValueCodec list, Function<Object, List<Object>> items, Function<List<?>, Object> maker) {
        this.type = type;
        this.list = list;
        this.items = items;
        this.maker = maker;
    }

    /** @param list the codec of a list of the content */
    static ListFormCodec ofReference(ValueCodec list) {
        return new ListFormCodec(
                AtomicReference.class,
                list,
                value -> {
                    Object content = ((AtomicReference<?>) value).get();
                    return content == null ? List.of() : Collections.singletonList(content);
                },
                read -> new AtomicReference<>(read.isEmpty() ? null : read.get(0)));
    }

    /** @param list the codec of a list of the items */
    static ListFormCodec ofIterator(ValueCodec list) {
        return new ListFormCodec(
                Iterator.class,
                list,
                value -> {
                    List<Object> all = new ArrayList<>();
                    ((Iterator<?>) value).forEachRemaining(all::add);
                    return all;
                },
                List::iterator);
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        list.write(out, items.apply(value), session);
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        List<?> read = (List<?>) list.read(in, null, session);
        if (type == AtomicReference.class && read.size() > 1) {
            throw session.mismatch(in, "expected a list of at most one value but it has " + read.size());
        }
        return maker.apply(read);
    }
}
