package io.deltawire.delta.internal.wire;

import io.deltawire.wire.WireOut;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that flushes a {@link TimedWriter}. It holds what it writes to only while messages wait, and of the writer nothing, so that a writer
 * that is dropped without having been closed can go, and its thread with it.
 */
final class Flusher implements Runnable {
    /** How often it is looked whether the writer is still there, where nothing waits. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final WeakReference<TimedWriter> writer;
    private final long nanos;
    private final Thread thread = new Thread(this, "delta-flush");
    /** Held while a message is open, and by the thread while it flushes. */
    private final Semaphore turn = new Semaphore(1);
    /** When the first message since the last flush ended: to be read where something waits. */
    private long since;
    /** What is to be flushed; null where no message waits. */
    private volatile WireOut waiting;

    private volatile boolean closed;
    /** What the thread failed by, until the writer is told. */
    private volatile Throwable failure;

    /** @param nanos how long a message waits at most */
    Flusher(TimedWriter writer, long nanos) {
        this.writer = new WeakReference<>(writer);
        this.nanos = nanos;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!closed) {
            WireOut out = waiting;
            if (out == null) {
                if (writer.get() == null) {
                    return; // it cannot write any more
                }
                LockSupport.parkNanos(this, IDLE_NANOS);
                continue;
            }
            long left = since + nanos - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            turn.acquireUninterruptibly();
            try {
                if (!closed && waiting != null) {
                    waiting = null;
                    out.flush();
                }
            } catch (RuntimeException | Error e) { // whatever the target throws, the application is to hear of it
                failure = e;
            } finally {
                turn.release();
            }
        }
    }

    /** Waits until the thread does not flush, and keeps it from that. */
    void lock() {
        turn.acquireUninterruptibly();
    }

    void unlock() {
        turn.release();
    }

    /** Takes note that a message of this writer waits. */
    void await(WireOut out) {
        if (waiting == null) {
            since = System.nanoTime();
            waiting = out;
            LockSupport.unpark(thread);
        }
    }

    /** Takes note that none waits any more. */
    void flushed() {
        waiting = null;
    }

    /** Has the thread end. */
    void close() {
        closed = true;
        waiting = null;
        LockSupport.unpark(thread);
    }

    /** Throws what the thread has failed by, once. */
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
