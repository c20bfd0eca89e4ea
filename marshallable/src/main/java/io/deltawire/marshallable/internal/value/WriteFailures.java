package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.WriteErrorPath;
import java.util.function.Supplier;

/**
 * Finds out what is wrong with an object that could not be written. Writers keep no path, so the object is written once more, to nowhere, by a
 * writer that does.
 */
public final class WriteFailures {
    private WriteFailures() {}

    /** The error to throw where an object could not be written: a cycle shows as too much depth. */
    public static WireDataException withCycle(WireDataException error, String format, Object object) {
        String cycle = object == null ? null : Cycles.find(object);
        return cycle == null
                ? error
                : new WireDataException(format, "the object is inside itself: " + cycle, null, error);
    }

    /**
     * Returns the error to throw where a value could not be written: that it is inside itself, or the one given, with the path to what it is about.
     *
     * @param session of the wire that it could not be written to
     * @param failed the writer that it could not be written to, or null where nobody has it: code by hand must not write to it meanwhile
     * @param event the name of the event in which the value stands, or null
     * @param codec of the value
     */
    public static WireDataException placed(
            Session session, WireDataException error, Object failed, String event, Object value, ValueCodec codec) {
        WireDataException cycle = withCycle(error, session.format(), value);
        Supplier<WireOut> scratch = session.scratch();
        if (cycle != error || scratch == null || error.location() != null) {
            return cycle;
        }
        if (!(failed instanceof NestingGuard writer)) {
            return placed(session, error, event, value, codec);
        }
        int fence = writer.setGuard(NestingGuard.LOCKED);
        try {
            return placed(session, error, event, value, codec);
        } finally {
            writer.setGuard(fence);
        }
    }

    private static WireDataException placed(
            Session session, WireDataException error, String event, Object value, ValueCodec codec) {
        try (WireOut out = session.scratch().get()) {
            out.beginMessage();
            WireDataException placed = WriteErrorPath.locate(error, out, to -> {
                if (event != null) {
                    to.beginObject();
                    to.event(event);
                }
                codec.writeOrNull(to, value, session);
            });
            out.cancelMessage();
            return placed;
        }
    }
}
