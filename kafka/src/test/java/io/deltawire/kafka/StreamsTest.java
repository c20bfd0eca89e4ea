package io.deltawire.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.kafka.testing.Quote;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks in Kafka Streams, which reads values from its stores by key and in any order. */
class StreamsTest {
    private static final String LAST = "last";

    @TempDir
    Path folder;

    private DeltaBlockSerde<Quote> serde() {
        DeltaBlockSerde<Quote> serde = new DeltaBlockSerde<>();
        serde.configure(Map.of(DeltaBlockConfig.TYPE, Quote.class.getName()), false);
        return serde;
    }

    private static List<Quote> lastThree(List<Quote> before, List<Quote> block) {
        List<Quote> all = new ArrayList<>(before);
        all.addAll(block);
        return new ArrayList<>(all.subList(Math.max(0, all.size() - 3), all.size()));
    }

    @Test
    void tablesOfBlocksHaveTheRightStateOfEachKey() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), serde()))
                .groupByKey(Grouped.with(Serdes.String(), serde()))
                .aggregate(
                        List::<Quote>of,
                        (key, block, before) -> lastThree(before, block),
                        Materialized
                                .<String, List<Quote>, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as(
                                        LAST)
                                .withKeySerde(Serdes.String())
                                .withValueSerde(serde())
                                .withCachingDisabled())
                .toStream()
                .to("out", Produced.with(Serdes.String(), serde()));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "blocks");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), properties)) {
            var in = driver.createInputTopic("in", new StringSerializer(), serde().serializer());
            for (long i = 0; i < 50; i++) {
                in.pipeInput("key-" + i % 5, List.of(new Quote(2 * i), new Quote(2 * i + 1)));
            }
            KeyValueStore<String, List<Quote>> store = driver.getKeyValueStore(LAST);
            for (long key = 4; key >= 0; key--) {
                long last = 2 * (45 + key);
                assertEquals(
                        List.of(new Quote(last - 9), new Quote(last), new Quote(last + 1)), store.get("key-" + key));
            }
        }
    }

    @Test
    void aSerdeForKeysIsRefusedWhenTheApplicationStarts() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "blocks");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, DeltaBlockSerde.class.getName());
        Throwable e = assertThrows(Exception.class, () -> new StreamsConfig(properties).defaultKeySerde());
        while (!(e instanceof ConfigException) && e.getCause() != null) {
            e = e.getCause();
        }
        assertEquals(ConfigException.class, e.getClass());
    }
}
