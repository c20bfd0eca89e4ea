package io.deltawire.bench.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaTableTest {
    @TempDir
    Path folder;

    @Test
    void blocksAreSmallerThanAvroInBlocks() {
        KafkaTable table = new KafkaTable(Messages.random(1000, 20));
        for (String compression : List.of("none", "lz4", "zstd")) {
            double block = table.bytes("**a block**", 200, compression);
            double avro = table.bytes("Avro, n in a record", 200, compression);
            assertTrue(avro > 1.5 * block, compression + ": " + avro + " and " + block);
        }
        assertTrue(table.bytes("**a block**", 200, "none") < 11);
    }

    @Test
    void tableHasARowForEachForm() throws Exception {
        Path file = Files.writeString(
                folder.resolve("any.jsonl"), "{\"a\":1,\"b\":[{\"c\":1.5}]}\n{\"a\":2.5,\"b\":[],\"d\":null}\n");
        String table = new KafkaTable(Messages.of(file, "a", 10)).bytesTable(List.of(1, 16));
        assertEquals(8, table.lines().count(), table);
        assertTrue(table.startsWith("| any, bytes a message | 1 none | 1 lz4 | 1 zstd | 16 none |"), table);
        Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
        assertThrows(IllegalArgumentException.class, () -> Messages.of(empty, null, 10));
    }

    @Test
    void schemaFitsAllMessages() {
        Messages messages = new Messages(
                "m",
                List.of(Map.of("n", 1L, "t", "x"), Map.of("n", 2.5, "o", Map.of("y", true)), Map.of("n", 0L)),
                List.of(),
                null);
        MessageSchema schema = MessageSchema.of(messages);
        GenericRecord first = (GenericRecord) schema.toAvro(messages.all().get(0));
        assertEquals(1.0, first.get("n"));
        assertEquals(
                "[\"null\",\"string\"]", schema.avro().getField("t").schema().toString());
        assertArrayEquals(
                new byte[0],
                MessageSchema.toProtobuf(schema.toAvro(messages.all().get(2))));
    }
}
