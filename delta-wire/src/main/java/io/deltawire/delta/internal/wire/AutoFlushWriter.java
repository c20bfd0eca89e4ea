package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

/**
 * A writer that flushes by itself once a message has waited for the flush interval, even if no further message comes.
 * It delegates everything to a {@link DeltaWriter}, and owns the {@link FlushThread}, which flushes between messages
 * only.
 *
 * <p>The thread is a daemon. It ends when this writer is closed or garbage. As any writer, this one is for one thread
 * at a time.
 */
public final class AutoFlushWriter implements WireOut, NestingGuard, ThreadGuarded {
    /** Some hundred years. Longer intervals would overflow. */
    private static final Duration MAX_INTERVAL = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final DeltaWriter out;
    private final ThreadGuard guard;
    private final FlushThread flusher;
    private boolean open;
    private boolean closed;

    private AutoFlushWriter(DeltaWriter out, Duration interval) {
        this.out = out;
        this.guard = out.threadGuard();
        this.flusher = new FlushThread(
                this, interval.compareTo(MAX_INTERVAL) < 0 ? interval.toNanos() : MAX_INTERVAL.toNanos());
    }

    /** Returns a writer that flushes at an interval, or the given one if the interval is zero. */
    public static WireOut of(DeltaWriter out, Duration interval) {
        if (interval.isZero()) {
            return out;
        }
        if (interval.isNegative()) {
            throw new IllegalArgumentException("delta.flushInterval must not be negative but was " + interval);
        }
        AutoFlushWriter timed = new AutoFlushWriter(out, interval);
        timed.flusher.start();
        return timed;
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return DeltaFormatName.DELTA;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        guard.enter();
        try {
            beginLocked(kind);
        } finally {
            guard.exit();
        }
    }

    private void beginLocked(MessageKind kind) {
        if (!open) {
            flusher.lock();
        }
        boolean wasOpen = open;
        try {
            flusher.throwFailure();
            out.beginMessage(kind);
            open = true;
        } finally {
            if (!open && !wasOpen) {
                flusher.unlock();
            }
        }
    }

    @Override
    public void endMessage() {
        guard.enter();
        try {
            out.endMessage();
            unlockAfterMessage();
            flusher.scheduleFlush(out);
        } finally {
            guard.exit();
            Reference.reachabilityFence(this); // else the thread might find the writer gone before it sees the message
        }
    }

    @Override
    public void cancelMessage() {
        guard.enter();
        try {
            out.cancelMessage();
            unlockAfterMessage();
        } finally {
            guard.exit();
        }
    }

    private void unlockAfterMessage() {
        if (open) {
            open = false;
            flusher.unlock();
        }
    }

    private void runLocked(Runnable action) {
        guard.enter();
        try {
            runLockedByOwner(action);
        } finally {
            guard.exit();
        }
    }

    private void runLockedByOwner(Runnable action) {
        if (open) {
            action.run();
            return;
        }
        flusher.lock();
        try {
            flusher.throwFailure();
            action.run();
        } finally {
            flusher.unlock();
        }
    }

    @Override
    public void flush() {
        runLocked(() -> {
            flusher.clearWaiting();
            out.flush();
        });
    }

    @Override
    public void keyFrame() {
        runLocked(out::keyFrame);
    }

    /** Does what {@link DeltaWriter#position} does. */
    public <T> T position(BiFunction<Long, Long, T> position) {
        AtomicReference<T> result = new AtomicReference<>();
        runLocked(() -> result.set(out.position(position)));
        return result.get();
    }

    /** Does what {@link DeltaWriter#endDump} does. */
    public void endDump() {
        runLocked(() -> {
            flusher.clearWaiting();
            out.endDump();
        });
    }

    @Override
    public void close() {
        guard.enter();
        try {
            closeLocked();
        } finally {
            guard.exit();
        }
    }

    private void closeLocked() {
        cancelMessage();
        if (closed) {
            return;
        }
        flusher.lock();
        try {
            closed = true;
            flusher.close();
            out.close();
            flusher.throwFailure();
        } finally {
            flusher.unlock();
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
    public int depth() {
        return out.depth();
    }

    @Override
    public int setGuard(int newDepth) {
        return out.setGuard(newDepth);
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
