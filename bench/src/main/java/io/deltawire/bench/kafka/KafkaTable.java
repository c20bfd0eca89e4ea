package io.deltawire.bench.kafka;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;

/**
 * The bytes that messages take in the log of a broker, by the form of their records, the size of a record batch and the
 * compression of the producer. The batches are made by Kafka's own class, so that they are what the producer sends and
 * the broker stores.
 */
final class KafkaTable {
    private static final List<String> COMPRESSIONS = List.of("none", "lz4", "zstd");
    private static final long WARM_UP_NANOS = 500_000_000;
    private static final long TIMED_NANOS = 1_000_000_000;

    private final Messages messages;
    private final List<RecordForm> forms;

    KafkaTable(Messages messages) {
        this.messages = messages;
        this.forms = RecordForm.all(messages);
    }

    /** Returns the bytes a message takes. */
    double bytes(String form, int batch, String compression) {
        RecordForm found = forms.stream()
                .filter(each -> each.name().equals(form))
                .findFirst()
                .orElseThrow();
        return (double) bytes(found, batch, compression) / messages.all().size();
    }

    private long bytes(RecordForm form, int batch, String compression) {
        Compression compressor = Compression.of(compression).build();
        long total = 0;
        int count = messages.all().size();
        for (int from = 0; from < count; from += batch) {
            int to = Math.min(count, from + batch);
            List<byte[]> values = form.encoder().encode(from, to);
            MemoryRecordsBuilder builder =
                    MemoryRecords.builder(ByteBuffer.allocate(1 << 16), compressor, TimestampType.CREATE_TIME, 0L);
            for (int i = 0; i < values.size(); i++) {
                byte[] key =
                        form.isBlock() ? null : messages.keyOf(messages.all().get(from + i));
                builder.append(1_700_000_000_000L + from + i, key, values.get(i));
            }
            total += builder.build().sizeInBytes();
        }
        return total;
    }

    /** Returns the processor time that encoding a message, batching and compressing it takes, in nanoseconds. */
    private double cpu(RecordForm form, int batch, String compression) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long least = Long.MAX_VALUE;
        while (System.nanoTime() - start < WARM_UP_NANOS + TIMED_NANOS) {
            long before = threads.getCurrentThreadCpuTime();
            bytes(form, batch, compression);
            long took = threads.getCurrentThreadCpuTime() - before;
            if (System.nanoTime() - start > WARM_UP_NANOS) {
                least = Math.min(least, took);
            }
        }
        return (double) least / messages.all().size();
    }

    /** Returns the table of bytes, with a column for each batch size and compression. */
    String bytesTable(List<Integer> batches) {
        StringBuilder table = new StringBuilder("| " + messages.name() + ", bytes a message |");
        batches.forEach(batch -> COMPRESSIONS.forEach(compression ->
                table.append(" ").append(batch).append(' ').append(compression).append(" |")));
        table.append("\n|---|")
                .append("---:|".repeat(batches.size() * COMPRESSIONS.size()))
                .append('\n');
        for (RecordForm form : forms) {
            List<String> cells = new ArrayList<>();
            for (int batch : batches) {
                for (String compression : COMPRESSIONS) {
                    cells.add(number(bytes(form.name(), batch, compression)));
                }
            }
            table.append("| ")
                    .append(form.name())
                    .append(" | ")
                    .append(String.join(" | ", cells))
                    .append(" |\n");
        }
        return table.toString();
    }

    /** Returns the table of processor time for one batch size. */
    String cpuTable(int batch) {
        StringBuilder table = new StringBuilder("| " + messages.name() + ", ns a message, batches of " + batch
                + " | none | lz4 | zstd |\n|---|---:|---:|---:|\n");
        for (RecordForm form : forms) {
            List<String> cells = new ArrayList<>();
            for (String compression : COMPRESSIONS) {
                cells.add(Long.toString(Math.round(cpu(form, batch, compression))));
            }
            table.append("| ")
                    .append(form.name())
                    .append(" | ")
                    .append(String.join(" | ", cells))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }
}
