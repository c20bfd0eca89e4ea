package io.deltawire.bench.workload;

import io.deltawire.wire.WireOptions;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A sequence of messages that is the same in every run. A stateful codec starts from nothing at the first message, so that
 * whatever it costs to begin is part of the figure.
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

    /** The name in the report. */
    public final String name() {
        return name;
    }

    /** What {@link Workloads#bySpec} makes this workload of, in another process as well. */
    public String spec() {
        return name;
    }

    /** What it is, in a few words. */
    public final String title() {
        return title;
    }

    /** The class of its messages, or a superclass. */
    public final Class<?> type() {
        return type;
    }

    /** All classes that its messages are of and hold, but for those of the JDK: what some libraries want to be told. */
    public List<Class<?>> classes() {
        return Stream.concat(Stream.of(type), Stream.of(type.getClasses()))
                .filter(each -> !Modifier.isAbstract(each.getModifiers()))
                .toList();
    }

    /** Options for our wires. */
    public WireOptions options() {
        return WireOptions.DEFAULTS;
    }

    /** The number of messages. */
    public abstract int size();

    /** The number of keys: so many messages come first, one of each. */
    public abstract int keys();

    /** Whether messages build on earlier ones. */
    public final boolean isStream() {
        return size() > keys();
    }

    /** Makes the records that {@link #next} sends, by a function from a class to a new record of it. */
    public abstract Object[] records(Function<Class<?>, ?> factory);

    /** Returns the record to send as message {@code index}, changed as it is to be changed before that message. */
    public abstract Object next(Object[] records, int index);

    /** Whether a record read is the one that was written. */
    public abstract boolean isSame(Object written, Object read);

    /** What to say of two records that are not the same. */
    public String difference(Object written, Object read) {
        return "expected " + written + " but was " + read;
    }

    @Override
    public final String toString() {
        return name;
    }
}
