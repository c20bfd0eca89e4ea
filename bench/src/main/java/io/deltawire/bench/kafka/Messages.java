package io.deltawire.bench.kafka;

import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The messages of a table: maps without classes, from a file or made at random.
 *
 * @param name what the table calls them
 * @param all the messages in order
 * @param objects the same messages as objects of a class, or an empty list
 * @param key the field whose value is the key of a record, or null
 */
record Messages(String name, List<Map<String, Object>> all, List<Object> objects, String key) {
    /**
     * Reads the first messages of a file.
     *
     * @throws IllegalArgumentException if the format of the file is unknown, or a message is no object
     */
    static Messages of(Path file, String key, int most) throws IOException {
        byte[] content = Files.readAllBytes(file);
        WireFormat format = DeltawireFormats.byExtension(file)
                .or(() -> WireFormats.detect(content, content.length))
                .orElseThrow(() -> new IllegalArgumentException(file + ": in none of our formats"));
        List<Map<String, Object>> all = new ArrayList<>();
        try (Wire wire = Wire.of(format, new ByteArrayInputStream(content), WireOptions.DEFAULTS)) {
            while (all.size() < most) {
                Object message = wire.read(Object.class);
                if (message == null) {
                    break;
                }
                if (!(message instanceof Map<?, ?> map)) {
                    throw new IllegalArgumentException(file + ": expected objects but was " + message);
                }
                Map<String, Object> fields = new LinkedHashMap<>();
                map.forEach((name, value) -> fields.put(name.toString(), value));
                all.add(fields);
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException(file + ": expected messages but there are none");
        }
        String name = file.getFileName().toString();
        return new Messages(name.substring(0, Math.max(name.indexOf('.'), 1)), all, List.of(), key);
    }

    /** Returns quotes of some symbols whose prices move at random. */
    static Messages random(int count, int symbols) {
        SplittableRandom random = new SplittableRandom(1);
        long[] ticks = new long[symbols];
        long[] sizes = new long[symbols];
        long time = 1_700_000_000_000L;
        List<Map<String, Object>> all = new ArrayList<>();
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int symbol = random.nextInt(ticks.length);
            ticks[symbol] += random.nextInt(7) - 3;
            sizes[symbol] = random.nextInt(3) == 0 ? 100L * random.nextInt(1, 50) : sizes[symbol];
            time += random.nextInt(40);
            RandomQuote quote = new RandomQuote();
            quote.symbol = "SYM" + symbol;
            quote.sequence = 1_000_000L + i;
            quote.bid = (10_000 + 400 * (symbol % 100) + ticks[symbol]) / 100.0;
            quote.bidSize = sizes[symbol];
            quote.ask = (10_002 + 400 * (symbol % 100) + ticks[symbol]) / 100.0;
            quote.askSize = sizes[symbol];
            quote.venue = symbol % 3 == 0 ? "XLON" : "XNAS";
            quote.time = time;
            objects.add(quote);
            all.add(quote.toMap());
        }
        return new Messages("random quotes", all, objects, "symbol");
    }

    /** Returns the key of a message's record, or null. */
    byte[] keyOf(Map<String, Object> message) {
        Object value = key == null ? null : message.get(key);
        return value == null ? null : value.toString().getBytes(StandardCharsets.UTF_8);
    }
}
