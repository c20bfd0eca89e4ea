package io.deltawire.wire.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Refuses calls of a writer or reader by a thread while another thread is in the middle of one. The refused thread gets
 * an {@link IllegalStateException} that names both, and the other thread is not disturbed.
 *
 * <p><b>Owner.</b> The guard belongs to the thread that entered it last. That thread enters and exits by plain loads
 * and stores: no atomic instruction and no fence. Another thread takes the guard over if the owner is outside. So a
 * wire can be handed over between messages without a call for it, and a takeover costs about half a microsecond.
 *
 * <p><b>Takeover.</b> Each owner has a {@link Claim} of its own, in which it counts its open calls. The owner stores
 * the count, and then checks that the claim is not revoked. The other thread revokes the claim, waits until a store of
 * the owner must have become visible, and then loads the count. So one of them sees the other. The wait replaces a
 * fence on the fast path. An owner that finds its claim revoked takes back its count, and waits for the decision at the
 * monitor of the guard.
 *
 * <p><b>Messages.</b> A writer is in use from the beginning of a message to its end. A reader is in use until its
 * message is read to the end, since its tokens are read without a claim. A caller may leave a message unread, however.
 * So another thread may move on if the owner is blocked or waits outside of the reader. The thread that was reading
 * gets an exception from {@link #requireOwner} when it continues.
 *
 * <p>A thread that has ended is in no call and holds no message of a writer open. This class is thread-safe.
 */
public final class ThreadGuard {
    /** The bit of {@link Claim#uses} for an open message of a writer. */
    private static final int WRITING = 1;

    /** The bit of {@link Claim#uses} for a message of a reader whose tokens the owner reads. */
    private static final int READING = 2;

    /** The bit of {@link Claim#uses} for being inside the outermost object or list of such a message. */
    private static final int INSIDE = 4;

    /** What each open call adds to {@link Claim#uses}. */
    private static final int CALL = 8;

    /** The wait after a claim is revoked. A store is visible to other threads long before it ends. */
    private static final long VISIBLE_NANOS = 500;

    /** How long a takeover waits for a running thread that has apparently left a message unread. */
    private static final long PATIENCE_NANOS = 20_000_000;

    private static final long PAUSE_NANOS = 50_000;

    private static final int OF_MESSAGE = WRITING | READING | INSIDE;

    private static final String ADVICE = "; a wire belongs to one thread at a time: see docs/threads.md";

    private final String what;

    /** Whether the message of the reader is read to its end; null for a writer. */
    private final BooleanSupplier isRead;

    /** The claim of the owner. It is replaced only at the monitor. */
    private Claim claim = new Claim(Thread.currentThread());

    /** The guard of the other side of one buffer, or null. */
    private ThreadGuard partner;

    private ThreadGuard(String what, BooleanSupplier isRead) {
        this.what = what;
        this.isRead = isRead;
    }

    /** The claim of one thread. Only that thread changes {@link #uses}. */
    static final class Claim {
        private static final VarHandle USES;
        private static final VarHandle ACTIVE;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                USES = lookup.findVarHandle(Claim.class, "uses", int.class);
                ACTIVE = lookup.findVarHandle(Claim.class, "active", Thread.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final Thread owner;

        /** The owner, or null while the claim is revoked. */
        private Thread active;

        /** The number of open calls times {@link #CALL}, plus the bits of open messages. */
        private int uses;

        /** Whether the owner has found the claim revoked, and waits for the decision. */
        private volatile boolean isWaiting;

        private Claim(Thread owner) {
            this.owner = owner;
            this.active = owner;
        }

        private boolean isInUse() {
            return ((int) USES.getVolatile(this) & ~(READING | INSIDE)) != 0 && owner.isAlive();
        }

        private void revoke() {
            ACTIVE.setVolatile(this, null);
            VarHandle.fullFence();
        }

        private void restore() {
            ACTIVE.setVolatile(this, owner);
        }
    }

    /** Returns a guard for a writer, owned by the current thread. */
    public static ThreadGuard ofWriter() {
        return new ThreadGuard("writer", null);
    }

    /**
     * Returns a guard for a reader, owned by the current thread.
     *
     * @param isRead returns whether there is no message, or it is read to its end. Other threads call it, too, so it must
     *     not change any state, nor fail in the middle of a change.
     */
    public static ThreadGuard ofReader(BooleanSupplier isRead) {
        return new ThreadGuard("reader", isRead);
    }

    /** Returns the guard of a writer, or a new one if it has none. */
    public static ThreadGuard guardOfWriter(Object writer) {
        return writer instanceof ThreadGuarded guarded ? guarded.threadGuard() : ofWriter();
    }

    /** Returns the guard of a reader, or a new one if it has none. */
    public static ThreadGuard guardOfReader(Object reader) {
        return reader instanceof ThreadGuarded guarded ? guarded.threadGuard() : ofReader(() -> true);
    }

    /**
     * Links the guards of a writer and a reader of the same memory. Each then refuses calls while another thread is in a
     * call of the other one.
     */
    public static void link(ThreadGuard writer, ThreadGuard reader) {
        writer.partner = reader;
        reader.partner = writer;
    }

    /**
     * Begins a call, which may be within another call of the same thread. {@link #exit} must follow.
     *
     * @throws IllegalStateException if another thread is in a call or has an open message
     */
    public void enter() {
        if (!tryEnter()) {
            takeOver();
        }
    }

    /**
     * Checks that the thread of the other side is in no call. This guard has been entered before, so that one of two
     * threads sees the other.
     */
    private void requirePartnerUnused(Thread current) {
        ThreadGuard other = partner;
        if (other != null && other.claim.owner != current) {
            VarHandle.fullFence();
            Claim theirs = other.claim;
            if (theirs.isInUse()) {
                exit();
                throw other.inUse(theirs);
            }
        }
    }

    /** Begins a call like {@link #enter} if the current thread is the owner; otherwise returns false. */
    public boolean tryEnter() {
        Claim mine = claim;
        Thread current = Thread.currentThread();
        if (mine.active != current) {
            return false;
        }
        int before = mine.uses;
        Claim.USES.setOpaque(mine, before + CALL);
        if ((Thread) Claim.ACTIVE.getOpaque(mine) == current) {
            requirePartnerUnused(current);
            return true;
        }
        Claim.USES.setOpaque(mine, before);
        return false;
    }

    /** Ends a call. */
    public void exit() {
        Claim mine = claim;
        Claim.USES.setRelease(mine, mine.uses - CALL);
    }

    /** Ends a call that has moved a reader to the next message, whose tokens the caller may read, or to none. */
    public void exitAtMessage(boolean isFound) {
        Claim mine = claim;
        int left = mine.uses - CALL & ~(READING | INSIDE);
        // Within another call, that call reads the tokens.
        Claim.USES.setRelease(mine, isFound && left == 0 ? READING : left);
    }

    /** Marks the message of a writer as open. Call it after {@link #enter}. */
    public void openMessage() {
        Claim mine = claim;
        mine.uses |= WRITING;
    }

    /** Marks the message of a writer as ended, if one is open. The current thread must be the owner. */
    public void closeMessage() {
        Claim mine = claim;
        Claim.USES.setRelease(mine, mine.uses & ~WRITING);
    }

    /**
     * Checks that no other thread is using a writer or reader.
     *
     * @throws IllegalStateException if another thread is in a call or has an open message
     */
    public void requireUnused() {
        if ((Thread) Claim.ACTIVE.getOpaque(claim) != Thread.currentThread()) {
            enter();
            exit();
        }
    }

    /**
     * Checks that the current message was taken by the current thread.
     *
     * @throws IllegalStateException if another thread has taken it, or a later one
     */
    public void requireOwner() {
        if ((Thread) Claim.ACTIVE.getOpaque(claim) != Thread.currentThread()) {
            checkOwner();
        }
    }

    /**
     * Checks the thread like {@link #requireOwner}, before the caller of a reader enters an object or list. If it is the
     * outermost one, the message is being read until {@link #leaveMessage}.
     */
    public void enterLevel() {
        Thread current = Thread.currentThread();
        Claim mine = claim;
        if (mine.active != current) {
            requireOwner(); // waits for the decision if the claim is revoked
            mine = claim;
        }
        if (mine.owner == current && (mine.uses & (READING | INSIDE)) == READING) {
            Claim.USES.setOpaque(mine, mine.uses | INSIDE);
        }
        requireOwner();
    }

    /**
     * Records that the outermost object or list of a reader's message was left. Does nothing if another thread has taken
     * a message since.
     */
    public void leaveMessage() {
        Claim mine = claim;
        if ((mine.uses & READING) != 0 && mine.owner == Thread.currentThread()) {
            Claim.USES.setRelease(mine, mine.uses & ~(READING | INSIDE));
        }
    }

    /** Records that the owner reads the message of a reader again. */
    public void restartMessage() {
        Claim mine = claim;
        if (mine.uses < CALL) {
            mine.uses = READING;
        }
    }

    /** Returns whether the current thread used the writer or reader last. */
    public boolean isOwner() {
        return claim.owner == Thread.currentThread();
    }

    private void checkOwner() {
        announceWaiting();
        synchronized (this) {
            Thread owner = claim.owner;
            if (owner != Thread.currentThread()) {
                throw takenByOther(owner);
            }
            claim.isWaiting = false;
        }
    }

    /** Returns the error for a thread that reads on in a message although another thread has taken a message since. */
    public IllegalStateException takenByOther(Thread other) {
        return new IllegalStateException("this " + what + " was called by " + describe(Thread.currentThread())
                + " to read on in a message, but " + describe(other) + " has taken that message or a later one"
                + ADVICE);
    }

    /**
     * Begins a call of a thread that is not the owner.
     *
     * @return the previous owner
     * @throws IllegalStateException if another thread is in a call or has an open message
     */
    public Thread takeOver() {
        Thread previous = replaceClaim();
        requirePartnerUnused(Thread.currentThread());
        return previous;
    }

    private Thread replaceClaim() {
        announceWaiting();
        synchronized (this) {
            Claim old = claim;
            Thread current = Thread.currentThread();
            if (old.owner == current) { // no thread has taken it over
                old.isWaiting = false;
                Claim.USES.setVolatile(old, old.uses + CALL);
                return current;
            }
            if (old.isInUse()) {
                throw inUse(old);
            }
            old.revoke();
            awaitStores();
            if (old.isInUse() || awaitReading(old)) {
                old.restore();
                throw inUse(old);
            }
            claim = new Claim(current);
            claim.uses = CALL;
            return old.owner;
        }
    }

    /** Ends a call that {@link #takeOver} began, and gives the guard back to the previous owner. */
    public synchronized void giveBack(Thread previous) {
        exit();
        if (previous != Thread.currentThread()) {
            claim.revoke();
            claim = new Claim(previous);
        }
    }

    /** Shows the current thread to be running, to a thread that has revoked its claim. */
    private void announceWaiting() {
        Claim mine = claim;
        if (mine.owner == Thread.currentThread()) {
            mine.isWaiting = true;
        }
    }

    /** Waits until what the owner did before its claim was revoked is visible. */
    private static void awaitStores() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < VISIBLE_NANOS) {
            Thread.onSpinWait();
        }
    }

    /**
     * Waits while the owner of a revoked claim may be reading a token, unless that thread reports that it still uses
     * the reader. The owner may have left the message unread, and be about to end or to wait.
     *
     * @return whether it may still be reading
     */
    private boolean awaitReading(Claim revoked) {
        long start = System.nanoTime();
        boolean isReading = isReading(revoked);
        while (isReading && !revoked.isWaiting && System.nanoTime() - start < PATIENCE_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
            isReading = isReading(revoked);
        }
        return isReading;
    }

    /** Returns whether the owner of a revoked claim may be reading a token of an unfinished message. */
    private boolean isReading(Claim revoked) {
        Thread owner = revoked.owner;
        int uses = (int) Claim.USES.getVolatile(revoked);
        // The owner clears INSIDE itself when it leaves the object.
        return ((uses & INSIDE) != 0 || uses == READING && !isRead.getAsBoolean())
                && (owner.getState() == Thread.State.RUNNABLE || revoked.isWaiting || isInLibrary(owner));
    }

    /** Returns whether a thread that does not run is in code of this library, where it waits for input or a class. */
    private static boolean isInLibrary(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::getClassName)
                .anyMatch(name -> name.startsWith("io.deltawire.")
                        && (name.contains(".internal.") || name.startsWith("io.deltawire.wire.spi.")));
    }

    private IllegalStateException inUse(Claim by) {
        boolean isInMessage = (by.uses & OF_MESSAGE) != 0;
        return new IllegalStateException("this " + what + " is in use by " + describe(by.owner)
                + (isInMessage ? " (in a message)" : " (in a call)") + " and was called by "
                + describe(Thread.currentThread()) + ADVICE);
    }

    private static String describe(Thread thread) {
        String name = thread.getName();
        return name.isEmpty() ? "thread #" + thread.getId() : "thread \"" + name + '"';
    }
}
