package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A format that is compared: one row of the report's tables.
 *
 * @param name the name in the report; reports are compared by it, so it never changes
 * @param kind the sort of format
 * @param library the library and its version
 * @param jvmArgs JVM flags that the library needs; only its own process gets them
 * @param workloads the names of the workloads that it supports
 * @param factory makes a codec for the messages of a workload
 */
public record Peer(
        String name,
        Kind kind,
        String library,
        List<String> jvmArgs,
        Set<String> workloads,
        Function<Workload, Codec> factory) {

    public boolean supports(Workload workload) {
        return workloads.contains(workload.name());
    }

    /** Returns a new codec for the messages of a workload. */
    public Codec newCodec(Workload workload) {
        return factory.apply(workload);
    }

    /** The contents of a message, which decide what a fair comparison is. */
    public enum Kind {
        /** Code written by hand for one class: a bound for what a library can reach. */
        FLOOR,
        /** The fields that changed since the last message of the key. A name is sent once. */
        DELTA,
        /** Text with field names. */
        TEXT,
        /** Binary with field names. */
        NAMED,
        /** Binary without names: both sides have the class or a schema. */
        SCHEMA,
        /** Whole messages, each compressed with a dictionary. */
        COMPRESSED
    }
}
