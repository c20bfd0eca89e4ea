package io.deltawire.json;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import io.deltawire.wire.testing.WireFormatContract;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class JsonContractTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new JsonFormat();
    }

    /** Broken input may hold a name twice, which the trees of the tests cannot represent. */
    @Override
    protected WireOptions options() {
        return super.options().with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);
    }

    /** Plain JSON has text for bytes, temporals, NaN and infinities. */
    @Override
    protected boolean keepsKinds() {
        return false;
    }

    /** Numbers and booleans become text as keys. */
    @Override
    protected boolean keepsKeyKinds() {
        return false;
    }

    @Override
    protected Object expected(Object message) {
        return plain(message);
    }

    /** Returns what a value is read as after it was written as JSON. */
    static Object plain(Object value) {
        if (value instanceof Blob blob) {
            return Base64.getEncoder().encodeToString(blob.bytes());
        } else if (value instanceof Temporal) {
            return value.toString();
        } else if (value instanceof Double d) {
            return Double.isFinite(d) ? d : (Object) d.toString();
        } else if (value instanceof BigDecimal decimal) {
            return plainDecimal(decimal);
        } else if (value instanceof Typed typed) {
            return new Typed(typed.type(), plain(typed.value()));
        } else if (value instanceof List<?> list) {
            return list.stream()
                    .map(JsonContractTest::plain)
                    .collect(java.util.ArrayList::new, List::add, List::addAll);
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            map.forEach((key, item) -> plain.put(key instanceof Name name ? name.event() : key, plain(item)));
            return plain;
        }
        return value;
    }

    private static Object plainDecimal(BigDecimal decimal) {
        String text = decimal.toString();
        if (text.matches("-?[0-9]+")) {
            return decimal.unscaledValue().bitLength() < 64 ? (Object) decimal.longValueExact() : decimal;
        }
        double nearest = decimal.doubleValue();
        return Double.isFinite(nearest) && new BigDecimal(Double.toString(nearest)).compareTo(decimal) == 0
                ? (Object) nearest
                : decimal;
    }
}
