package io.deltawire.delta;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A writer that is flushed by a thread of its own when a message has waited for long enough, also where no further one
 * comes. The thread flushes between messages only; it is a daemon, and ends with the writer.
 */
final class TimedWriter implements WireOut {
    /** Some hundred years; what is longer overflows. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final WireOut out;
    private final long nanos;
    /** Held while a message is open, and by the thread while it flushes. */
    private final Semaphore turn = new Semaphore(1);

    private final Thread flusher = new Thread(this::flushInTime, "delta-flush");
    private boolean open;
    /** When the first message since the last flush ended, or 0. */
    private volatile long waitingSince;

    private volatile boolean closed;
    /** What the thread failed by, until the writer is told. */
    private volatile Throwable failure;

    private TimedWriter(WireOut out, Duration interval) {
        this.out = out;
        this.nanos = interval.compareTo(LONGEST) < 0 ? interval.toNanos() : LONGEST.toNanos();
        flusher.setDaemon(true);
    }

    /** Returns the writer itself where there is no interval. */
    static WireOut of(WireOut out, Duration interval) {
        if (interval.isZero()) {
            return out;
        }
        if (interval.isNegative()) {
            throw new IllegalArgumentException("delta.flushInterval must not be negative but was " + interval);
        }
        TimedWriter timed = new TimedWriter(out, interval);
        timed.flusher.start();
        return timed;
    }

    private void flushInTime() {
        while (!closed) {
            long since = waitingSince;
            long left = since == 0 ? Long.MAX_VALUE : since + nanos - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            turn.acquireUninterruptibly();
            try {
                if (!closed && waitingSince != 0) {
                    waitingSince = 0;
                    out.flush();
                }
            } catch (RuntimeException | Error e) { // whatever the target throws, the application is to hear of it
                failure = e;
            } finally {
                turn.release();
            }
        }
    }

    private void throwFailure() {
        Throwable e = failure;
        if (e != null) {
            failure = null;
            String problem = "messages written before could not be flushed";
            throw e instanceof UncheckedIOException io
                    ? new UncheckedIOException(problem, io.getCause())
                    : new IllegalStateException(problem, e);
        }
    }

    @Override
    public void beginMessage(MessageKind kind) {
        if (!open) {
            turn.acquireUninterruptibly();
        }
        boolean wasOpen = open;
        try {
            throwFailure();
            out.beginMessage(kind);
            open = true;
        } finally {
            if (!open && !wasOpen) {
                turn.release();
            }
        }
    }

    @Override
    public void endMessage() {
        out.endMessage();
        ended();
        if (waitingSince == 0) {
            long now = System.nanoTime();
            waitingSince = now == 0 ? 1 : now;
            LockSupport.unpark(flusher);
        }
    }

    @Override
    public void cancelMessage() {
        out.cancelMessage();
        ended();
    }

    private void ended() {
        if (open) {
            open = false;
            turn.release();
        }
    }

    private void inTurn(Runnable action) {
        if (open) {
            action.run();
            return;
        }
        turn.acquireUninterruptibly();
        try {
            throwFailure();
            action.run();
        } finally {
            turn.release();
        }
    }

    @Override
    public void flush() {
        inTurn(() -> {
            waitingSince = 0;
            out.flush();
        });
    }

    @Override
    public void keyFrame() {
        inTurn(out::keyFrame);
    }

    @Override
    public void close() {
        cancelMessage();
        if (closed) {
            return;
        }
        turn.acquireUninterruptibly();
        try {
            closed = true;
            LockSupport.unpark(flusher);
            out.close();
            throwFailure();
        } finally {
            turn.release();
        }
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
        out.type(name);
    }

    @Override
    public void beginObject() {
        out.beginObject();
    }

    @Override
    public void beginObject(Shape shape) {
        out.beginObject(shape);
    }

    @Override
    public void field(int ordinal) {
        out.field(ordinal);
    }

    @Override
    public void field(String name) {
        out.field(name);
    }

    @Override
    public void event(String name) {
        out.event(name);
    }

    @Override
    public void key() {
        out.key();
    }

    @Override
    public void endObject() {
        out.endObject();
    }

    @Override
    public void beginList() {
        out.beginList();
    }

    @Override
    public void endList() {
        out.endList();
    }

    @Override
    public void nullValue() {
        out.nullValue();
    }

    @Override
    public void bool(boolean value) {
        out.bool(value);
    }

    @Override
    public void int64(long value) {
        out.int64(value);
    }

    @Override
    public void float64(double value) {
        out.float64(value);
    }

    @Override
    public void float32(float value) {
        out.float32(value);
    }

    @Override
    public void decimal(BigDecimal value) {
        out.decimal(value);
    }

    @Override
    public void text(CharSequence value) {
        out.text(value);
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        out.bytes(value, offset, length);
    }

    @Override
    public void temporal(Temporal value) {
        out.temporal(value);
    }
}
