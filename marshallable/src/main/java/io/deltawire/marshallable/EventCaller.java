package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;

/**
 * Calls the methods of an interface with arguments read from a wire. Public only because the subclasses are generated at
 * run time in the packages of the interfaces; applications have no use for it, and it may change at any time.
 */
public abstract class EventCaller {
    private static final int WHOLE = -1;

    private Session session;
    /** The arguments of the last calls: texts, and where they may be recycled, all objects. */
    private Object[] reused;

    private boolean recycles;
    private int argument = WHOLE;
    private boolean isCalling;

    /** For generated classes. */
    protected EventCaller() {}

    final void bind(Session owner, int arguments, Recycling recycling) {
        session = owner;
        reused = new Object[arguments];
        recycles = recycling == Recycling.ON;
    }

    /** Whether arguments are read into those of the last call. */
    enum Recycling {
        ON,
        OFF
    }

    /** Reads the arguments of a method and calls it. Returns what the next call of a chain is on, or null. */
    protected abstract Object call(int method, Object target, WireIn in) throws Throwable;

    /** Calls a method that has one argument, which has been read, and ends its message. */
    protected abstract void callWith(int method, Object target, Object only) throws Throwable;

    /** As {@link #dispatch}, with the only argument. */
    final void dispatchWith(EventTable.Entry entry, Object only) throws Throwable {
        int index = entry.argument().index();
        if (recycles && only != reused[index]) {
            reused[index] = only;
        }
        isCalling = true;
        callWith(entry.index(), entry.target(), only);
    }

    /** Calls, so that afterwards {@link #isCalling} tells whose error it was. */
    final Object dispatch(int method, Object target, WireIn in) throws Throwable {
        isCalling = false;
        argument = WHOLE;
        return call(method, target, in);
    }

    /** The object that an argument may be read into; null for a new one. */
    final Object reusable(EventTable.Argument of) {
        Object last = recycles ? reused[of.index()] : null;
        return last != null && last.getClass() == of.of().type ? last : null;
    }

    /** Whether the arguments had been read and the method was being called. */
    final boolean isCalling() {
        return isCalling;
    }

    /** Adds the argument to the path of an error. */
    final Misfit located(Misfit error) {
        return argument == WHOLE ? error : error.inItem(argument);
    }

    /** To be called between the arguments and the method. */
    protected final void calling() {
        isCalling = true;
    }

    /** Enters the list of several arguments. */
    protected final void beginArguments(WireIn in) {
        in.beginList();
    }

    /** Sees to it that there is another argument. */
    protected final void nextArgument(WireIn in, int index, int count) {
        if (!in.hasNext()) {
            argument = WHOLE;
            throw session.misfit(in, "expected " + count + " arguments but there are " + index);
        }
        argument = index;
    }

    /** Leaves the list of several arguments. */
    protected final void endArguments(WireIn in, int count) {
        if (in.hasNext()) {
            argument = WHOLE;
            throw session.misfit(in, "expected " + count + " arguments but there are more");
        }
        in.endList();
    }

    /** Reads an argument by its codec. */
    protected final Object object(WireIn in, Object slot, int index) {
        Object value = ((Slot) slot).codec().readOrNull(in, recycles ? reused[index] : null, session);
        if (recycles && value != null && value != reused[index]) {
            reused[index] = value;
        }
        return value;
    }

    /** Reads an argument: the one of the last call where it is the same, since texts do not change. */
    protected final String text(WireIn in, int index) {
        if (in.isNull()) {
            in.nullValue();
            return null;
        }
        String value = in.text((String) reused[index]);
        reused[index] = value;
        return value;
    }

    /** Reads an argument. */
    protected final byte int8(WireIn in) {
        return Numbers.int8(in.int64(), in, session);
    }

    /** Reads an argument. */
    protected final short int16(WireIn in) {
        return Numbers.int16(in.int64(), in, session);
    }

    /** Reads an argument. */
    protected final int int32(WireIn in) {
        return Numbers.int32(in.int64(), in, session);
    }

    /** Reads an argument. */
    protected final float float32(WireIn in) {
        return Numbers.float32(in.float64(), in, session);
    }

    /** Reads an argument. */
    protected final char character(WireIn in) {
        return Numbers.char16(in.text(), in, session);
    }

    /** The error for a number of no method. */
    protected static RuntimeException noMethod(int method) {
        return new IllegalArgumentException("no method " + method);
    }
}
