package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A format to be compared.
 *
 * @param name as it stands in the report
 * @param kind what sort of format it is
 * @param library what it comes with, its version included
 * @param jvmArgs flags that its library wants, given to its own process alone
 * @param workloads the names of those that it has been written for
 * @param factory makes a codec for messages of a workload
 */
public record Peer(
        String name,
        Kind kind,
        String library,
        List<String> jvmArgs,
        Set<String> workloads,
        Function<Workload, Codec> factory) {

    /** Whether it has been written for messages of this workload. */
    public boolean supports(Workload workload) {
        return workloads.contains(workload.name());
    }

    /** A codec for messages of a workload. */
    public Codec codec(Workload workload) {
        return factory.apply(workload);
    }

    /** What a message is made of. */
    public enum Kind {
        /** Written by hand for this class: what the machine can do. */
        FLOOR,
        /** What changed since the last message of the key; names once. */
        DELTA,
        /** Text with field names. */
        TEXT,
        /** Binary with field names. */
        NAMED,
        /** Binary without names: both sides have the class or a schema. */
        SCHEMA,
        /** Whole messages, compressed with what came before or with a dictionary. */
        COMPRESSED
    }
}
