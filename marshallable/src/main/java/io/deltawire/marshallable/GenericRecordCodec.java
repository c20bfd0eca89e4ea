package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.util.Map;

/** Objects whose class is not known. */
final class GenericRecordCodec extends ValueCodec {
    /** For members declared as generic records, whose type name nothing else writes. */
    static final ValueCodec WITH_NAME = new GenericRecordCodec(true);

    private final ValueCodec any = Codecs.exact(Object.class);
    private final boolean writesName;

    GenericRecordCodec() {
        this(false);
    }

    private GenericRecordCodec(boolean writesName) {
        this.writesName = writesName;
    }

    @Override
    String tag(Object value, Session session) {
        return ((GenericRecord) value).typeName();
    }

    @Override
    void write(WireOut out, Object value, Session session) {
        GenericRecord generic = (GenericRecord) value;
        if (writesName && generic.typeName() != null) {
            out.type(generic.typeName());
        }
        if (!generic.isObject()) {
            any.writeOrNull(out, generic.value(), session);
            return;
        }
        out.beginObject();
        for (Map.Entry<Object, Object> entry : generic.fields().entrySet()) {
            if (entry.getKey() instanceof String name) {
                out.field(name);
            } else {
                out.key();
                any.writeOrNull(out, entry.getKey(), session);
            }
            any.writeOrNull(out, entry.getValue(), session);
        }
        out.endObject();
    }

    @Override
    Object read(WireIn in, Object reuse, Session session) {
        return read(in, session);
    }

    static GenericRecord read(WireIn in, Session session) {
        String name = in.typeName();
        if (in.peek() == WireToken.BEGIN_OBJECT) {
            return GenericRecord.ofFields(name, PlainValues.readMap(in, session));
        }
        if (name == null) {
            throw session.misfit(in, "expected an object, or a value with a type name, but was " + in.peek());
        }
        return GenericRecord.ofValue(name, PlainValues.read(in, session));
    }
}
