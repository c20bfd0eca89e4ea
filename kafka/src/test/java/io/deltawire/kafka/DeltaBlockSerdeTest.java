package io.deltawire.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.kafka.testing.Quote;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/** A list of messages is the value of a record, which is read by itself. */
class DeltaBlockSerdeTest {
    private static final Map<String, ?> QUOTES = Map.of(DeltaBlockConfig.TYPE, Quote.class.getName());

    private static <T> DeltaBlockSerde<T> serde(Map<String, ?> config) {
        DeltaBlockSerde<T> serde = new DeltaBlockSerde<>();
        serde.configure(config, false);
        return serde;
    }

    private static List<Quote> quotes(long from, int count) {
        List<Quote> quotes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            quotes.add(new Quote(from + i));
        }
        return quotes;
    }

    @Test
    void objectsComeBackFromEachBlock() {
        DeltaBlockSerde<Quote> serde = serde(QUOTES);
        List<List<Quote>> blocks = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            blocks.add(quotes(1000L * i, i % 10 * 40));
            values.add(serde.serializer().serialize("quotes", blocks.get(i)));
        }
        for (int i = 49; i >= 0; i--) {
            assertEquals(blocks.get(i), serde.deserializer().deserialize("quotes", values.get(i)));
        }
        assertNull(serde.serializer().serialize("quotes", null));
        assertNull(serde.deserializer().deserialize("quotes", null));
    }

    @Test
    void genericMessagesNeedNoClass() {
        DeltaBlockSerde<Object> serde = serde(Map.of(DeltaBlockConfig.KEY_FIELDS, "id"));
        List<Object> messages = List.of(
                Map.of("id", 1L, "levels", List.of(1.5, 2.5)),
                Map.of("id", 2L, "levels", List.of()),
                GenericRecord.ofFields("Trade", Map.of("id", 1L, "price", 1.25)),
                Map.of("id", 1L, "levels", List.of(1.5)));
        byte[] value = serde.serializer().serialize("any", messages);
        assertEquals(messages, serde.deserializer().deserialize("any", value));

        DeltaBlockSerde<Quote> quotes = serde(QUOTES);
        byte[] ofClass = quotes.serializer().serialize("quotes", quotes(0, 3));
        List<Object> read = serde.deserializer().deserialize("quotes", ofClass);
        assertEquals(2L, assertInstanceOf(GenericRecord.class, read.get(2)).get("number"));
        assertEquals(
                quotes(0, 3),
                quotes.deserializer().deserialize("", serde.serializer().serialize("", read)));
    }

    @Test
    void typeNamesSelectAllowedClassesOnly() {
        DeltaBlockSerde<Object> writer = serde(Map.of());
        byte[] value = writer.serializer().serialize("quotes", List.of(new Quote(1)));
        DeltaBlockSerde<Object> allowed =
                serde(Map.of(DeltaBlockConfig.ALLOWED_PACKAGES, Quote.class.getPackageName()));
        assertEquals(List.of(new Quote(1)), allowed.deserializer().deserialize("quotes", value));
        assertInstanceOf(
                GenericRecord.class,
                writer.deserializer().deserialize("quotes", value).get(0));
    }

    @Test
    void aMessageThatCannotBeWrittenLeavesTheSerializerUsable() {
        DeltaBlockSerde<Object> serde = serde(Map.of("delta.wire.limits.maxTextChars", "100"));
        List<Object> bad = List.of(new Quote(1), Map.of("text", "x".repeat(101)), new Quote(2));
        SerializationException e = assertThrows(
                SerializationException.class, () -> serde.serializer().serialize("quotes", bad));
        assertTrue(e.getMessage().contains("quotes") && e.getMessage().contains("100"), e.getMessage());
        assertThrows(
                SerializationException.class,
                () -> serde.serializer().serialize("quotes", Arrays.asList((Object) null)));
        byte[] value = serde.serializer().serialize("quotes", List.of(Map.of("a", 1L)));
        assertEquals(List.of(Map.of("a", 1L)), serde.deserializer().deserialize("quotes", value));
    }

    @Test
    void everyCutAndManyChangesOfABlockAreErrors() {
        DeltaBlockSerde<Quote> serde = serde(QUOTES);
        byte[] value = serde.serializer().serialize("quotes", quotes(0, 60));
        for (int length = 0; length < value.length; length++) {
            byte[] cut = Arrays.copyOf(value, length);
            SerializationException e = assertThrows(
                    SerializationException.class, () -> serde.deserializer().deserialize("quotes", cut));
            assertInstanceOf(WireException.class, e.getCause());
        }
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2000; i++) {
            byte[] changed = value.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThrows(
                    SerializationException.class, () -> serde.deserializer().deserialize("quotes", changed));
        }
    }

    @Test
    void otherValuesAreRefusedWithTheReason() {
        DeltaBlockSerde<Quote> serde = serde(QUOTES);
        String message = assertThrows(
                        SerializationException.class,
                        () -> serde.deserializer()
                                .deserialize("quotes", "{\"symbol\":1}".getBytes(StandardCharsets.UTF_8)))
                .getMessage();
        assertTrue(message.contains("7B 22 73"), message);
        byte[] texts = serde(Map.of()).serializer().serialize("", List.of("a text"));
        assertThrows(SerializationException.class, () -> serde.deserializer().deserialize("quotes", texts));
    }

    @Test
    void whatCannotWorkIsRefusedAtTheStart() {
        ConfigException e =
                assertThrows(ConfigException.class, () -> new DeltaBlockSerde<>().configure(Map.of(), true));
        assertTrue(e.getMessage().contains("key"), e.getMessage());
        for (String[] wrong : new String[][] {
            {"delta.block.message", "5"},
            {"delta.block.messages", "0"},
            {"delta.block.bytes", "many"},
            {"delta.type", "no.such.Class"},
            {"delta.wire.delta.keyFrames", "each-epoch"},
            {"delta.wire.delta.flush", "message"},
            {"delta.wire.keyFields", "symbol"},
            {"delta.wire.no", "1"}
        }) {
            String text = assertThrows(ConfigException.class, () -> serde(Map.of(wrong[0], wrong[1])))
                    .getMessage();
            assertTrue(text.contains(wrong[0].substring(wrong[0].lastIndexOf('.') + 1)), text);
        }
    }

    @Test
    void threadsShareASerde() throws Exception {
        DeltaBlockSerde<Quote> serde = serde(QUOTES);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<Quote> block = quotes(i, i);
            tasks.add(() -> block.equals(serde.deserializer()
                    .deserialize("quotes", serde.serializer().serialize("quotes", block))));
        }
        for (Future<Boolean> each : threads.invokeAll(tasks)) {
            assertTrue(each.get());
        }
        threads.shutdown();
    }

    /** A reader of objects gets null for it, as at the end of the block. */
    @Test
    void nullAmongTheEventsOfAMessageIsAnErrorAndNotTheEnd() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(block, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 3; i++) {
                out.beginMessage();
                out.beginObject();
                out.event("first");
                Wire.writeObject(out, new Quote(i));
                out.event("second");
                out.nullValue();
                out.endObject();
                out.endMessage();
            }
        }
        DeltaBlockSerde<Quote> serde = serde(QUOTES);
        SerializationException e = assertThrows(
                SerializationException.class, () -> serde.deserializer().deserialize("quotes", block.toByteArray()));
        assertTrue(e.getMessage().contains("but was null"), e.getMessage());
    }
}
