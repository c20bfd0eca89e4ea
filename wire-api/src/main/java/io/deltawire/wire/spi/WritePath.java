package io.deltawire.wire.spi;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Finds where in a message what cannot be written is. Writers do not keep the way to each value, which would cost all messages time, so
 * the tokens of one that has failed are written once more, to a writer that is made for that, and followed.
 */
public final class WritePath {
    private final WireOut out;
    private final Nesting nesting = new Nesting(Integer.MAX_VALUE);
    /** Of the objects and lists begun; with null for those that have none. */
    private final List<Shape> shapes = new ArrayList<>();
    /** Whether what comes next is the key of an entry. */
    private boolean isKey;
    /** Whether a value has begun that has not ended, so that an error is about it. */
    private boolean isInValue;

    private WritePath(WireOut out) {
        this.out = out;
    }

    /**
     * Returns an error with the path to what could not be written.
     *
     * @param error what has come of writing it
     * @param scratch a writer of the same format and options, on which a message is begun; it may be left in the middle of that
     * @param writing writes the tokens of the message again
     * @return the error as it is where it has a place, or does not come again
     */
    public static WireDataException find(WireDataException error, WireOut scratch, Consumer<WireOut> writing) {
        if (error.location() != null) {
            return error;
        }
        WritePath path = new WritePath(scratch);
        try {
            writing.accept(path.new Followed());
            return error;
        } catch (WireDataException again) {
            return again.location() != null ? again : at(error, path.here());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError other) {
            return error; // code by hand need not do the same again, and a message of a gigabyte not be there twice
        }
    }

    /** Returns an error with a path in what is written, where it has no place. */
    public static WireDataException at(WireDataException error, String path) {
        if (error.location() != null) {
            return error;
        }
        String problem = error.getMessage().substring(error.format().length() + 2);
        WireDataException placed =
                new WireDataException(error.format(), problem, WireLocation.ofPath(path), error.getCause());
        placed.setStackTrace(error.getStackTrace());
        return placed;
    }

    /** Takes note of each token before it is written, as it may be the one that cannot be, and of its end behind it. */
    private final class Followed implements WireOut {
        @Override
        public String formatName() {
            return out.formatName();
        }

        @Override
        public void beginMessage(MessageKind kind) {
            out.beginMessage(kind);
        }

        @Override
        public void endMessage() {
            out.endMessage();
        }

        @Override
        public void cancelMessage() {
            out.cancelMessage();
        }

        @Override
        public void recordKey(byte[] key, int offset, int length) {
            out.recordKey(key, offset, length);
        }

        @Override
        public boolean keepsRecords() {
            return out.keepsRecords();
        }

        @Override
        public void type(String name) {
            beginValue();
            out.type(name);
        }

        @Override
        public void beginObject() {
            beginValue();
            out.beginObject();
            nesting.pushObject();
            begun(null);
        }

        @Override
        public void beginObject(Shape shape) {
            beginValue();
            out.beginObject(shape);
            nesting.pushObject();
            begun(shape);
        }

        @Override
        public void beginList() {
            beginValue();
            out.beginList();
            nesting.pushList();
            begun(null);
        }

        @Override
        public void field(int ordinal) {
            nesting.name(shapes.get(shapes.size() - 1).name(ordinal));
            out.field(ordinal);
        }

        @Override
        public void field(String name) {
            nesting.name(name);
            out.field(name);
        }

        @Override
        public void event(String name) {
            nesting.name(name);
            out.event(name);
        }

        @Override
        public void typedEvent(String name) {
            nesting.name(name);
            out.typedEvent(name);
        }

        @Override
        public void key() {
            isKey = true;
            out.key();
        }

        @Override
        public void endObject() {
            endContent();
            out.endObject();
            endValue();
        }

        @Override
        public void endList() {
            endContent();
            out.endList();
            endValue();
        }

        @Override
        public void bytes(byte[] value, int offset, int length) {
            scalar(length + " bytes");
            out.bytes(value, offset, length);
            endValue();
        }

        @Override
        public void nullValue() {
            scalar("null");
            out.nullValue();
            endValue();
        }

        @Override
        public void bool(boolean value) {
            scalar(String.valueOf(value));
            out.bool(value);
            endValue();
        }

        @Override
        public void int64(long value) {
            scalar(String.valueOf(value));
            out.int64(value);
            endValue();
        }

        @Override
        public void float64(double value) {
            scalar(String.valueOf(value));
            out.float64(value);
            endValue();
        }

        @Override
        public void uuid(UUID value) {
            scalar(value);
            out.uuid(value);
            endValue();
        }

        @Override
        public void untypedFloat64(double value) {
            scalar(String.valueOf(value));
            out.untypedFloat64(value);
            endValue();
        }

        @Override
        public void float32(float value) {
            scalar(String.valueOf(value));
            out.float32(value);
            endValue();
        }

        @Override
        public void decimal(BigDecimal value) {
            scalar(value);
            out.decimal(value);
            endValue();
        }

        @Override
        public void text(CharSequence value) {
            scalar(value);
            out.text(value);
            endValue();
        }

        @Override
        public void temporal(Temporal value) {
            scalar(value);
            out.temporal(value);
            endValue();
        }

        @Override
        public void comment(String text) {
            out.comment(text);
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            out.close();
        }
    }

    /** @param shown what stands for the value where it is a key */
    private void scalar(Object shown) {
        beginValue();
        if (isKey) {
            nesting.name(String.valueOf(shown));
        }
    }

    private void beginValue() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        isInValue = true;
    }

    private void begun(Shape shape) {
        shapes.add(shape);
        isInValue = false;
        isKey = false; // what is inside of it has names of its own
    }

    private void endContent() {
        nesting.pop();
        shapes.remove(shapes.size() - 1);
    }

    private void endValue() {
        isInValue = false;
        if (isKey) {
            isKey = false;
        } else if (nesting.inObject()) {
            nesting.name(null);
        }
    }

    /** The path to the value that was being written, or was to be written next. */
    private String here() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        return nesting.path();
    }
}
