package io.deltawire.kafka;

import io.deltawire.kafka.internal.BlockDecoder;
import io.deltawire.kafka.internal.BlockEncoder;
import io.deltawire.kafka.internal.KeyValues;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Sends messages in blocks: the value of a record is a closed delta dump of many messages. Any consumer can read each
 * record by itself.
 *
 * <p>A block is for one partition. It is sent when it has {@link DeltaBlockConfig#BLOCK_MESSAGES} messages or {@link
 * DeltaBlockConfig#BLOCK_BYTES} bytes, when its first message has waited for {@link DeltaBlockConfig#BLOCK_LINGER_MS},
 * and by {@link #flush}, {@link #commitTransaction} and {@link #close}. A process that dies loses the messages of open
 * blocks, whose futures are not complete. It would lose those in the buffer of a {@link KafkaProducer} too.
 *
 * <p>If the broker refuses a block because it is too large, it is halved and sent again, so that a message that is too
 * large fails alone. The halves of a block come after blocks that were sent meanwhile. A block that is larger than the
 * configured {@code max.request.size} is halved before it is sent. Within a transaction a refused block is not sent
 * again, because Kafka lets the transaction fail.
 *
 * <p>Futures complete on the thread of the Kafka producer, in the order of the messages. Code that depends on them must
 * not block that thread and must not send: use {@code thenAcceptAsync} for more than a few instructions.
 *
 * <p>Thread-safe. Messages may be changed as soon as {@link #send} has returned.
 *
 * @param <T> the class of the messages
 */
public final class DeltaBlockProducer<T> implements Closeable {
    /** A {@link ProducerRecord} takes about this much more than its value in a request. */
    private static final int RECORD_OVERHEAD = 512;

    private static final int ANY_PARTITION = -1;

    /** How long a number of partitions is used before it is looked up again. */
    private static final long PARTITIONS_VALID_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Where a message is.
     *
     * @param record the record that it is in
     * @param index the number of messages before it in that record
     */
    public record Sent(RecordMetadata record, int index) {}

    /** The messages that are collected for a partition. The encoder is used again for each block. */
    private static final class OpenBlock {
        private final BlockEncoder encoder;
        private List<CompletableFuture<Sent>> futures = new ArrayList<>();
        private long since;

        private OpenBlock(BlockEncoder encoder) {
            this.encoder = encoder;
        }
    }

    /** A block that is sent, or was refused and is to be halved. */
    private record ClosedBlock(
            TopicPartition to, byte[] value, List<CompletableFuture<Sent>> futures, boolean inTransaction) {}

    /** The number of partitions of a topic, and when it was looked up. */
    private record PartitionCount(int count, long since) {}

    private final Producer<byte[], byte[]> producer;
    private final DeltaBlockConfig config;
    private final int maxMessages;
    private final int maxBytes;
    private final long lingerNanos;
    private final int maxValueBytes;
    private final boolean isTransactional;
    private final KeyValues keys;
    private final ProducerMetrics metrics;
    private final Thread timer;

    /**
     * Guards everything below and the order of sends. The callback of a send never takes it: it runs on the thread that
     * frees the memory for which a send may wait.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<TopicPartition, OpenBlock> open = new LinkedHashMap<>();
    private final Map<String, PartitionCount> partitions = new HashMap<>();

    private BlockEncoder halves;
    private boolean inTransaction;
    private boolean isClosed;
    /** The number of blocks that were sent again. */
    private long resent;

    /** Blocks that were refused. Callbacks add to it without the lock. */
    private final Queue<ClosedBlock> refused = new ConcurrentLinkedQueue<>();

    /**
     * Creates a producer of blocks with a Kafka producer of its own.
     *
     * @param config the configuration of the Kafka producer, and the options of {@link DeltaBlockConfig}
     * @throws ConfigException if the configuration is wrong, turns idempotence off, names serializers of other types, or
     *     has blocks that are larger than requests may be
     */
    public DeltaBlockProducer(Map<String, ?> config) {
        this(new KafkaProducer<>(ownProducer(config)), config);
    }

    /**
     * Creates a producer of blocks upon a Kafka producer, and closes that one when it is closed.
     *
     * @param to the Kafka producer; it should be idempotent, since a block that comes twice repeats all its messages
     * @param config the options of {@link DeltaBlockConfig}; {@code max.request.size}, {@code transactional.id} and
     *     {@code client.id} of the Kafka producer, if they are set there
     * @throws ConfigException if the configuration is wrong
     */
    public DeltaBlockProducer(Producer<byte[], byte[]> to, Map<String, ?> config) {
        this.producer = Objects.requireNonNull(to, "to");
        this.config = new DeltaBlockConfig(config);
        this.maxMessages = this.config.getInt(DeltaBlockConfig.BLOCK_MESSAGES);
        this.maxBytes = this.config.getInt(DeltaBlockConfig.BLOCK_BYTES);
        this.lingerNanos = TimeUnit.MILLISECONDS.toNanos(this.config.getLong(DeltaBlockConfig.BLOCK_LINGER_MS));
        this.maxValueBytes = maxRequestSize(config) - RECORD_OVERHEAD;
        if (maxBytes > maxValueBytes) {
            throw new ConfigException(
                    DeltaBlockConfig.BLOCK_BYTES,
                    maxBytes,
                    "A block must fit in a request of " + maxRequestSize(config) + " bytes ("
                            + ProducerConfig.MAX_REQUEST_SIZE_CONFIG + ").");
        }
        this.isTransactional = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG) != null;
        List<String> fields = this.config.keyFields();
        this.keys = fields.isEmpty() ? null : new KeyValues(fields, this.config.wireOptions());
        this.metrics = new ProducerMetrics(config.get(ProducerConfig.CLIENT_ID_CONFIG));
        this.timer = new Thread(this::runTimer, "deltawire-kafka-linger");
        timer.setDaemon(true);
        timer.start();
    }

    private static Map<String, Object> ownProducer(Map<String, ?> config) {
        new DeltaBlockConfig(config); // before a producer is made
        Map<String, Object> own = DeltaBlockConfig.others(config);
        for (String name :
                List.of(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG)) {
            Object set = own.put(name, ByteArraySerializer.class.getName());
            if (set != null && !String.valueOf(set).contains(ByteArraySerializer.class.getSimpleName())) {
                throw new ConfigException(name, set, "The blocks are byte arrays. Leave the option out.");
            }
        }
        Object idempotence = own.putIfAbsent(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        if (idempotence != null && !Boolean.parseBoolean(idempotence.toString())) {
            throw new ConfigException(
                    ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                    idempotence,
                    "Without it a retry may bring a block twice, with all its messages, or change the order of blocks.");
        }
        return own;
    }

    private static int maxRequestSize(Map<String, ?> config) {
        Object size = config.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        try {
            return size == null ? 1 << 20 : Integer.parseInt(size.toString().strip());
        } catch (NumberFormatException e) {
            throw new ConfigException(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, size, "It is no number of bytes.");
        }
    }

    /**
     * Adds a message to the block of its partition, which {@link DeltaBlockConfig#KEY_FIELDS} choose. Without key
     * fields, the partitioner of Kafka chooses one for each block.
     *
     * @return a future that completes when the record with the message is acknowledged, or has failed
     * @throws SerializationException if the message cannot be written, or lacks a key field; nothing is sent then
     * @throws IllegalStateException if this producer is closed, or is transactional and has no transaction
     */
    public CompletableFuture<Sent> send(String topic, T message) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(message, "message");
        lock.lock();
        try {
            requireReady();
            if (keys == null) {
                return add(new TopicPartition(topic, ANY_PARTITION), message, false);
            }
            byte[] key = keyOf(topic, message);
            boolean hasOwnKey = keys.hasOwnKey();
            int count;
            try {
                count = partitionCount(topic);
            } catch (RuntimeException e) { // the topic does not exist, or no broker answers
                return CompletableFuture.failedFuture(e);
            }
            int partition = Utils.toPositive(Utils.murmur2(key)) % count;
            return add(new TopicPartition(topic, partition), message, hasOwnKey);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a message to the block of a partition.
     *
     * @return a future that completes when the record with the message is acknowledged, or has failed
     * @throws SerializationException if the message cannot be written; nothing is sent then
     * @throws IllegalStateException if this producer is closed, or is transactional and has no transaction
     */
    public CompletableFuture<Sent> send(TopicPartition to, T message) {
        Objects.requireNonNull(message, "message");
        if (to.partition() < 0) {
            throw new IllegalArgumentException("expected a partition of at least 0 but was " + to.partition());
        }
        lock.lock();
        try {
            requireReady();
            return add(to, message, false);
        } finally {
            lock.unlock();
        }
    }

    private void requireReady() {
        if (isClosed) {
            throw new IllegalStateException("the producer is closed");
        }
        if (isTransactional && !inTransaction) {
            throw new IllegalStateException("a transactional producer sends within a transaction only");
        }
    }

    private byte[] keyOf(String topic, T message) {
        try {
            return keys.of(message);
        } catch (WireException e) {
            throw cannotWrite(topic, e);
        }
    }

    private static SerializationException cannotWrite(String topic, WireException e) {
        return new SerializationException(
                "A message for the topic " + topic + " cannot be written: " + e.getMessage(), e);
    }

    /** Returns the number of partitions now. If no broker answers, it is the last one found. */
    private int partitionCount(String topic) {
        PartitionCount last = partitions.get(topic);
        if (last != null && System.nanoTime() - last.since < PARTITIONS_VALID_NANOS) {
            return last.count;
        }
        int count;
        try {
            count = producer.partitionsFor(topic).size();
        } catch (RuntimeException e) {
            if (last == null) {
                throw e;
            }
            count = last.count; // also for the next messages, since asking again may take long
        }
        partitions.put(topic, new PartitionCount(count, System.nanoTime()));
        return count;
    }

    private CompletableFuture<Sent> add(TopicPartition to, T message, boolean hasOwnKey) {
        OpenBlock block = open.get(to);
        if (block == null) {
            List<String> fields = hasOwnKey ? List.of() : config.keyFields();
            block = new OpenBlock(new BlockEncoder(config.wireOptions(), fields));
            open.put(to, block);
        }
        try {
            block.encoder.add(message);
        } catch (WireException e) {
            throw cannotWrite(to.topic(), e);
        }
        if (block.futures.isEmpty()) {
            block.since = System.nanoTime();
            LockSupport.unpark(timer);
        }
        CompletableFuture<Sent> future = new CompletableFuture<>();
        block.futures.add(future);
        if (block.encoder.count() >= maxMessages || block.encoder.sizeInBytes() >= maxBytes) {
            cut(to, block);
        }
        return future;
    }

    /** Sends an open block. */
    private void cut(TopicPartition to, OpenBlock block) {
        List<CompletableFuture<Sent>> futures = block.futures;
        block.futures = new ArrayList<>();
        byte[] value = block.encoder.end();
        send(new ClosedBlock(to, value, futures, inTransaction));
        resendRefused();
    }

    private void cutAll() {
        open.forEach((to, block) -> {
            if (!block.futures.isEmpty()) {
                cut(to, block);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback has the result
    private void send(ClosedBlock block) {
        if (block.value.length > maxValueBytes && block.futures.size() > 1) {
            metrics.recordRefusal();
            sendHalves(block);
            return;
        }
        Integer partition = block.to.partition() == ANY_PARTITION ? null : block.to.partition();
        metrics.recordBlock(block.futures.size(), block.value.length);
        try {
            producer.send(new ProducerRecord<>(block.to.topic(), partition, null, block.value), (metadata, e) -> {
                if (e == null) {
                    complete(block, metadata);
                } else {
                    refuse(block, e);
                }
            });
        } catch (RuntimeException e) {
            fail(block, e);
        }
    }

    private static void complete(ClosedBlock block, RecordMetadata metadata) {
        for (int i = 0; i < block.futures.size(); i++) {
            block.futures.get(i).complete(new Sent(metadata, i));
        }
    }

    /** Handles a failed send on any thread. A block that is too large is left to the next one who has the lock. */
    private void refuse(ClosedBlock block, Exception e) {
        boolean isTooLarge = e instanceof RecordTooLargeException || e instanceof RecordBatchTooLargeException;
        if (isTooLarge && block.futures.size() > 1 && !block.inTransaction) {
            metrics.recordRefusal();
            refused.add(block);
            LockSupport.unpark(timer);
        } else {
            fail(block, e);
        }
    }

    private void fail(ClosedBlock block, Exception e) {
        metrics.recordFailure(block.futures.size());
        block.futures.forEach(future -> future.completeExceptionally(e));
    }

    private void resendRefused() {
        for (ClosedBlock block; (block = refused.poll()) != null; ) {
            resent++;
            sendHalves(block);
        }
    }

    private void sendHalves(ClosedBlock block) {
        if (halves == null) {
            halves = config.newEncoder();
        }
        int count = block.futures.size();
        ClosedBlock first;
        ClosedBlock second;
        try (WireIn in = BlockDecoder.newReader(block.value, config.wireOptions())) {
            first = copyPart(block, in, 0, count / 2);
            second = copyPart(block, in, count / 2, count);
        } catch (RuntimeException e) { // or the timer would end
            fail(block, e);
            return;
        }
        send(first);
        send(second);
    }

    private ClosedBlock copyPart(ClosedBlock block, WireIn in, int from, int to) {
        for (int i = from; i < to; i++) {
            in.nextMessage();
            halves.addCurrent(in);
        }
        return new ClosedBlock(block.to, halves.end(), block.futures.subList(from, to), block.inTransaction);
    }

    private void runTimer() {
        for (; ; ) {
            long wait;
            lock.lock();
            try {
                if (isClosed) {
                    return;
                }
                resendRefused();
                wait = cutExpired();
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(this, wait);
        }
    }

    /** Sends the blocks that have waited long enough, and returns how long the next one may still wait. */
    private long cutExpired() {
        long[] wait = {Long.MAX_VALUE};
        long now = System.nanoTime();
        open.forEach((to, block) -> {
            if (!block.futures.isEmpty()) {
                long left = lingerNanos - (now - block.since);
                if (left <= 0) {
                    cut(to, block);
                } else {
                    wait[0] = Math.min(wait[0], left);
                }
            }
        });
        return wait[0];
    }

    /**
     * Sends all open blocks, and waits until all futures are complete.
     *
     * @throws org.apache.kafka.common.errors.InterruptException if the thread is interrupted meanwhile
     */
    public void flush() {
        long before;
        long after;
        do {
            before = withLock(() -> {
                cutAll();
                resendRefused();
                return resent;
            });
            producer.flush(); // without the lock, since others may send meanwhile
            after = withLock(() -> {
                resendRefused();
                return resent;
            });
        } while (after != before);
    }

    private long withLock(LongSupplier action) {
        lock.lock();
        try {
            return action.getAsLong();
        } finally {
            lock.unlock();
        }
    }

    /** See {@link Producer#initTransactions()}. */
    public void initTransactions() {
        producer.initTransactions();
    }

    /**
     * Begins a transaction.
     *
     * @throws IllegalStateException if messages without a transaction are still open
     */
    public void beginTransaction() {
        lock.lock();
        try {
            if (open.values().stream().anyMatch(block -> !block.futures.isEmpty())) {
                throw new IllegalStateException("messages were sent before the transaction: call flush() first");
            }
            producer.beginTransaction();
            inTransaction = true;
        } finally {
            lock.unlock();
        }
    }

    /** See {@link Producer#sendOffsetsToTransaction}. */
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        producer.sendOffsetsToTransaction(offsets, group);
    }

    /**
     * Sends all open blocks and commits the transaction. If that fails, the transaction is still open: abort it, or
     * commit again where {@link Producer#commitTransaction} allows it.
     */
    public void commitTransaction() {
        lock.lock();
        try {
            cutAll();
            producer.commitTransaction();
            inTransaction = false;
        } finally {
            lock.unlock();
        }
    }

    /** Drops all open blocks, whose futures fail with {@link TransactionAbortedException}, and aborts the transaction. */
    public void abortTransaction() {
        lock.lock();
        try {
            dropOpen();
            producer.abortTransaction();
            inTransaction = false;
        } finally {
            lock.unlock();
        }
    }

    private void dropOpen() {
        open.forEach((to, block) -> {
            List<CompletableFuture<Sent>> futures = block.futures;
            block.futures = new ArrayList<>();
            block.encoder.discard();
            fail(new ClosedBlock(to, null, futures, true), new TransactionAbortedException());
        });
    }

    /** Returns the metrics of this class and those of the Kafka producer. */
    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> all = new LinkedHashMap<>(producer.metrics());
        all.putAll(metrics.all());
        return all;
    }

    /**
     * Sends all open blocks, waits until all futures are complete, and closes the Kafka producer. Within a transaction it
     * drops the open blocks instead, and Kafka aborts the transaction. Closing again has no effect.
     */
    @Override
    public void close() {
        boolean isFirst;
        boolean isDropped;
        lock.lock();
        try {
            isFirst = !isClosed;
            isClosed = true;
            isDropped = inTransaction;
            if (isFirst && isDropped) {
                dropOpen();
            }
        } finally {
            lock.unlock();
        }
        if (!isFirst) {
            return;
        }
        try (metrics;
                producer) {
            LockSupport.unpark(timer);
            if (!isDropped) {
                flush();
            }
        } finally {
            refused.forEach(block -> fail(block, new IllegalStateException("the producer is closed")));
            refused.clear();
        }
    }
}
