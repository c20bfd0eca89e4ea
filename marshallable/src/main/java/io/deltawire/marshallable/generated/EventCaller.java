package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.wire.WireIn;

/**
 * Calls the methods of an interface with arguments that are read from a wire. A subclass is generated at run time for
 * each interface. {@code EventReflection} serves where none can be generated. It keeps the last arguments, to return
 * equal texts or refill objects, and the index of the argument being read, for the path of an error. Not thread-safe.
 *
 * <p>Public only because the subclasses are in the packages of the interfaces. Applications have no use for this class,
 * and it may change at any time.
 */
@SuppressWarnings("exports") // internal types: only generated classes use this one
public abstract class EventCaller {
    private static final int NO_ARGUMENT = -1;

    private CodecContext context;
    /** The last arguments: texts, and with recycling all objects. */
    private Object[] lastArguments;

    /** Whether the next argument list has been entered already. */
    private boolean isListEntered;

    private final ArgumentReader arguments = new ArgumentReader();

    /** The number under which readers cache the first argument. The others have the numbers after it. */
    private int firstCacheNumber;

    private boolean recycles;
    private int argumentIndex = NO_ARGUMENT;
    private boolean isCalling;

    /** For generated classes. */
    protected EventCaller() {}

    public final void bind(CodecContext owner, int count, Recycling recycling) {
        context = owner;
        lastArguments = new Object[count];
        recycles = recycling == Recycling.ON;
        firstCacheNumber = getClass().getName().hashCode() * 0x9E37_79B9 >>> 20;
    }

    /** Tells whether arguments are read into the objects of the last call. */
    public enum Recycling {
        ON,
        OFF
    }

    /** Reads the arguments of a method and calls it. Returns the target of the next call of a chain, or null. */
    protected abstract Object call(int method, Object target, WireIn in) throws Throwable;

    /** Calls a method with its only argument, which has been read, and ends the message. */
    protected abstract void callWith(int method, Object target, Object only) throws Throwable;

    /**
     * Does the same as {@link #dispatch} with an only argument that has been read.
     *
     * @param index the index of the argument among all that this caller reads
     */
    public final void dispatchWith(int method, Object target, int index, Object only) throws Throwable {
        if (recycles && only != lastArguments[index]) {
            lastArguments[index] = only;
        }
        isCalling = true;
        callWith(method, target, only);
    }

    /**
     * Reads the arguments and calls the method. After an error {@link #isCalling} tells whether the method threw it.
     */
    public final Object dispatch(int method, Object target, WireIn in) throws Throwable {
        isCalling = false;
        argumentIndex = NO_ARGUMENT;
        return call(method, target, in);
    }

    /** Marks the list of the next call's arguments as entered. */
    public final void markListEntered() {
        isListEntered = true;
    }

    /**
     * Returns the object that an argument may be read into; null for a new one.
     *
     * @param index the index of the argument among all that this caller reads
     * @param type the class of the argument
     */
    public final Object reusableArgument(int index, Class<?> type) {
        Object last = recycles ? lastArguments[index] : null;
        return last != null && last.getClass() == type ? last : null;
    }

    /** Returns whether the arguments were read and the method was being called. */
    public final boolean isCalling() {
        return isCalling;
    }

    /** Adds the argument to the path of an error. */
    public final TypeMismatch withArgumentPath(TypeMismatch error) {
        return argumentIndex == NO_ARGUMENT ? error : error.inItem(argumentIndex);
    }

    /** Marks the call itself as begun. Generated code calls this between the arguments and the method. */
    protected final void calling() {
        isCalling = true;
    }

    /** Enters the list of several arguments. */
    protected final void beginArguments(WireIn in) {
        if (isListEntered) {
            isListEntered = false;
            arguments.continueList(in);
        } else {
            arguments.beginList(in);
        }
    }

    /** Moves to the next argument, to be read by its tokens. Throws if there is none. */
    protected final void nextArgument(WireIn in, int index, int count) {
        arguments.suspendDirect();
        if (!in.hasNext()) {
            argumentIndex = NO_ARGUMENT;
            throw context.mismatch(in, "expected " + count + " arguments but there are " + index);
        }
        argumentIndex = index;
    }

