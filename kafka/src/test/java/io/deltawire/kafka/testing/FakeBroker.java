package io.deltawire.kafka.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer and the log that it writes to, in memory. It acknowledges or refuses sends when the test says so. */
public final class FakeBroker extends MockProducer<byte[], byte[]> {
    public static final String TOPIC = "quotes";

    /** A record of the log. */
    public record Stored(byte[] value, int transaction) {}

    private final Map<TopicPartition, List<Stored>> log;
    private final Function<byte[], RuntimeException> verdict;
    private final Deque<byte[]> sent = new ArrayDeque<>();
    private int transaction;

    /**
     * @param log the log, which outlives this producer
     * @param verdict returns why a value is refused, or null
     */
    public FakeBroker(
            int partitions, Map<TopicPartition, List<Stored>> log, Function<byte[], RuntimeException> verdict) {
        super(
                cluster(partitions),
                false,
                new RoundRobinPartitioner(),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.log = log;
        this.verdict = verdict;
    }

    private static Cluster cluster(int partitions) {
        Node node = new Node(1, "localhost", 9092);
        List<PartitionInfo> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new PartitionInfo(TOPIC, i, node, new Node[] {node}, new Node[] {node}));
        }
        return new Cluster("fake", List.of(node), all, java.util.Set.of(), java.util.Set.of());
    }

    public static Map<TopicPartition, List<Stored>> newLog() {
        return new HashMap<>();
    }

    @Override
    public void beginTransaction() {
        super.beginTransaction();
        transaction++;
    }

    /** Returns the number of the transaction that was begun last. */
    public int transaction() {
        return transaction;
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        int current = transactionInFlight() ? transaction : 0;
        Future<RecordMetadata> future = super.send(record, (metadata, e) -> {
            if (e != null) {
                callback.onCompletion(metadata, e);
                return;
            }
            TopicPartition to = new TopicPartition(metadata.topic(), metadata.partition());
            List<Stored> stored = log.computeIfAbsent(to, key -> new ArrayList<>());
            stored.add(new Stored(record.value(), current));
            callback.onCompletion(new RecordMetadata(to, stored.size() - 1, 0, 0, -1, record.value().length), null);
        });
        sent.add(record.value());
        return future;
    }

    @Override
    public synchronized boolean completeNext() {
        byte[] value = sent.poll();
        if (value == null) {
            return false;
        }
        RuntimeException refusal = verdict.apply(value);
        return refusal == null ? super.completeNext() : super.errorNext(refusal);
    }
}
