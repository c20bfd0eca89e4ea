package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.codec.Misfit;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.Slot;
import io.deltawire.wire.WireIn;

/**
 * Calls the methods of an interface with arguments read from a wire. Its subclasses are generated at run time, one for each interface, beside
 * {@code EventReflection}, which serves where none can be generated.
 *
 * <p>Public only because those are in the packages of the interfaces; applications have no use for it, and it may change at any time.
 */
@SuppressWarnings("exports") // internal types: nobody but generated classes is to use this one
public abstract class EventCaller {
    private static final int WHOLE = -1;

    private Session session;
    /** The arguments of the last calls: texts, and where they may be recycled, all objects. */
    private Object[] reused;

    /** Whether the next list of arguments has been entered already. */
    private boolean isEntered;

    private final ArgumentsIn arguments = new ArgumentsIn();

    /** What the first argument is remembered by: the others have the numbers behind it. */
    private int firstNumber;

    private boolean recycles;
    private int argument = WHOLE;
    private boolean isCalling;

    /** For generated classes. */
    protected EventCaller() {}

    public final void bind(Session owner, int count, Recycling recycling) {
        session = owner;
        reused = new Object[count];
        recycles = recycling == Recycling.ON;
        firstNumber = getClass().getName().hashCode() * 0x9E37_79B9 >>> 20;
    }

    /** Whether arguments are read into those of the last call. */
    public enum Recycling {
        ON,
        OFF
    }

    /** Reads the arguments of a method and calls it. Returns what the next call of a chain is on, or null. */
    protected abstract Object call(int method, Object target, WireIn in) throws Throwable;

    /** Calls a method that has one argument, which has been read, and ends its message. */
    protected abstract void callWith(int method, Object target, Object only) throws Throwable;

    /**
     * As {@link #dispatch}, with the only argument.
     *
     * @param index which it is of all arguments that this reads
     */
    public final void dispatchWith(int method, Object target, int index, Object only) throws Throwable {
        if (recycles && only != reused[index]) {
            reused[index] = only;
        }
        isCalling = true;
        callWith(method, target, only);
    }

    /** Calls, so that afterwards {@link #isCalling} tells whose error it was. */
    public final Object dispatch(int method, Object target, WireIn in) throws Throwable {
        isCalling = false;
        argument = WHOLE;
        return call(method, target, in);
    }

    /** Takes note that the list of the several arguments of the next call has been entered. */
    public final void entered() {
        isEntered = true;
    }

    /**
     * The object that an argument may be read into; null for a new one.
     *
     * @param index which argument it is of all that this reads
     * @param type its class
     */
    public final Object reusable(int index, Class<?> type) {
        Object last = recycles ? reused[index] : null;
        return last != null && last.getClass() == type ? last : null;
    }

    /** Whether the arguments had been read and the method was being called. */
    public final boolean isCalling() {
        return isCalling;
    }

    /** Adds the argument to the path of an error. */
    public final Misfit located(Misfit error) {
        return argument == WHOLE ? error : error.inItem(argument);
    }

    /** To be called between the arguments and the method. */
    protected final void calling() {
        isCalling = true;
    }

    /** Enters the list of several arguments. */
    protected final void beginArguments(WireIn in) {
        if (isEntered) {
            isEntered = false;
            arguments.beginEntered(in);
        } else {
            arguments.begin(in);
        }
    }

    /** Goes to the next argument, which is to be read by its tokens; sees to it that there is one. */
    protected final void nextArgument(WireIn in, int index, int count) {
        arguments.leave();
        if (!in.hasNext()) {
            argument = WHOLE;
            throw session.misfit(in, "expected " + count + " arguments but there are " + index);
        }
        argument = index;
    }

    /** Leaves the list of several arguments. */
    protected final void endArguments(WireIn in, int count) {
        if (arguments.endsEntered()) {
            return;
        }
        arguments.leave();
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

    /** Reads one of several arguments. */
    protected final boolean bool(WireIn in, int index, int count) {
        if (arguments.takesBool()) {
            return arguments.int64() != 0;
        }
        nextArgument(in, index, count);
        boolean value = in.bool();
        arguments.go();
        return value;
    }

    /** Reads one of several arguments. */
    protected final byte int8(WireIn in, int index, int count) {
        return Numbers.int8(int64(in, index, count, Byte.MIN_VALUE, Byte.MAX_VALUE), in, session);
    }

    /** Reads one of several arguments. */
    protected final short int16(WireIn in, int index, int count) {
        return Numbers.int16(int64(in, index, count, Short.MIN_VALUE, Short.MAX_VALUE), in, session);
    }

    /** Reads one of several arguments. */
    protected final int int32(WireIn in, int index, int count) {
        return Numbers.int32(int64(in, index, count, Integer.MIN_VALUE, Integer.MAX_VALUE), in, session);
    }

    /** Reads one of several arguments. */
    protected final long int64(WireIn in, int index, int count) {
        return int64(in, index, count, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Reads one of several arguments; one that is out of a range by its token, so that the reader is there. */
    private long int64(WireIn in, int index, int count, long least, long most) {
        if (arguments.takesInt64(least, most)) {
            return arguments.int64();
        }
        nextArgument(in, index, count);
        long value = in.int64();
        arguments.go();
        return value;
    }

    /** Reads one of several arguments. */
    protected final double float64(WireIn in, int index, int count) {
        if (arguments.takesFloat64()) {
            return arguments.float64();
        }
        nextArgument(in, index, count);
        double value = in.float64();
        arguments.go();
        return value;
    }

    /** Reads one of several arguments. */
    protected final float float32(WireIn in, int index, int count) {
        nextArgument(in, index, count);
        float value = float32(in);
        arguments.go();
        return value;
    }

    /** Reads one of several arguments. */
    protected final char character(WireIn in, int index, int count) {
        nextArgument(in, index, count);
        char value = character(in);
        arguments.go();
        return value;
    }

    /** Reads one of several arguments, which has a number among all that the caller reads. */
    protected final String text(WireIn in, int number, int index, int count) {
        String taken = arguments.text(firstNumber + number);
        if (taken != null) {
            return taken;
        }
        nextArgument(in, index, count);
        String value = text(in, number);
        arguments.go();
        return value;
    }

    /** Reads one of several arguments by its codec, which has a number among all that the caller reads. */
    protected final Object object(WireIn in, Object slot, int number, int index, int count) {
        nextArgument(in, index, count);
        Object value = object(in, slot, number);
        arguments.go();
        return value;
    }

    /** The error for a number of no method. */
    protected static RuntimeException noMethod(int method) {
        return new IllegalArgumentException("no method " + method);
    }
}
