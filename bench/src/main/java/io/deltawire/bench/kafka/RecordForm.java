package io.deltawire.bench.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedOutputStream;
import io.deltawire.kafka.DeltaBlockConfig;
import io.deltawire.kafka.DeltaBlockSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * How messages become the values of records.
 *
 * @param name the name in the table
 * @param isBlock whether all messages of a batch are one record, without a key
 * @param encoder makes the values of some messages, given by their indexes from the first one to before the last
 */
record RecordForm(String name, boolean isBlock, Encoder encoder) {
    /** Makes the values of the messages of a batch. */
    interface Encoder {
        List<byte[]> encode(int from, int to);
    }

    /** The bytes before a value that name its schema: as Confluent's serializers write them. */
    private static final int AVRO_ID_BYTES = 5;

    private static final int PROTOBUF_ID_BYTES = 6;

    /** Returns the forms of the table. What they need of the messages is prepared now, and not timed. */
    static List<RecordForm> all(Messages messages) {
        MessageSchema schema = MessageSchema.of(messages);
        List<Map<String, Object>> json =
                messages.all().stream().map(RecordForm::forJson).toList();
        List<Object> avro = messages.all().stream().map(schema::toAvro).toList();
        ObjectMapper mapper = new ObjectMapper();
        AvroEncoder avroEncoder = new AvroEncoder(schema);
        DeltaBlockSerializer<Object> blocks = new DeltaBlockSerializer<>();
        blocks.configure(
                messages.key() == null ? Map.of() : Map.of(DeltaBlockConfig.KEY_FIELDS, messages.key()), false);
        List<RecordForm> forms = new ArrayList<>(List.of(
                new RecordForm("JSON", false, each(i -> toJson(mapper, json.get(i)))),
                new RecordForm(
                        "Avro, id " + AVRO_ID_BYTES + " B", false, each(i -> avroEncoder.encode(avro, i, i + 1))),
                new RecordForm(
                        "protobuf, id " + PROTOBUF_ID_BYTES + " B",
                        false,
                        each(i -> withId(PROTOBUF_ID_BYTES, MessageSchema.toProtobuf(avro.get(i))))),
                new RecordForm("Avro, n in a record", true, (from, to) -> List.of(avroEncoder.encode(avro, from, to))),
                new RecordForm(
                        "protobuf, n in a record", true, (from, to) -> List.of(protobufBlock(avro.subList(from, to)))),
                new RecordForm(
                        "**a block**",
                        true,
                        (from, to) -> List.of(
                                blocks.serialize("", List.copyOf(messages.all().subList(from, to)))))));
        if (!messages.objects().isEmpty()) {
            DeltaBlockSerializer<Object> ofObjects = new DeltaBlockSerializer<>(); // whose class names the key
            forms.add(new RecordForm(
                    "**a block, of objects**",
                    true,
                    (from, to) ->
                            List.of(ofObjects.serialize("", messages.objects().subList(from, to)))));
        }
        return forms;
    }

    private static Encoder each(IntFunction<byte[]> encoder) {
        return (from, to) -> IntStream.range(from, to).mapToObj(encoder).toList();
    }

    private static Map<String, Object> forJson(Map<String, Object> message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        message.forEach((name, value) -> fields.put(name, value instanceof Temporal ? value.toString() : value));
        return fields;
    }

    private static byte[] toJson(ObjectMapper mapper, Map<String, Object> message) {
        try {
            return mapper.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] withId(int idBytes, byte[] value) {
        byte[] all = new byte[idBytes + value.length];
        System.arraycopy(value, 0, all, idBytes, value.length);
        return all;
    }

    private static byte[] protobufBlock(List<Object> messages) {
        List<byte[]> parts = new ArrayList<>();
        int size = 0;
        for (Object message : messages) {
            parts.add(MessageSchema.toProtobuf(message));
            int length = parts.get(parts.size() - 1).length;
            size += 1 + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
        }
        byte[] bytes = new byte[size];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            for (byte[] part : parts) {
                out.writeByteArray(1, part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return withId(PROTOBUF_ID_BYTES, bytes);
    }

    /** Writes Avro's generic data. */
    private static final class AvroEncoder {
        private final GenericDatumWriter<Object> writer;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private BinaryEncoder encoder;

        AvroEncoder(MessageSchema schema) {
            writer = new GenericDatumWriter<>(schema.avro());
        }

        /** Returns the messages one after another, after the id of their schema. */
        byte[] encode(List<Object> messages, int from, int to) {
            bytes.reset();
            bytes.writeBytes(new byte[AVRO_ID_BYTES]);
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
            try {
                for (int i = from; i < to; i++) {
                    writer.write(messages.get(i), encoder);
                }
                encoder.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    }
}
