package io.deltawire.wire.spi;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Finds the path to a value that cannot be written. Writers do not track the path to each value, since that would slow
 * down every message. Instead, the tokens of the failed message are written a second time to a scratch writer, and this
 * class tracks them.
 *
 * <p>Not thread-safe.
 */
public final class WriteErrorPath {
    private final WireOut out;
    private final Nesting nesting = new Nesting(Integer.MAX_VALUE);
    /** Shapes of the open objects and lists; null for one without a shape. */
    private final List<Shape> shapes = new ArrayList<>();
    /** True if the next value is the key of an entry. */
    private boolean isKey;
    /** True if a value has begun and not ended, so that an error concerns it. */
    private boolean isInValue;

    private WriteErrorPath(WireOut out) {
        this.out = out;
    }

    /**
     * Adds to an error the path to the value that could not be written.
     *
     * @param error the error of the first pass
     * @param scratch a writer of the same format and options, on which a message has begun; the message may stay open
     * @param writing writes the tokens of the message a second time
     * @return an error with a path; the given error if it already has a location, or the second pass does not fail in
     *     the same way
     */
    public static WireDataException locate(WireDataException error, WireOut scratch, Consumer<WireOut> writing) {
        if (error.location() != null) {
            return error;
        }
        WriteErrorPath path = new WriteErrorPath(scratch);
        try {
            writing.accept(path.new Followed());
            return error;
        } catch (WireDataException again) {
            return again.location() != null ? again : error.withPath(path.path());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError other) {
            return error; // code written by hand may behave differently, and memory may not suffice twice
        }
    }

    /** Tracks each token before it is written, because that may fail, and the end of each value after it is written. */
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
            beginContent(null);
        }

        @Override
        public void beginObject(Shape shape) {
            beginValue();
            out.beginObject(shape);
            nesting.pushObject();
            beginContent(shape);
        }

        @Override
        public void beginList() {
            beginValue();
            out.beginList();
            nesting.pushList();
            beginContent(null);
        }

        @Override
        public void field(int ordinal) {
            nesting.setName(shapes.get(shapes.size() - 1).name(ordinal));
            out.field(ordinal);
        }

        @Override
        public void field(String name) {
            nesting.setName(name);
            out.field(name);
        }

        @Override
        public void event(String name) {
            nesting.setName(name);
            out.event(name);
        }

        @Override
        public void typedEvent(String name) {
            nesting.setName(name);
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

    /** @param shown text that represents the value if it is a key */
    private void scalar(Object shown) {
        beginValue();
        if (isKey) {
            nesting.setName(String.valueOf(shown));
        }
    }

    private void beginValue() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        isInValue = true;
    }

    private void beginContent(Shape shape) {
        shapes.add(shape);
        isInValue = false;
        isKey = false; // entries inside of it have their own names
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
            nesting.setName(null);
        }
    }

    /** Returns the path to the value that was being written or is next. */
    private String path() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        return nesting.path();
    }
}