    /** Leaves the list of several arguments. */
    protected final void endArguments(WireIn in, int count) {
        if (arguments.tryEndList()) {
            return;
        }
        arguments.suspendDirect();
        if (in.hasNext()) {
            argumentIndex = NO_ARGUMENT;
            throw context.mismatch(in, "expected " + count + " arguments but there are more");
        }
        in.endList();
    }

    // The methods without an index read the only argument of a call. The others read one of several.

    /** Reads an argument by its codec. */
    protected final Object object(WireIn in, Object constant, int index) {
        Object value =
                ((CodecConstant) constant).codec().readOrNull(in, recycles ? lastArguments[index] : null, context);
        if (recycles && value != null && value != lastArguments[index]) {
            lastArguments[index] = value;
        }
        return value;
    }

    /** Reads an argument. Returns the instance of the last call if the text is equal. */
    protected final String text(WireIn in, int index) {
        if (in.isNull()) {
            in.nullValue();
            return null;
        }
        String value = in.text((String) lastArguments[index]);
        lastArguments[index] = value;
        return value;
    }

    protected final byte int8(WireIn in) {
        return NumberNarrowing.int8(in.int64(), in, context);
    }

    protected final short int16(WireIn in) {
        return NumberNarrowing.int16(in.int64(), in, context);
    }

    protected final int int32(WireIn in) {
        return NumberNarrowing.int32(in.int64(), in, context);
    }

    protected final float float32(WireIn in) {
        return NumberNarrowing.float32(in.float64(), in, context);
    }

    protected final char character(WireIn in) {
        return NumberNarrowing.char16(in.text(), in, context);
    }

    protected final boolean bool(WireIn in, int index, int count) {
        if (arguments.tryBool()) {
            return arguments.int64() != 0;
        }
        nextArgument(in, index, count);
        boolean value = in.bool();
        arguments.resumeDirect();
        return value;
    }

    protected final byte int8(WireIn in, int index, int count) {
        return NumberNarrowing.int8(int64(in, index, count, Byte.MIN_VALUE, Byte.MAX_VALUE), in, context);
    }

    protected final short int16(WireIn in, int index, int count) {
        return NumberNarrowing.int16(int64(in, index, count, Short.MIN_VALUE, Short.MAX_VALUE), in, context);
    }

    protected final int int32(WireIn in, int index, int count) {
        return NumberNarrowing.int32(int64(in, index, count, Integer.MIN_VALUE, Integer.MAX_VALUE), in, context);
    }

    protected final long int64(WireIn in, int index, int count) {
        return int64(in, index, count, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Reads one of several arguments. A number out of range goes by its token, so that the error has its position. */
    private long int64(WireIn in, int index, int count, long least, long most) {
        if (arguments.tryInt64(least, most)) {
            return arguments.int64();
        }
        nextArgument(in, index, count);
        long value = in.int64();
        arguments.resumeDirect();
        return value;
    }

    protected final double float64(WireIn in, int index, int count) {
        if (arguments.tryFloat64()) {
            return arguments.float64();
        }
        nextArgument(in, index, count);
        double value = in.float64();
        arguments.resumeDirect();
        return value;
    }

    protected final float float32(WireIn in, int index, int count) {
        nextArgument(in, index, count);
        float value = float32(in);
        arguments.resumeDirect();
        return value;
    }

    protected final char character(WireIn in, int index, int count) {
        nextArgument(in, index, count);
        char value = character(in);
        arguments.resumeDirect();
        return value;
    }

    /** Reads one of several arguments. The number identifies it among all that this caller reads. */
    protected final String text(WireIn in, int number, int index, int count) {
        String direct = arguments.tryText(firstCacheNumber + number);
        if (direct != null) {
            return direct;
        }
        nextArgument(in, index, count);
        String value = text(in, number);
        arguments.resumeDirect();
        return value;
    }

    /** Reads one of several arguments by its codec. The number identifies it among all that this caller reads. */
    protected final Object object(WireIn in, Object constant, int number, int index, int count) {
        nextArgument(in, index, count);
        Object value = object(in, constant, number);
        arguments.resumeDirect();
        return value;
    }

    /** Returns the error for a number that stands for no method. */
    protected static RuntimeException noMethod(int method) {
        return new IllegalArgumentException("no method " + method);
    }
}
