package io.deltawire.delta.internal.wire;

import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that flushes a {@link AutoFlushWriter}. It refers to the writer weakly, and to its output only while
 * messages wait. So a writer that was dropped without being closed is garbage, and its thread ends.
 *
 * <p>A permit excludes the writer's thread and this one from each other: the writer holds it while a message is open,
 * this thread while it flushes.
 */
final class FlushThread implements Runnable {
    /** While nothing waits, how often the thread checks that the writer still exists. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final WeakReference<AutoFlushWriter> writer;
    private final long intervalNanos;
    private final Thread thread = new Thread(this, "delta-flush");
    /** Held while a message is open, and while this thread flushes. */
    private final Semaphore permit = new Semaphore(1);
    /** The nano time at which the first message since the last flush ended. Published by {@link #waiting}. */
    private long waitingSince;
    /** The output to flush; null if no message waits. */
    private volatile DeltaWriter waiting;

    private volatile boolean closed;
    /** The failure of a flush, until the writer throws it. */
    private volatile Throwable failure;

    /** @param nanos the longest time that a message waits, in nanoseconds */
    FlushThread(AutoFlushWriter writer, long nanos) {
        this.writer = new WeakReference<>(writer);
        this.intervalNanos = nanos;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!closed) {
            DeltaWriter out = waiting;
            if (out == null) {
                if (writer.get() == null) {
                    return; // nobody can write any more
                }
                LockSupport.parkNanos(this, IDLE_NANOS);
                continue;
            }
            long left = waitingSince + intervalNanos - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            permit.acquireUninterruptibly();
            try {
                if (!closed && waiting != null) {
                    waiting = null;
                    out.flushByAnyThread();
                }
            } catch (RuntimeException | Error e) { // the application gets whatever the target throws
                failure = e;
            } finally {
                permit.release();
            }
        }
    }

    /** Waits until the thread does not flush, and keeps it from flushing. */
    void lock() {
        permit.acquireUninterruptibly();
    }

    void unlock() {
        permit.release();
    }

    /** Schedules a flush, unless one is scheduled. */
    void scheduleFlush(DeltaWriter out) {
        if (waiting == null) {
            waitingSince = System.nanoTime();
            waiting = out;
            LockSupport.unpark(thread);
        }
    }

    /** Cancels the scheduled flush, since the caller flushes. */
    void clearWaiting() {
        waiting = null;
    }

    /** Lets the thread end. */
    void close() {
        closed = true;
        waiting = null;
        LockSupport.unpark(thread);
    }

    /** Throws the failure of a flush, once. */
    void throwFailure() {
        Throwable e = failure;
        if (e != null) {
            failure = null;
            String problem = "messages written before could not be flushed";
            throw e instanceof UncheckedIOException io
                    ? new UncheckedIOException(problem, io.getCause())
                    : new IllegalStateException(problem, e);
        }
    }
}
