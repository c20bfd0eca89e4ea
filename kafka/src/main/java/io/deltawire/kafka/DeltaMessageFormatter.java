package io.deltawire.kafka;

import io.deltawire.kafka.internal.BlockDecoder;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Prints the messages of blocks as YAML, in {@code kafka-console-consumer --formatter
 * io.deltawire.kafka.DeltaMessageFormatter}. Before each record is a comment with its topic, partition and offset. It
 * needs no classes. A record that cannot be read becomes a comment with the reason, and the messages before the damage
 * are printed.
 *
 * <p>Not thread-safe.
 */
public final class DeltaMessageFormatter implements MessageFormatter {
    private WireOptions options = WireOptions.DEFAULTS;

    /** Creates a formatter with the default limits. */
    public DeltaMessageFormatter() {}

    @Override
    public void configure(Map<String, ?> configs) {
        options = new DeltaBlockConfig(configs).wireOptions();
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> record, PrintStream output) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        String problem = null;
        try (WireOut yaml = WireFormats.byName("yaml").newWriter(text, options)) {
            if (record.value() == null) {
                problem = "no value";
            } else {
                try (WireIn in = BlockDecoder.newReader(record.value(), options)) {
                    Transcoder.copyAll(in, yaml);
                } catch (WireException e) {
                    problem = e.getMessage();
                }
            }
        }
        output.println("# " + record.topic() + "-" + record.partition() + " offset " + record.offset());
        output.write(text.toByteArray(), 0, text.size());
        if (problem != null) {
            output.println("# " + problem.replaceAll("\\R", " "));
        }
        output.flush();
    }
}
