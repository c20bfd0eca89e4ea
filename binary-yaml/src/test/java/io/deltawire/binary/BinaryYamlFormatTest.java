package io.deltawire.binary;

import io.deltawire.wire.Trees.Blob;
import io.deltawire.wire.Trees.Typed;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormatContract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class BinaryYamlFormatTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new BinaryYamlFormat();
    }

    /** Whole doubles share their codes with integers: 5.0 is {@code A1 05}, as 5 is. All else is kept. */
    @Override
    protected Object expected(Object message) {
        if (message instanceof Double d) {
            byte[] encoded = new byte[NumberCodes.MAX];
            NumberCodes.writeFloat64(encoded, 0, d);
            return Numbers.isInteger(encoded[0] & 0xFF) ? (Object) d.longValue() : d;
        }
        if (message instanceof Typed typed) {
            return new Typed(typed.type(), expected(typed.value()));
        }
        if (message instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(expected(item)));
            return items;
        }
        if (message instanceof Map<?, ?> map && !(message instanceof Blob)) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, value) -> entries.put(expected(key), expected(value)));
            return entries;
        }
        return message;
    }
}
