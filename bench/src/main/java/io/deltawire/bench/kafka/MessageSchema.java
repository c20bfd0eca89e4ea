package io.deltawire.bench.kafka;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/**
 * The schema that fits all messages: what a user of Avro or protobuf would have written. Whole numbers are 64 bits, a
 * field that some messages lack is nullable, instants are microseconds.
 */
final class MessageSchema {
    private final Schema schema;

    private MessageSchema(Schema schema) {
        this.schema = schema;
    }

    static MessageSchema of(Messages messages) {
        Type type = new Type();
        messages.all().forEach(type::add);
        return new MessageSchema(type.schema("Message", false));
    }

    Schema avro() {
        return schema;
    }

    /** What was found at one path. */
    private static final class Type {
        private final Map<String, Type> fields = new LinkedHashMap<>();
        private Type items;
        private Schema.Type scalar;
        private boolean isNullable;
        private int count;

        void add(Object value) {
            count++;
            Object simple = simple(value);
            if (simple == null) {
                isNullable = true;
            } else if (simple instanceof Map<?, ?> map) {
                map.forEach((name, each) -> fields.computeIfAbsent(name.toString(), key -> new Type())
                        .add(each));
            } else if (simple instanceof Collection<?> list) {
                items = items == null ? new Type() : items;
                list.forEach(items::add);
            } else {
                Schema.Type found = simple instanceof Boolean
                        ? Schema.Type.BOOLEAN
                        : simple instanceof Long
                                ? Schema.Type.LONG
                                : simple instanceof Double
                                        ? Schema.Type.DOUBLE
                                        : simple instanceof byte[] ? Schema.Type.BYTES : Schema.Type.STRING;
                scalar = scalar == null || scalar == found ? found : common(scalar, found);
            }
        }

        private static Schema.Type common(Schema.Type a, Schema.Type b) {
            boolean areNumbers = (a == Schema.Type.LONG || a == Schema.Type.DOUBLE)
                    && (b == Schema.Type.LONG || b == Schema.Type.DOUBLE);
            return areNumbers ? Schema.Type.DOUBLE : Schema.Type.STRING;
        }

        Schema schema(String name, boolean isOptional) {
            Schema own;
            if (!fields.isEmpty()) {
                List<Schema.Field> all = new ArrayList<>();
                fields.forEach((field, type) -> all.add(
                        new Schema.Field(field, type.schema(name + "_" + field, type.count < count), null, null)));
                own = Schema.createRecord(name, null, null, false, all);
            } else if (items != null) {
                own = Schema.createArray(items.schema(name, false));
            } else {
                own = Schema.create(scalar == null ? Schema.Type.STRING : scalar);
            }
            return isOptional || isNullable ? Schema.createUnion(Schema.create(Schema.Type.NULL), own) : own;
        }
    }

    /** Returns a value as one of Map, Collection, Boolean, Long, Double, byte[], String or null. */
    private static Object simple(Object value) {
        if (value == null
                || value instanceof Map<?, ?>
                || value instanceof Collection<?>
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double
                || value instanceof byte[]) {
            return value;
        }
        if (value instanceof ZonedDateTime time) {
            return micros(time.toInstant());
        }
        if (value instanceof OffsetDateTime time) {
            return micros(time.toInstant());
        }
        if (value instanceof Instant instant) {
            return micros(instant);
        }
        if (value instanceof LocalDate date) {
            return date.toEpochDay();
        }
        return value.toString();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static Schema withoutNull(Schema schema) {
        return schema.getType() == Schema.Type.UNION ? schema.getTypes().get(1) : schema;
    }

    /** Returns a message as Avro's generic data. */
    Object toAvro(Map<String, Object> message) {
        return toAvro(schema, message);
    }

    private static Object toAvro(Schema schema, Object value) {
        Object simple = simple(value);
        if (simple == null) {
            return null;
        }
        Schema own = withoutNull(schema);
        switch (own.getType()) {
            case RECORD -> {
                GenericData.Record record = new GenericData.Record(own);
                for (Schema.Field field : own.getFields()) {
                    record.put(field.pos(), toAvro(field.schema(), ((Map<?, ?>) simple).get(field.name())));
                }
                return record;
            }
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                ((Collection<?>) simple).forEach(each -> items.add(toAvro(own.getElementType(), each)));
                return items;
            }
            case DOUBLE -> {
                return ((Number) simple).doubleValue();
            }
            case BYTES -> {
                return ByteBuffer.wrap((byte[]) simple);
            }
            case STRING -> {
                return simple.toString();
            }
            default -> {
                return simple;
            }
        }
    }

    /** Returns Avro's generic data as protobuf, with the fields numbered in their order. */
    static byte[] toProtobuf(Object message) {
        GenericData.Record record = (GenericData.Record) message;
        byte[] bytes = new byte[sizeOf(record)];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            write(out, record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    private static void write(CodedOutputStream out, GenericData.Record record) throws IOException {
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            int number = field.pos() + 1;
            if (value instanceof Collection<?> list) {
                for (Object item : list) {
                    write(out, number, item);
                }
            } else if (value != null && !(isDefault(value) && field.schema().getType() != Schema.Type.UNION)) {
                write(out, number, value);
            }
        }
    }

    /** Returns whether a field without presence is left out. */
    private static boolean isDefault(Object value) {
        return value instanceof Long number && number == 0
                || value instanceof Double real && Double.doubleToRawLongBits(real) == 0
                || value instanceof Boolean flag && !flag
                || value instanceof String text && text.isEmpty();
    }

    private static void write(CodedOutputStream out, int number, Object value) throws IOException {
        if (value instanceof Long whole) {
            out.writeInt64(number, whole);
        } else if (value instanceof Double real) {
            out.writeDouble(number, real);
        } else if (value instanceof Boolean flag) {
            out.writeBool(number, flag);
        } else if (value instanceof ByteBuffer bytes) {
            out.writeByteBuffer(number, bytes);
        } else if (value instanceof GenericData.Record inner) {
            out.writeTag(number, 2);
            out.writeUInt32NoTag(sizeOf(inner));
            write(out, inner);
        } else {
            out.writeString(number, (String) value);
        }
    }

    private static int sizeOf(GenericData.Record record) {
        int size = 0;
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            int number = field.pos() + 1;
            if (value instanceof Collection<?> list) {
                size += list.stream().mapToInt(item -> sizeOf(number, item)).sum();
            } else if (value != null && !(isDefault(value) && field.schema().getType() != Schema.Type.UNION)) {
                size += sizeOf(number, value);
            }
        }
        return size;
    }

    private static int sizeOf(int number, Object value) {
        if (value instanceof Long whole) {
            return CodedOutputStream.computeInt64Size(number, whole);
        }
        if (value instanceof Double real) {
            return CodedOutputStream.computeDoubleSize(number, real);
        }
        if (value instanceof Boolean flag) {
            return CodedOutputStream.computeBoolSize(number, flag);
        }
        if (value instanceof ByteBuffer bytes) {
            return CodedOutputStream.computeByteBufferSize(number, bytes);
        }
        if (value instanceof GenericData.Record inner) {
            int size = sizeOf(inner);
            return CodedOutputStream.computeTagSize(number) + CodedOutputStream.computeUInt32SizeNoTag(size) + size;
        }
        return CodedOutputStream.computeStringSize(number, (String) value);
    }
}
