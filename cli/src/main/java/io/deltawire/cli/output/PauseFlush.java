package io.deltawire.cli.output;

import io.deltawire.cli.input.InputWait;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Flushes what has been converted when the input pauses, and when a signal ends the run.
 *
 * <p>The converting thread holds the lock except while it waits for input, so that another thread can flush meanwhile.
 * A pipe or terminal is flushed before each wait. A file is flushed by a thread when a wait lasts {@link #PAUSE_MILLIS}:
 * a feed that is only slower than the conversion would otherwise be written in small parts. After a signal, the shutdown
 * hook takes the lock at the next wait or end of a message, and flushes everything.
 */
public final class PauseFlush implements InputWait {
    private static final long PAUSE_MILLIS = 100;
    /** The longest time for which a signal waits for an output that nobody reads. */
    private static final long HOOK_MILLIS = 1000;

    private final SplitOutput outputs;
    private final ReentrantLock converting = new ReentrantLock();
    private final Thread hook = new Thread(this::flushOnSignal, "flush-output");
    /** The thread that converts. Other threads read packed input for it, and their waits do not count. */
    private Thread owner;
    /** The number of waits that have begun and ended, which is odd during a wait. */
    private final AtomicLong waits = new AtomicLong();

    private int depth;
    /** Flushes files in pauses; null until the first wait. */
    private Thread watch;

    private volatile boolean isEnding;

    public PauseFlush(SplitOutput outputs) {
        this.outputs = outputs;
    }

    /** Begins the conversion, by the thread that calls this. */
    public void begin() {
        owner = Thread.currentThread();
        converting.lock();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // a signal is ending this run, which has written nothing
        }
    }

    /** Ends the conversion. The outputs must be flushed or closed. */
    public void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // a signal is ending this run
        }
        if (watch != null) {
            watch.interrupt();
        }
        converting.unlock();
    }

    /** Stops the conversion after a message if a signal ends the run. */
    public void messageEnded() {
        if (isEnding) {
            converting.unlock();
            while (true) {
                LockSupport.park(); // the JVM ends, and the signal decides the exit code
            }
        }
    }

    @Override
    public void beginWait() {
        if (Thread.currentThread() != owner || depth++ > 0) {
            return;
        }
        if (outputs.flushesBeforeWait()) {
            outputs.handOn();
        } else if (watch == null && outputs.flushesInPause()) {
            watch = new Thread(this::flushInPauses, "flush-pauses");
            watch.setDaemon(true);
            watch.start();
        }
        waits.incrementAndGet();
        converting.unlock();
    }

    @Override
    public void endWait() {
        if (Thread.currentThread() == owner && --depth == 0) {
            converting.lock();
            waits.incrementAndGet();
        }
    }

    private void flushInPauses() {
        try {
            long flushed = 0;
            long before = 0;
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                long now = waits.get();
                boolean isPause = now == before && now % 2 == 1 && now != flushed;
                before = now;
                if (isPause && converting.tryLock()) {
                    try {
                        if (waits.get() == now) {
                            outputs.handOn();
                            flushed = now;
                        }
                    } finally {
                        converting.unlock();
                    }
                }
            }
        } catch (InterruptedException | UncheckedIOException e) {
            // If the disk is full, the next message or the end fails too, and is reported.
        }
    }

    private void flushOnSignal() {
        isEnding = true;
        Thread flush = new Thread(this::flushAll, "flush-all");
        flush.setDaemon(true);
        flush.start();
        try {
            flush.join(HOOK_MILLIS);
        } catch (InterruptedException e) {
            // the JVM ends anyway
        }
    }

    private void flushAll() {
        converting.lock();
        try {
            outputs.handOn();
        } catch (UncheckedIOException e) {
            // the reader of a pipe may have got the signal too
        } finally {
            converting.unlock();
        }
    }
}
