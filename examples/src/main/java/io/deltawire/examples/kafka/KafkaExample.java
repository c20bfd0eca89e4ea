package io.deltawire.examples.kafka;

import io.deltawire.kafka.DeltaBlockConfig;
import io.deltawire.kafka.DeltaBlockConsumer;
import io.deltawire.kafka.DeltaBlockConsumer.Received;
import io.deltawire.kafka.DeltaBlockProducer;
import io.deltawire.kafka.DeltaMessageFormatter;
import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Sends the rows of a CSV file in blocks through a broker, and prints what arrives as YAML. */
public final class KafkaExample {
    private static final String TOPIC = "quotes";

    private KafkaExample() {}

    /** Takes the folder for the broker and the saved record, and a CSV file and its key column; none of it is needed. */
    public static void main(String[] arguments) throws IOException {
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("kafka");
        String key = arguments.length > 2 ? arguments[2] : "symbol";
        try (LocalBroker broker = LocalBroker.start(folder);
                InputStream rows = arguments.length > 1
                        ? Files.newInputStream(Path.of(arguments[1]))
                        : KafkaExample.class.getResourceAsStream("quotes.csv")) {
            int sent = send(broker, key, rows);
            receive(broker, sent, folder.resolve("record.dw"));
        }
    }

    /** Sends each row as a message without a class. Returns their number. */
    private static int send(LocalBroker broker, String key, InputStream rows) {
        List<CompletableFuture<DeltaBlockProducer.Sent>> all = new ArrayList<>();
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                broker.address(),
                DeltaBlockConfig.KEY_FIELDS,
                key,
                DeltaBlockConfig.BLOCK_LINGER_MS,
                60_000); // a file comes in one go, and closing sends the last block
        try (Wire csv = Wire.of("csv", rows);
                DeltaBlockProducer<Object> producer = new DeltaBlockProducer<>(config)) {
            for (Wire.Event row = csv.read(); row != null; row = csv.read()) {
                all.add(producer.send(TOPIC, row.value()));
            }
        }
        all.forEach(CompletableFuture::join); // closing has sent all of them, and this says so
        return all.size();
    }

    private static void receive(LocalBroker broker, int count, Path file) throws IOException {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.address(), "auto.offset.reset", "earliest");
        DeltaMessageFormatter console = new DeltaMessageFormatter();
        try (DeltaBlockConsumer<Object> consumer = new DeltaBlockConsumer<>(config)) {
            consumer.consumer().assign(List.of(new TopicPartition(TOPIC, 0)));
            for (int received = 0; received < count; ) {
                for (Received<Object> each : consumer.poll(Duration.ofSeconds(1))) {
                    ConsumerRecord<byte[], byte[]> record = each.record();
                    if (each.index() == 0) {
                        console.writeTo(record, System.out);
                    }
                    if (received++ == 0) {
                        Files.write(file, record.value()); // for wire2yaml
                    }
                }
            }
        }
    }
}
