package io.deltawire.kafka;

import static io.deltawire.kafka.testing.FakeBroker.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.DeltaBlockProducer.Sent;
import io.deltawire.kafka.testing.FakeBroker;
import io.deltawire.kafka.testing.FakeBroker.Stored;
import io.deltawire.kafka.testing.Quote;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * Random programs of sends and faults: refused and late sends, messages too large, aborts, restarts, records repeated,
 * swapped and cut off. What a consumer reads is compared with what was acknowledged. {@code -Dkafka.programs=100000}
 * runs more of them, and {@code -Dkafka.seed=2} others.
 */
class RandomProgramsTest {
    private static final int PARTITIONS = 3;

    @Test
    void acknowledgedMessagesAreReadWhateverFails() throws Exception {
        int programs = Integer.getInteger("kafka.programs", 300);
        long seed = Long.getLong("kafka.seed", 1);
        long acknowledged = 0;
        for (int i = 0; i < programs; i++) {
            try {
                acknowledged += new Program(new Random(seed * 1_000_003 + i)).run();
            } catch (AssertionError | Exception e) {
                throw new AssertionError("program " + i + " of seed " + seed, e);
            }
        }
        assertTrue(acknowledged > 50L * programs, acknowledged + " acknowledged");
    }

    /** One program, with its own log. */
    private static final class Program {
        private final Random random;
        private final Map<TopicPartition, List<Stored>> log = FakeBroker.newLog();
        /** By future, the number of the message and the transaction, 0 for none. */
        private final Map<CompletableFuture<Sent>, long[]> sent = new LinkedHashMap<>();

        private final Set<Integer> aborted = new HashSet<>();
        private final Map<String, Object> config = new HashMap<>();
        private final boolean isTransactional;
        private final int limit;
        private final int lateness;
        private FakeBroker broker;
        private DeltaBlockProducer<Object> producer;
        private boolean inTransaction;
        private int transactionsBefore;
        private long number;

        Program(Random random) {
            this.random = random;
            this.isTransactional = random.nextInt(3) == 0;
            this.limit = random.nextBoolean() ? Integer.MAX_VALUE : 500 + random.nextInt(2000);
            this.lateness = random.nextInt(3) == 0 ? 10 : 0;
            config.put(DeltaBlockConfig.BLOCK_LINGER_MS, random.nextInt(4) == 0 ? "0" : "1000000");
            config.put(DeltaBlockConfig.BLOCK_MESSAGES, 1 + random.nextInt(60));
            config.put(DeltaBlockConfig.BLOCK_BYTES, 300 + random.nextInt(3000));
            if (random.nextBoolean()) {
                config.put(DeltaBlockConfig.KEY_FIELDS, "symbol");
            }
            if (random.nextInt(3) == 0) {
                config.put("max.request.size", 4000);
            }
            if (isTransactional) {
                config.put("transactional.id", "t");
            }
            start();
        }

        private void start() {
            broker = new FakeBroker(PARTITIONS, log, this::verdict);
            if (isTransactional) {
                broker.initTransactions();
            }
            producer = new DeltaBlockProducer<>(broker, config);
        }

        private RuntimeException verdict(byte[] value) {
            if (value.length > limit) {
                return new RecordTooLargeException(value.length + " bytes");
            }
            synchronized (random) {
                return random.nextInt(100) < lateness ? new TimeoutException("late") : null;
            }
        }

        private int next(int bound) {
            synchronized (random) { // the timer completes sends as well
                return random.nextInt(bound);
            }
        }

        long run() throws Exception {
            int steps = 20 + next(40);
            for (int i = 0; i < steps; i++) {
                step();
            }
            if (inTransaction) {
                end(next(2) == 0);
            }
            producer.close();
            return check();
        }

        private void step() {
            if (isTransactional && !inTransaction) {
                producer.beginTransaction();
                inTransaction = true;
            }
            switch (next(12)) {
                case 0 -> producer.flush();
                case 1 -> {
                    if (isTransactional) {
                        end(next(2) == 0);
                    }
                }
                case 2 -> restart();
                case 3, 4 -> broker.completeNext();
                default -> {
                    int count = next(30);
                    for (int i = 0; i < count; i++) {
                        send();
                    }
                }
            }
        }

        private void send() {
            long id = number++;
            Object message = message(id);
            CompletableFuture<Sent> future = config.containsKey(DeltaBlockConfig.KEY_FIELDS) || next(2) == 0
                    ? producer.send(TOPIC, message)
                    : producer.send(new TopicPartition(TOPIC, next(PARTITIONS)), message);
            sent.put(future, new long[] {id, inTransaction ? transactionsBefore + broker.transaction() : 0});
        }

        /** Returns the message with a number. */
        private static Object message(long id) {
            Random content = new Random(id);
            String symbol = "S" + content.nextInt(9);
            if (content.nextInt(60) == 0) {
                byte[] large = new byte[600 + content.nextInt(2500)];
                content.nextBytes(large);
                return Map.of("symbol", symbol, "number", id, "large", large);
            }
            return content.nextInt(5) == 0
                    ? Map.of("symbol", symbol, "number", id, "levels", List.of(content.nextInt(100), 2.5))
                    : new Quote(id, symbol);
        }

        private void end(boolean commits) {
            int current = transactionsBefore + broker.transaction();
            if (commits) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
                aborted.add(current);
            }
            inTransaction = false;
        }

        /** Begins again, after an orderly end or as after a crash. */
        private void restart() {
            if (inTransaction) {
                aborted.add(transactionsBefore + broker.transaction());
            }
            producer.close();
            transactionsBefore += broker.transaction();
            inTransaction = false;
            start();
        }

        private long check() throws Exception {
            DeltaBlockDeserializer<Object> deserializer = new DeltaBlockDeserializer<>();
            Map<String, Long> expected = new HashMap<>();
            for (Map.Entry<CompletableFuture<Sent>, long[]> each : sent.entrySet()) {
                assertTrue(each.getKey().isDone() || aborted.contains((int) each.getValue()[1]), "a future is open");
                if (!each.getKey().isCompletedExceptionally() && each.getKey().isDone()) {
                    Sent at = each.getKey().get();
                    String where = at.record().partition() + " " + at.record().offset() + " " + at.index();
                    assertEquals(null, expected.put(where, each.getValue()[0]), where);
                } else if (each.getKey().isDone()) {
                    assertThrows(ExecutionException.class, () -> each.getKey().get(0, TimeUnit.SECONDS));
                }
            }
            long count = expected.size();
            for (Map.Entry<TopicPartition, List<Stored>> partition : log.entrySet()) {
                for (int offset : order(partition.getValue().size())) {
                    Stored stored = partition.getValue().get(offset);
                    List<Object> messages = deserializer.deserialize(TOPIC, stored.value());
                    for (int i = 0; i < messages.size(); i++) {
                        String where = partition.getKey().partition() + " " + offset + " " + i;
                        Long id = expected.remove(where);
                        assertTrue(id != null || stored.transaction() > 0, () -> "not acknowledged: " + where);
                        if (id != null) {
                            assertEquals(text(message(id)), text(messages.get(i)), where);
                        }
                    }
                    assertEquals(text(messages), text(deserializer.deserialize(TOPIC, stored.value())), "read twice");
                }
            }
            assertEquals(Map.of(), expected, "missing");
            return count;
        }

        /** Reads as after swaps: in any order. */
        private List<Integer> order(int count) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            return order;
        }

        private static String text(Object message) {
            return io.deltawire.marshallable.Marshallable.toString(
                    message instanceof Map<?, ?> map ? new java.util.TreeMap<>(map) : message);
        }
    }
}
