package io.deltawire.cli.statistics;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What was counted of one input.
 *
 * @param bytes length of the input, unpacked
 * @param jsonBytes length of the same messages as JSON lines
 * @param yamlBytes length of the same messages as YAML
 * @param deltaBytes length of the same messages as a delta dump, by the key given, or -1
 * @param keys keys by which such a dump would be smaller, or null
 * @param firstTime earliest time, or null
 * @param lastTime latest time, or null
 * @param otherBytes bytes of the dump that belong to no field, or -1 where that is not known
 * @param records number of records told apart by the key
 * @param series messages over time
 */
record StatisticsFacts(
        String name,
        String format,
        long messages,
        long bytes,
        long jsonBytes,
        long yamlBytes,
        long deltaBytes,
        KeyGuess.Found keys,
        Instant firstTime,
        Instant lastTime,
        Map<String, EventCount> events,
        Map<String, FieldCount> fields,
        long otherBytes,
        List<Map.Entry<String, Long>> busiest,
        int records,
        TimeSeries series) {
    /** What is known of one field. */
    static final class FieldCount {
        long present;
        long nulls;
        long changed;
        long jsonBytes;
        /** In the dump itself, where that is known; else -1. */
        long ownBytes = -1;
    }

    /** What is known of one event and type. */
    static final class EventCount {
        long messages;
        long bytes;
    }
}
