package io.deltawire.bench.workload;

import io.deltawire.bench.model.Book;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Quote;
import io.deltawire.bench.model.Snapshot;
import io.deltawire.bench.model.Trade;
import io.deltawire.bench.model.shape.Constants;
import io.deltawire.bench.model.shape.Decimals;
import io.deltawire.bench.model.shape.Deep;
import io.deltawire.bench.model.shape.Growing;
import io.deltawire.bench.model.shape.Legs;
import io.deltawire.bench.model.shape.Mapped;
import io.deltawire.bench.model.shape.Mixed;
import io.deltawire.bench.model.shape.Nullable;
import io.deltawire.bench.model.shape.ObjectShape;
import io.deltawire.bench.model.shape.OneOf;
import io.deltawire.bench.model.shape.Values;
import java.util.List;
import java.util.stream.Stream;

/** The list of all workloads that are the same on every machine. bench/README.md describes each of them. */
public final class Workloads {
    private static final List<Workload> ALL = List.of(
            new SampleWorkload("w1", "the article's message, 1,024 different ones", MyDataType.class, 1_024, 0),
            new SampleWorkload("w2/1", "its update stream, 1 key", MyDataType.class, 1, 39_999),
            new SampleWorkload("w2/64", "its update stream, 64 keys", MyDataType.class, 64, 39_936),
            new SampleWorkload("w2/20000", "its update stream, 20,000 keys", MyDataType.class, 20_000, 180_000),
            new SampleWorkload(
                    "w3", "a 40-field snapshot, 2 to 4 fields change, 100 keys", Snapshot.class, 100, 39_900),
            new SampleWorkload("w4", "the article's message in eight classes", EightClasses.class, 1_024, 0),
            new SampleWorkload("w5", "a quote with a new time, an enum and a flag, 64 keys", Quote.class, 64, 39_936),
            new SampleWorkload(
                    "w6",
                    "an order book: lists of objects, a boxed number and a decimal, 64 keys",
                    Book.class,
                    64,
                    39_936),
            new SampleWorkload("io", "the article's message, other sources and targets", MyDataType.class, 1_024, 0),
            new SampleWorkload("e1", "method calls with one object, 64 keys", MyDataType.class, 64, 1_984),
            new SampleWorkload("e2", "method calls with six numbers, 64 keys", Trade.class, 64, 1_984));

    private static final List<Workload> SHAPES = List.of(
            shape("s/deep", "objects in objects, three deep", Deep.class),
            shape("s/legs", "a list of objects with objects inside", Legs.class),
            shape("s/one-of", "an object of one of two classes", OneOf.class),
            shape("s/mixed", "a list of objects of two classes", Mixed.class),
            shape("s/nullable", "an object or null", Nullable.class),
            shape("s/growing", "a list of objects that grows and shrinks", Growing.class),
            shape("s/constants", "enum constants in a set, a list and as keys of a map", Constants.class),
            shape("s/decimals", "a list of decimals", Decimals.class),
            shape("s/mapped", "a map of objects", Mapped.class),
            shape("s/values", "an object with a UUID, a duration, a decimal and a boxed number", Values.class));

    private Workloads() {}

    private static Workload shape(String name, String what, Class<? extends ObjectShape> type) {
        return new SampleWorkload(name, what + ", 64 keys", type, 64, 39_936);
    }

    /** Returns the usual workloads, in the order of the report. */
    public static List<Workload> all() {
        return ALL;
    }

    /** Returns the workloads of {@code --shapes}: objects that hold objects or collections, one kind of them in each. */
    public static List<Workload> shapes() {
        return SHAPES;
    }

    /**
     * Returns the workload with this name or specification.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload bySpec(String spec) {
        return OwnClassWorkload.isSpec(spec)
                ? OwnClassWorkload.of(spec)
                : Stream.concat(ALL.stream(), SHAPES.stream())
                        .filter(workload -> workload.name().equals(spec))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no workload " + spec));
    }
}
