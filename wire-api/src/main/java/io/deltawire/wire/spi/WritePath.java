package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds where in a message what cannot be written is. Writers do not keep the way to each value, which would cost all messages time, so
 * the tokens of one that has failed are written once more, to a writer that is made for that, and followed.
 */
public final class WritePath {
    private final WireOut out;
    private final Nesting nesting = new Nesting(Integer.MAX_VALUE);
    /** Of the objects and lists begun; with null for those that have none. */
    private final List<Shape> shapes = new ArrayList<>();
    /** Whether what comes next is the key of an entry. */
    private boolean isKey;
    /** Whether a value has begun that has not ended, so that an error is about it. */
    private boolean isInValue;

    private WritePath(WireOut out) {
        this.out = out;
    }

    /**
     * Returns an error with the path to what could not be written.
     *
     * @param error what has come of writing it
     * @param scratch a writer of the same format and options, on which a message is begun; it may be left in the middle of that
     * @param writing writes the tokens of the message again
     * @return the error as it is where it has a place, or does not come again
     */
    public static WireDataException find(WireDataException error, WireOut scratch, Consumer<WireOut> writing) {
        if (error.location() != null) {
            return error;
        }
        WritePath path = new WritePath(scratch);
        try {
            writing.accept(path.followed());
            return error;
        } catch (WireDataException again) {
            return again.location() != null ? again : at(error, path.here());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError other) {
            return error; // code by hand need not do the same again, and a message of a gigabyte not be there twice
        }
    }

    /** Returns an error with a path in what is written, where it has no place. */
    public static WireDataException at(WireDataException error, String path) {
        if (error.location() != null) {
            return error;
        }
        String problem = error.getMessage().substring(error.format().length() + 2);
        WireDataException placed =
                new WireDataException(error.format(), problem, WireLocation.ofPath(path), error.getCause());
        placed.setStackTrace(error.getStackTrace());
        return placed;
    }

    private WireOut followed() {
        return (WireOut) Proxy.newProxyInstance(
                WireOut.class.getClassLoader(),
                new Class<?>[] {WireOut.class},
                (proxy, method, arguments) -> token(method, arguments));
    }

    private Object token(Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "field", "event", "typedEvent" -> name(arguments[0]);
            case "key" -> isKey = true;
            case "type", "beginObject", "beginList" -> beginValue();
            case "endObject", "endList" -> endContent();
            case "nullValue",
                    "bool",
                    "int64",
                    "float64",
                    "uuid",
                    "untypedFloat64",
                    "float32",
                    "decimal",
                    "text",
                    "bytes",
                    "temporal" -> {
                beginValue();
                nameEntry(arguments);
            }
            default -> {
                return forward(method, arguments);
            }
        }
        Object result = forward(method, arguments);
        switch (method.getName()) {
            case "beginObject" -> {
                nesting.pushObject();
                begun(arguments == null ? null : (Shape) arguments[0]);
            }
            case "beginList" -> {
                nesting.pushList();
                begun(null);
            }
            case "field", "event", "typedEvent", "key", "type" -> {
                // a value is to come
            }
            default -> endValue();
        }
        return result;
    }

    private Object forward(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(out, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void name(Object nameOrOrdinal) {
        nesting.name(
                nameOrOrdinal instanceof Integer ordinal
                        ? shapes.get(shapes.size() - 1).name(ordinal)
                        : (String) nameOrOrdinal);
    }

    private void nameEntry(Object[] arguments) {
        if (isKey) {
            nesting.name(arguments == null ? "null" : String.valueOf(arguments[0]));
        }
    }

    private void beginValue() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        isInValue = true;
    }

    private void begun(Shape shape) {
        shapes.add(shape);
        isInValue = false;
        isKey = false; // what is inside of it has names of its own
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
            nesting.name(null);
        }
    }

    /** The path to the value that was being written, or was to be written next. */
    private String here() {
        if (!isInValue && nesting.inList()) {
            nesting.nextItem();
        }
        return nesting.path();
    }
}
