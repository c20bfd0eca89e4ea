package io.deltawire.kafka;

import java.io.Closeable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.common.utils.Time;

/** The metrics of one client, with a tag for its id. Thread-safe. */
final class BlockMetrics implements Closeable {
    private static final AtomicInteger CLIENTS = new AtomicInteger();

    private final Metrics metrics;
    private final String group;
    private final Map<String, String> tags;

    /** @param clientId the configured id, or null */
    BlockMetrics(String group, Object clientId) {
        this.group = group + "-metrics";
        this.tags =
                Map.of("client-id", clientId == null ? group + "-" + CLIENTS.incrementAndGet() : clientId.toString());
        this.metrics = new Metrics(
                new MetricConfig(),
                List.of(new JmxReporter()),
                Time.SYSTEM,
                new KafkaMetricsContext("io.deltawire.kafka"));
    }

    /**
     * Returns a sensor of sizes: their average, their sum and its rate, and their number.
     *
     * @param average the name of the average without {@code -avg}
     * @param sum the name of the sum without {@code -total}
     * @param count the name of the number without {@code -total}, or null for none
     */
    Sensor sizes(String average, String sum, String count, String what) {
        Sensor sensor = metrics.sensor(average);
        sensor.add(name(average + "-avg", "The average of the " + what), new Avg());
        sensor.add(name(sum + "-total", "The total of the " + what), new CumulativeSum());
        sensor.add(name(sum + "-rate", "The " + what + " per second"), new Rate(TimeUnit.SECONDS));
        if (count != null) {
            sensor.add(name(count + "-total", "The number of blocks"), new CumulativeCount());
        }
        return sensor;
    }

    /** Returns a sensor that counts. */
    Sensor count(String name, String what) {
        Sensor sensor = metrics.sensor(name);
        sensor.add(name(name + "-total", "The number of " + what), new CumulativeSum());
        return sensor;
    }

    private MetricName name(String name, String description) {
        return metrics.metricName(name, group, description, tags);
    }

    /** Returns all metrics of the client, without the number of metrics. */
    Map<MetricName, Metric> all() {
        Map<MetricName, Metric> own = new LinkedHashMap<>();
        metrics.metrics().forEach((name, metric) -> {
            if (name.group().equals(group)) {
                own.put(name, metric);
            }
        });
        return own;
    }

    @Override
    public void close() {
        metrics.close();
    }
}
