package io.deltawire.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.kafka.testing.Quote;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/** Blocks in Kafka Connect. */
class DeltaBlockConverterTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .field("symbol", Schema.STRING_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("day", org.apache.kafka.connect.data.Date.SCHEMA)
            .field("raw", Schema.BYTES_SCHEMA)
            .field("levels", SchemaBuilder.array(Schema.FLOAT64_SCHEMA).build())
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private final DeltaBlockConverter converter = new DeltaBlockConverter();

    private static Struct row(String symbol) {
        return new Struct(ROW)
                .put("symbol", symbol)
                .put("at", Date.from(Instant.ofEpochSecond(1_700_000_000)))
                .put("day", Date.from(Instant.ofEpochSecond(86_400L * 3)))
                .put("raw", ByteBuffer.wrap(new byte[] {1, 2}))
                .put("levels", List.of(1.5, 2.5));
    }

    @Test
    void structsComeBackAsMaps() {
        converter.configure(Map.of("schemas.enable", "false"), false);
        Schema rows = SchemaBuilder.array(ROW).build();
        byte[] block = converter.fromConnectData("t", rows, List.of(row("A"), row("B")));
        SchemaAndValue read = converter.toConnectData("t", block);
        assertNull(read.schema());
        List<?> list = (List<?>) read.value();
        assertEquals(2, list.size());
        Map<?, ?> second = (Map<?, ?>) list.get(1);
        assertEquals("B", second.get("symbol"));
        assertEquals(Date.from(Instant.ofEpochSecond(1_700_000_000)), second.get("at"));
        assertEquals(LocalDate.ofEpochDay(3).toString(), second.get("day"));
        assertEquals(List.of(1.5, 2.5), second.get("levels"));
        assertEquals(2, ((byte[]) second.get("raw")).length);
        assertEquals(true, second.containsKey("note"));
    }

    @Test
    void otherValuesAreBlocksOfOne() {
        for (Object value : List.of(Map.of("a", 1L), "text", 7L, 1.5, true)) {
            byte[] block = converter.fromConnectData("t", null, value);
            assertEquals(List.of(value), converter.toConnectData("t", block).value());
        }
        assertNull(converter.fromConnectData("t", null, null));
        assertNull(converter.toConnectData("t", null).value());
    }

    @Test
    void objectsOfOtherProducersAreMapsHere() {
        List<Quote> quotes = new ArrayList<>(List.of(new Quote(1), new Quote(2)));
        byte[] block = new DeltaBlockSerializer<Quote>().serialize("t", quotes);
        List<?> read = (List<?>) converter.toConnectData("t", block).value();
        assertEquals(2L, ((Map<?, ?>) read.get(1)).get("number"));
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThrows(ConfigException.class, () -> converter.configure(Map.of(), true));
        assertThrows(
                ConfigException.class,
                () -> converter.configure(Map.of(DeltaBlockConfig.TYPE, Quote.class.getName()), false));
        assertThrows(DataException.class, () -> converter.toConnectData("t", "x".getBytes(StandardCharsets.UTF_8)));
        assertEquals(6, converter.config().names().size());
    }
}
