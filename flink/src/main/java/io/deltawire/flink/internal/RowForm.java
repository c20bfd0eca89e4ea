package io.deltawire.flink.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Messages as rows, read and written by tokens. A field of a row is the entry with its name of the message.
 *
 * @param rows how values of Flink look inside a row
 */
public record RowForm<T>(RowType rowType, RowValues<T> rows) implements MessageForm<T> {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** Checks the row type, so that an unsupported one is refused before a job starts. */
    public RowForm {
        new RowReader<>(rowType, rows);
        new RowWriter<>(rowType, rows);
    }

    @Override
    public TypeInformation<T> typeInformation() {
        return rows.typeInformation(rowType);
    }

    @Override
    public Class<T> type() {
        return null;
    }

    @Override
    public MessageSource<T> newSource(WireIn in, WireOptions options) {
        return new Source<>(in, new RowReader<>(rowType, rows));
    }

    @Override
    public MessageTarget<T> newTarget(OutputStream out, WireOptions options) {
        return new Target<>(FORMAT.newWriter(out, options), rows, new RowWriter<>(rowType, rows));
    }

    private record Source<T>(WireIn in, RowReader<T> reader) implements MessageSource<T> {
        @Override
        public T next() {
            while (in.nextMessage()) {
                if (in.messageKind() != MessageKind.META) {
                    return reader.readMessage(
                            in, in.messageKind() == MessageKind.DELETE ? RowKind.DELETE : RowKind.INSERT);
                }
            }
            return null;
        }

        @Override
        public void close() {
            in.close();
        }
    }

    private record Target<T>(WireOut out, RowValues<T> rows, RowWriter<T> writer) implements MessageTarget<T> {
        @Override
        public void write(T message) {
            RowKind kind = rows.kind(Objects.requireNonNull(message, "message"));
            if (kind != RowKind.INSERT && kind != RowKind.UPDATE_AFTER) {
                throw new WireDataException(
                        FORMAT.name(),
                        "expected a row of the kind INSERT or UPDATE_AFTER but was " + kind
                                + ", which has no meaning in a block",
                        null);
            }
            try {
                out.beginMessage();
                writer.write(out, message);
                out.endMessage();
            } finally {
                out.cancelMessage(); // does nothing after a message that was written
            }
        }

        @Override
        public void endDump() {
            DeltaFormat.endDump(out);
        }
    }
}
