package io.deltawire.bench.peer;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.writer.ObjectWriter;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.workload.Workload;
import io.deltawire.wire.spi.text.TemporalText;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;

/**
 * fastjson2 by its static methods to and from byte arrays. The library generates a codec for each class at run time. Subclasses differ in
 * the format and in the features that they enable.
 */
public abstract class FastjsonCodec extends ByteArrayCodec {
    /**
     * Writes date-times in place of the library's own code, which turns the zone UTC into the offset Z in JSON, and fails if beans are
     * arrays. The text comes from Deltawire's code, which is much faster than that of java.time.
     */
    public static final class TimeWriter implements ObjectWriter<ZonedDateTime> {
        @Override
        public void write(JSONWriter out, Object value, Object name, Type type, long features) {
            if (out.jsonb) {
                out.writeZonedDateTime((ZonedDateTime) value);
            } else {
                out.writeString(TemporalText.format((ZonedDateTime) value));
            }
        }

        @Override
        public void writeJSONB(JSONWriter out, Object value, Object name, Type type, long features) {
            out.writeZonedDateTime((ZonedDateTime) value);
        }

        @Override
        public void writeArrayMappingJSONB(JSONWriter out, Object value, Object name, Type type, long features) {
            out.writeZonedDateTime((ZonedDateTime) value);
        }
    }

    /** Reads what {@link TimeWriter} writes. */
    public static final class TimeReader implements ObjectReader<ZonedDateTime> {
        @Override
        public ZonedDateTime readObject(JSONReader in, Type type, Object name, long features) {
            return in.jsonb ? in.readZonedDateTime() : (ZonedDateTime) TemporalText.parse(in.readString());
        }

        @Override
        public ZonedDateTime readJSONBObject(JSONReader in, Type type, Object name, long features) {
            return in.readZonedDateTime();
        }
    }

    /** The article's message with properties that keep its date-time exact. */
    public static final class JsonData extends MyDataType {
        private static final long serialVersionUID = 1;

        @JSONField(serializeUsing = TimeWriter.class)
        public ZonedDateTime getStaticThree() {
            return staticThree;
        }

        @JSONField(deserializeUsing = TimeReader.class)
        public void setStaticThree(ZonedDateTime value) {
            staticThree = value;
        }
    }

    private final Class<?> type;

    private FastjsonCodec(Class<?> type) {
        this.type = type;
    }

    /** Returns a codec of JSON. */
    public static FastjsonCodec json(Workload workload) {
        if (workload.isOwnClass()) {
            return new FieldBasedJson(workload.messageType());
        }
        return new FastjsonCodec(recordClass(workload.type())) {
            @Override
            byte[] bytes(Object message) {
                return JSON.toJSONBytes(message);
            }

            @Override
            Object parse(int offset, int length, Class<?> type) {
                return JSON.parseObject(input, offset, length, type);
            }
        };
    }

    /** Returns a codec of JSONB, the binary format of the library, with names. */
    public static FastjsonCodec jsonb(Workload workload) {
        if (workload.isOwnClass()) {
            return new FieldBasedJsonb(workload.messageType());
        }
        return new FastjsonCodec(workload.type()) {
            @Override
            byte[] bytes(Object message) {
                return JSONB.toBytes(message);
            }

            @Override
            Object parse(int offset, int length, Class<?> type) {
                return JSONB.parseObject(input, offset, length, type);
            }
        };
    }

    /** Returns a codec of JSONB without names: each object is an array of its fields. */
    public static FastjsonCodec jsonbArray(Workload workload) {
        return new FastjsonCodec(recordClass(workload.type())) {
            @Override
            byte[] bytes(Object message) {
                return JSONB.toBytes(message, JSONWriter.Feature.BeanToArray);
            }

            @Override
            Object parse(int offset, int length, Class<?> type) {
                return JSONB.parseObject(input, offset, length, type, JSONReader.Feature.SupportArrayToBean);
            }
        };
    }

    /** JSON of a user's class, whose fields are private. */
    private static final class FieldBasedJson extends FastjsonCodec {
        FieldBasedJson(Class<?> type) {
            super(type);
        }

        @Override
        byte[] bytes(Object message) {
            return JSON.toJSONBytes(message, JSONWriter.Feature.FieldBased);
        }

        @Override
        Object parse(int offset, int length, Class<?> type) {
            return JSON.parseObject(input, offset, length, StandardCharsets.UTF_8, type, JSONReader.Feature.FieldBased);
        }
    }

    /** JSONB of a user's class, whose fields are private. */
    private static final class FieldBasedJsonb extends FastjsonCodec {
        FieldBasedJsonb(Class<?> type) {
            super(type);
        }

        @Override
        byte[] bytes(Object message) {
            return JSONB.toBytes(message, JSONWriter.Feature.FieldBased);
        }

        @Override
        Object parse(int offset, int length, Class<?> type) {
            return JSONB.parseObject(input, offset, length, type, JSONReader.Feature.FieldBased);
        }
    }

    private static Class<?> recordClass(Class<?> messages) {
        return messages == MyDataType.class ? JsonData.class : messages;
    }

    abstract byte[] bytes(Object message);

    abstract Object parse(int offset, int length, Class<?> type);

    @Override
    public Object newRecord(Class<?> ignored) {
        return super.newRecord(type);
    }

    @Override
    public int encode(Object message) {
        output = bytes(message);
        return output.length;
    }

    @Override
    public Object decode(int offset, int length) {
        return parse(offset, length, type);
    }
}
