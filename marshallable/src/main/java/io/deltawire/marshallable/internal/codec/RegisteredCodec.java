package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.RecordedException;
import io.deltawire.marshallable.TypeCodec;
import io.deltawire.marshallable.internal.schema.TypeCodecs;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.Printable;

/**
 * Writes and reads values by a {@link TypeCodec}. It checks that a codec of an application writes and reads exactly one
 * value, because one more or less would silently shift all values after it.
 */
public final class RegisteredCodec extends ValueCodec {
    private final Class<?> type;
    private final TypeCodecs.Registration registration;
    private final TypeCodec<Object> codec;

    @SuppressWarnings("unchecked") // values are of the class of the registration
    RegisteredCodec(Class<?> type, TypeCodecs.Registration registration) {
        this.type = type;
        this.registration = registration;
        this.codec = (TypeCodec<Object>) registration.codec();
    }

    /** Returns whether this library provides the codec. */
    boolean isBuiltIn() {
        return registration.isBuiltIn();
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(registration.type());
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        if (registration.isBuiltIn()) {
            codec.write(value, out);
            return;
        }
        OneValueWriter one = session.takeOneValueWriter();
        one.begin(out, session, registration.type());
        codec.write(value, one);
        one.end();
        session.giveBack(one);
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        Object value;
        OneValueReader one = registration.isBuiltIn() ? null : new OneValueReader(in, session, registration.type());
        try {
            value = codec.read(one == null ? in : one);
        } catch (WireException | OneValueWriter.Misuse e) {
            throw e;
        } catch (RuntimeException e) {
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(TypeNames.simpleName(registration.type())) + " but: " + e,
                    e);
        }
        if (one != null) {
            one.end();
        }
        if (!type.isInstance(value)) {
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(TypeNames.simpleName(type)) + " but its codec returned "
                            + (value == null
                                    ? "null"
                                    : Printable.withArticle(value.getClass().getName()))
                            + (value instanceof RecordedException
                                    ? "; declare it as Throwable, Exception or RuntimeException, since input never"
                                            + " selects a class of exceptions"
                                    : ""));
        }
        return value;
    }
}
