package io.deltawire.flink.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Messages as objects of a class. */
public record ObjectForm<T>(Class<T> type, TypeInformation<T> typeInformation) implements MessageForm<T> {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** Requires both. */
    public ObjectForm {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(typeInformation, "typeInformation");
    }

    @Override
    public MessageSource<T> newSource(WireIn in, WireOptions options) {
        return new Source<>(type, in, Wire.of(FORMAT, in, options));
    }

    @Override
    public MessageTarget<T> newTarget(OutputStream out, WireOptions options) {
        return new Target<>(Wire.of(FORMAT, out, options));
    }

    private record Source<T>(Class<T> type, WireIn in, Wire wire) implements MessageSource<T> {
        @Override
        public T next() {
            for (; ; ) {
                long before = wire.index();
                T message = wire.read(type);
                if (message == null && wire.index() == before) {
                    if (wire.next()) {
                        throw unexpected("null"); // a further value of the message, and not the end of the input
                    }
                    return null;
                }
                if (in.messageKind() == MessageKind.META) {
                    continue;
                }
                if (message == null) {
                    throw unexpected("null");
                }
                if (in.messageKind() == MessageKind.DELETE) {
                    throw unexpected("the deletion of a record, which only rows can express");
                }
                return message;
            }
        }

        private WireDataException unexpected(String found) {
            return new WireDataException(
                    FORMAT.name(), "expected a message of " + type.getName() + " but was " + found, in.location());
        }

        @Override
        public void close() {
            wire.close();
        }
    }

    private record Target<T>(Wire wire) implements MessageTarget<T> {
        @Override
        public void write(T message) {
            wire.write(Objects.requireNonNull(message, "message"));
        }

        @Override
        public void endDump() {
            DeltaFormat.endDump(wire.out());
        }
    }
}
