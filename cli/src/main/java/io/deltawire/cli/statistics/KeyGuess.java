package io.deltawire.cli.statistics;

import io.deltawire.cli.delta.DeltaSize;
import io.deltawire.cli.message.MessageFields;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds fields that would make a smaller delta dump as its key. It writes the first messages with each candidate as the
 * key, and then with the best one and another.
 */
final class KeyGuess {
    private static final int MAX_MESSAGES = 4096;
    private static final int MAX_TOKENS = 100_000;
    private static final int MAX_BYTES = 2 << 20;
    private static final int MAX_CANDIDATES = 12;
    private static final int MAX_TOLD = 3;
    /** A record with fewer messages on average is no candidate. */
    private static final int LEAST_MESSAGES_EACH = 3;
    /** The size ratio below which a key, or a second field of it, is reported. */
    private static final double WORTH_TELLING = 0.95;

    private final List<MessageTape> sample = new ArrayList<>();
    private final WireOptions options;
    private int tokens;
    private long bytes;

    /**
     * The keys that make the dump smaller, the best one first. Only the user knows which of them identifies a record.
     *
     * @param messages the number of messages that were tried
     * @param without their size without a key
     */
    record Found(int messages, long without, List<Choice> keys) {}

    /**
     * A key that was tried.
     *
     * @param fields the paths of its fields
     * @param bytes the size of the messages with it
     */
    record Choice(List<String> fields, long bytes) {}

    KeyGuess(WireOptions options) {
        this.options = options;
    }

    private static final class Values {
        final Set<Object> different = new HashSet<>();
        int present;
        boolean isScalar = true;
    }

    /**
     * Copies a message, if the sample is not full.
     *
     * @param size the size of the message as JSON, or -1 if it is too large
     */
    void add(MessageTape tape, long size) {
        if (size >= 0
                && sample.size() < MAX_MESSAGES
                && tokens + tape.size() <= MAX_TOKENS
                && bytes + size <= MAX_BYTES) {
            tokens += tape.size();
            bytes += size;
            MessageTape copy = new MessageTape();
            copy.copyFrom(tape);
            sample.add(copy);
        }
    }

    /** The keys that make the dump smaller, or null. */
    Found find() {
        List<String> candidates = candidates();
        Choice none = new Choice(List.of(), candidates.isEmpty() ? -1 : size(List.of()));
        List<Choice> keys = withOneMore(none, candidates);
        if (keys.isEmpty()) {
            return null;
        }
        List<Choice> pairs = withOneMore(keys.get(0), candidates);
        List<Choice> all = new ArrayList<>(pairs.subList(0, Math.min(1, pairs.size())));
        all.addAll(keys.subList(0, Math.min(MAX_TOLD, keys.size())));
        return new Found(sample.size() - half(), none.bytes, all);
    }

    /** The key extended by each field that makes the dump smaller, the best one first. */
    private List<Choice> withOneMore(Choice key, List<String> candidates) {
        List<Choice> choices = new ArrayList<>();
        for (String candidate : candidates) {
            if (!key.fields.contains(candidate)) {
                List<String> fields = new ArrayList<>(key.fields);
                fields.add(candidate);
                long bytes = size(fields);
                if (bytes >= 0 && bytes < key.bytes * WORTH_TELLING) {
                    choices.add(new Choice(fields, bytes));
                }
            }
        }
        choices.sort(Comparator.comparingLong(Choice::bytes));
        return choices;
    }

    /**
     * The size of the second half of the sample. In the first half most records are new, which counts less the longer
     * an input is.
     */
    private long size(List<String> fields) {
        DeltaSize size = new DeltaSize(fields, options);
        sample.subList(0, half()).forEach(size::add);
        long first = size.sizeSoFar();
        sample.subList(half(), sample.size()).forEach(size::add);
        long all = size.end();
        return all < 0 ? -1 : all - first;
    }

    private int half() {
        return sample.size() / 2;
    }

    /** The fields of text or integers whose values are repeated. */
    private List<String> candidates() {
        Map<String, Values> fields = new LinkedHashMap<>();
        for (MessageTape tape : sample) {
            MessageFields.of(tape).forEach((path, leaf) -> {
                Values values = fields.computeIfAbsent(path, p -> new Values());
                WireToken token = tape.token(leaf.end() - 1);
                values.isScalar &=
                        leaf.end() - leaf.name() == 2 && (token == WireToken.TEXT || token == WireToken.INT64);
                if (values.isScalar) {
                    values.present++;
                    values.different.add(tape.value(leaf.end() - 1));
                }
            });
        }
        List<String> candidates = new ArrayList<>();
        fields.forEach((path, values) -> {
            int different = values.different.size();
            if (values.isScalar
                    && different > 1
                    && different * LEAST_MESSAGES_EACH <= values.present
                    && candidates.size() < MAX_CANDIDATES) {
                candidates.add(path);
            }
        });
        return candidates;
    }
}
