package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.WriteErrorPath;
import java.util.function.Supplier;

/**
 * Explains why an object could not be written. Writers do not track the path, which would slow down every message.
 * After a failure the object is written once more, to a discarded output, by a writer that tracks it.
 */
public final class WriteFailures {
    private WriteFailures() {}

    /**
     * Returns the error to throw for a failed write: the given one, or that for a cycle, which looks like too much
     * depth.
     */
    public static WireDataException withCycle(WireDataException error, String format, Object object) {
        String cycle = object == null ? null : CycleFinder.find(object);
        return cycle == null
                ? error
                : new WireDataException(format, "the object is inside itself: " + cycle, null, error);
    }

    /**
     * Returns the error to throw for a failed write: that the value contains itself, or the given one with the path at
     * which it occurred.
     *
     * @param session the context of the wire on which the write failed
     * @param error the error without a path
     * @param failed the writer on which the write failed, which is locked against hand-written code during the second
     *     attempt; or null if no such code has access to it
     * @param event the name of the event whose value this is, or null
     * @param value the value that could not be written
     * @param codec the codec of the value
     */
    public static WireDataException withPath(
            CodecContext session,
            WireDataException error,
            Object failed,
            String event,
            Object value,
            ValueCodec codec) {
        WireDataException cycle = withCycle(error, session.format(), value);
        Supplier<WireOut> scratch = session.scratchWriters();
        if (cycle != error || scratch == null || error.location() != null) {
            return cycle;
        }
        if (!(failed instanceof NestingGuard writer)) {
            return withPath(session, error, event, value, codec);
        }
        int guard = writer.setGuard(NestingGuard.LOCKED);
        try {
            return withPath(session, error, event, value, codec);
        } finally {
            writer.setGuard(guard);
        }
    }

    private static WireDataException withPath(
            CodecContext session, WireDataException error, String event, Object value, ValueCodec codec) {
        try (WireOut out = session.scratchWriters().get()) {
            out.beginMessage();
            WireDataException located = WriteErrorPath.locate(error, out, to -> {
                if (event != null) {
                    to.beginObject();
                    to.event(event);
                }
                codec.writeOrNull(to, value, session);
            });
            out.cancelMessage();
            return located;
        }
    }
}
