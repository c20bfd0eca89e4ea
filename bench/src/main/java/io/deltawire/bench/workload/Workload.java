package io.deltawire.bench.workload;

import io.deltawire.wire.WireOptions;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A sequence of messages that is the same in every run and for every format.
 *
 * <p>A workload owns no messages. A codec gets records of its own from {@link #records}, and {@link #next} changes one of them before each
 * message, as an application does. A pass over the workload begins with the first message of each key, so the figures include what a
 * stateful format spends on a new stream.
 */
public abstract class Workload {
    private final String name;
    private final String title;
    private final Class<?> type;

    Workload(String name, String title, Class<?> type) {
        this.name = name;
        this.title = title;
        this.type = type;
    }

    /** Returns the name in the report. Reports are compared by it, so it never changes. */
    public final String name() {
        return name;
    }

    /** Returns the text from which {@link Workloads#bySpec} makes the same workload, in another process as well. */
    public String spec() {
        return name;
    }

    /** Returns a short description for the report. */
    public final String title() {
        return title;
    }

    /** Returns the class of the messages or a superclass of it, without loading a user's class. */
    public final Class<?> type() {
        return type;
    }

    /** Returns the class that libraries are configured for. It loads a user's class, so that it works in the measured process only. */
    public Class<?> messageType() {
        return type;
    }

    /** Whether the messages are of a user's class, of which this program has only the name. */
    public boolean isOwnClass() {
        return false;
    }

    /** Returns the classes of messages and of the objects in them, without those of the JDK. Some libraries want them registered. */
    public List<Class<?>> classes() {
        return Stream.concat(Stream.of(type), Stream.of(type.getClasses()))
                .filter(each -> !Modifier.isAbstract(each.getModifiers()))
                .toList();
    }

    /** Returns the options for Deltawire's writers and readers. */
    public WireOptions options() {
        return WireOptions.DEFAULTS;
    }

    /** Returns the number of messages. */
    public abstract int size();

    /** Returns the number of keys. The first message of each key comes before all other messages. */
    public abstract int keys();

    /** Whether there are updates after the first message of each key. */
    public final boolean isStream() {
        return size() > keys();
    }

    /**
     * Makes the records that {@link #next} changes and returns.
     *
     * @param factory makes a new record of a class
     */
    public abstract Object[] records(Function<Class<?>, ?> factory);

    /** Changes a record as message {@code index} demands, and returns it. The indexes of a pass are consecutive. */
    public abstract Object next(Object[] records, int index);

    /** Whether a decoded record equals the encoded one. */
    public abstract boolean isSame(Object written, Object read);

    /** Describes how two records differ, for an error message. */
    public String difference(Object written, Object read) {
        return "expected " + written + " but was " + read;
    }

    @Override
    public final String toString() {
        return name;
    }
}
