package io.deltawire.cli.statistics;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The statistics of one input.
 *
 * @param bytes the length of the input, unpacked
 * @param jsonBytes the length of the same messages as JSON lines, or -1 if one of them would be too large
 * @param yamlBytes the length of the same messages as YAML, or -1 if one of them would be too large
 * @param deltaBytes the length of the same messages as a delta dump with the given key, or -1
 * @param keys the keys by which such a dump would be smaller, or null
 * @param firstTime the earliest time, or null
 * @param lastTime the latest time, or null
 * @param otherBytes the bytes of the dump that belong to no field, or -1 if unknown
 * @param records the number of records that the key distinguishes
 * @param series the messages over time
 * @param latencies the latencies of stages by the histories of messages; empty if there are none
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
        TimeSeries series,
        List<Latencies.Stage> latencies) {
    /** The statistics of one field. */
    static final class FieldCount {
        private long present;
        private long nulls;
        private long changed;
        private long jsonBytes;
        /** The bytes in the dump itself, or -1 if unknown. */
        private long ownBytes = -1;

        /** Counts a value of the field. */
        void count(boolean isNull, boolean isChanged, long asJson) {
            present++;
            nulls += isNull ? 1 : 0;
            changed += isChanged ? 1 : 0;
            jsonBytes += asJson;
        }

        void setOwnBytes(long bytes) {
            ownBytes = bytes;
        }

        long present() {
            return present;
        }

        long nulls() {
            return nulls;
        }

        long changed() {
            return changed;
        }

        long jsonBytes() {
            return jsonBytes;
        }

        /** Returns the bytes in the dump itself, or -1 if unknown. */
        long ownBytes() {
            return ownBytes;
        }
    }

    /** The statistics of one event and type. */
    static final class EventCount {
        private long messages;
        private long bytes;

        void countMessage() {
            messages++;
        }

        void addBytes(long length) {
            bytes += length;
        }

        long messages() {
            return messages;
        }

        long bytes() {
            return bytes;
        }
    }
}
