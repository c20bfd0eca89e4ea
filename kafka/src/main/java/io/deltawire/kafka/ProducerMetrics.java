package io.deltawire.kafka;

import java.io.Closeable;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;

/** The metrics of a {@link DeltaBlockProducer}, which JMX shows too. Thread-safe. */
final class ProducerMetrics implements Closeable {
    private final BlockMetrics metrics;
    private final Sensor messages;
    private final Sensor bytes;
    private final Sensor refusals;
    private final Sensor failures;

    ProducerMetrics(Object clientId) {
        metrics = new BlockMetrics("delta-block-producer", clientId);
        messages = metrics.sizes("messages-per-block", "message-send", "block-send", "messages in sent blocks");
        bytes = metrics.sizes("block-size", "block-bytes", null, "bytes of sent blocks");
        refusals = metrics.count("block-halved", "blocks that were too large and are sent as two");
        failures = metrics.count("message-error", "messages whose future failed");
    }

    void recordBlock(int messageCount, int byteCount) {
        messages.record(messageCount);
        bytes.record(byteCount);
    }

    void recordRefusal() {
        refusals.record(1);
    }

    void recordFailure(int messageCount) {
        failures.record(messageCount);
    }

    Map<MetricName, ? extends Metric> all() {
        return metrics.all();
    }

    @Override
    public void close() {
        metrics.close();
    }
}
