package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.BuiltInTypes;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads {@link GenericRecord}s: values with a type name that stands for no class.
 *
 * <p>A value has only one type name. Some formats write scalars of different kinds alike, for example a date as text.
 * There the kind of the scalar follows the unknown type name after a bar: {@code Start|LocalDate}. A type name that
 * itself contains a bar gets another one at its end, so that it is read back unchanged.
 */
public final class GenericRecordCodec extends ValueCodec {
    private static final char BAR = '|';

    /** The codec for members declared as generic records, which writes the type name itself. */
    static final ValueCodec WITH_NAME = new GenericRecordCodec(true);

    private final boolean writesName;

    GenericRecordCodec() {
        this(false);
    }

    private GenericRecordCodec(boolean writesName) {
        this.writesName = writesName;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return nameOf((GenericRecord) value, session);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        GenericRecord generic = (GenericRecord) value;
        if (writesName && generic.typeName() != null) {
            out.type(nameOf(generic, session));
        }
        if (!generic.isObject()) {
            writeValue(out, generic, session);
            return;
        }
        ValueCodec any = session.codecs().any();
        out.beginObject();
        for (Map.Entry<Object, Object> entry : generic.fields().entrySet()) {
            if (entry.getKey() instanceof String name) {
                out.field(name);
            } else {
                MapCodec.beginKey(out, entry.getKey(), session);
                any.writeOrNull(out, entry.getKey(), session);
            }
            any.writeOrNull(out, entry.getValue(), session);
        }
        out.endObject();
    }

    /** Writes the value without a type name for its kind, because the type name of the record precedes it. */
    private static void writeValue(WireOut out, GenericRecord generic, CodecContext session) {
        Object value = generic.value();
        if (value == null) {
            out.nullValue();
            return;
        }
        if (value instanceof Double number) {
            out.untypedFloat64(number);
            return;
        }
        ValueCodec codec = session.codecs().exact(value.getClass());
        if (!(codec instanceof ScalarCodec) && !(value instanceof List && codec.typeName(value, session) == null)) {
            throw session.unwritable(
                    "expected a scalar or list with the type name " + Printable.quote(generic.typeName())
                            + " but was " + Printable.withArticle(TypeNames.simpleName(value.getClass()))
                            + ", which has a type name of its own or is an object (GenericRecord.ofFields)");
        }
        codec.write(out, value, session);
    }

    private static String nameOf(GenericRecord generic, CodecContext session) {
        String name = generic.typeName();
        if (name == null || generic.isObject() || !session.writesKindNames()) {
            return name;
        }
        Object value = generic.value();
        ValueCodec codec = value == null ? null : session.codecs().exact(value.getClass());
        String kind = codec instanceof ScalarCodec ? codec.typeName(value, session) : null;
        return kind != null ? name + BAR + kind : name.indexOf(BAR) < 0 ? name : name + BAR;
    }

    @Override
    Object readNull(WireIn in, CodecContext session) {
        return in.typeName() == null
                ? super.readNull(in, session)
                : read(in, session.codecs().any(), session);
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        return read(in, session.codecs().any(), session);
    }

    public static GenericRecord read(WireIn in, ValueCodec any, CodecContext session) {
        String name = in.typeName();
        if (in.peek() == WireToken.BEGIN_OBJECT) {
            return GenericRecord.ofFields(name, UntypedValues.readMap(in, any, session));
        }
        if (name == null) {
            throw session.mismatch(in, "expected an object, or a value with a type name, but was " + in.peek());
        }
        int bar = session.writesKindNames() ? name.lastIndexOf(BAR) : -1;
        if (bar <= 0) {
            return GenericRecord.ofValue(name, UntypedValues.read(in, any, session));
        }
        if (bar == name.length() - 1 && name.lastIndexOf(BAR, bar - 1) >= 0) {
            return GenericRecord.ofValue(name.substring(0, bar), UntypedValues.read(in, any, session));
        }
        String kindName = name.substring(bar + 1);
        Class<?> kind = kindName.equals("byte[]") ? byte[].class : BuiltInTypes.find(kindName);
        return kind != null && session.codecs().exact(kind) instanceof ScalarCodec codec
                ? GenericRecord.ofValue(name.substring(0, bar), codec.readOrNull(in, null, session))
                : GenericRecord.ofValue(name, UntypedValues.read(in, any, session));
    }
}
