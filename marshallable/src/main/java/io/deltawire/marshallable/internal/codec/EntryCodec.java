package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.AbstractMap.SimpleEntry;
import java.util.Collections;
import java.util.Map;

/** Writes and reads an entry of a map as a map of one entry. */
final class EntryCodec extends ValueCodec {
    private final MapCodec map;

    EntryCodec(MapCodec map) {
        this.map = map;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(Map.Entry.class);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
        map.write(out, Collections.singletonMap(entry.getKey(), entry.getValue()), session);
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        Map<?, ?> read = (Map<?, ?>) map.read(in, null, session);
        if (read.size() != 1) {
            throw session.mismatch(in, "expected an object with one entry but it has " + read.size());
        }
        return new SimpleEntry<>(read.entrySet().iterator().next());
    }
}
