package io.deltawire.bench.peer;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.writer.ObjectWriter;
import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Sample;
import java.lang.reflect.Type;
import java.time.ZonedDateTime;

/** fastjson2, by its static methods to and from byte arrays, for which it makes codecs of its own at run time. */
public abstract class Fastjson extends ArrayCodec {
    /** Its own way with date-times takes the zone UTC for the offset Z in JSON, and fails where beans are arrays. */
    public static final class TimeWriter implements ObjectWriter<ZonedDateTime> {
        @Override
        public void write(JSONWriter out, Object value, Object name, Type type, long features) {
            if (out.jsonb) {
                out.writeZonedDateTime((ZonedDateTime) value);
            } else {
                out.writeString(value.toString());
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
            return in.jsonb ? in.readZonedDateTime() : ZonedDateTime.parse(in.readString());
        }

        @Override
        public ZonedDateTime readJSONBObject(JSONReader in, Type type, Object name, long features) {
            return in.readZonedDateTime();
        }
    }

    /** The article's message with its date-time kept. */
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

    private final Class<? extends Sample> type;

    private Fastjson(Class<? extends Sample> type) {
        this.type = type;
    }

    public static Fastjson json(Class<? extends Sample> messages) {
        Class<? extends Sample> type = messages == MyDataType.class ? JsonData.class : messages;
        return new Fastjson(type) {
            @Override
            public Sample newRecord(Class<? extends Sample> ignored) {
                return super.newRecord(type);
            }

            @Override
            byte[] bytes(Sample message) {
                return JSON.toJSONBytes(message);
            }

            @Override
            Sample parse(int offset, int length, Class<? extends Sample> type) {
                return JSON.parseObject(input, offset, length, type);
            }
        };
    }

    public static Fastjson jsonb(Class<? extends Sample> type) {
        return new Fastjson(type) {
            @Override
            byte[] bytes(Sample message) {
                return JSONB.toBytes(message);
            }

            @Override
            Sample parse(int offset, int length, Class<? extends Sample> type) {
                return JSONB.parseObject(input, offset, length, type);
            }
        };
    }

    /** JSONB without names: fields by position. */
    public static Fastjson jsonbArray(Class<? extends Sample> messages) {
        Class<? extends Sample> type = messages == MyDataType.class ? JsonData.class : messages;
        return new Fastjson(type) {
            @Override
            public Sample newRecord(Class<? extends Sample> ignored) {
                return super.newRecord(type);
            }

            @Override
            byte[] bytes(Sample message) {
                return JSONB.toBytes(message, JSONWriter.Feature.BeanToArray);
            }

            @Override
            Sample parse(int offset, int length, Class<? extends Sample> type) {
                return JSONB.parseObject(input, offset, length, type, JSONReader.Feature.SupportArrayToBean);
            }
        };
    }

    abstract byte[] bytes(Sample message);

    abstract Sample parse(int offset, int length, Class<? extends Sample> type);

    @Override
    public int encode(Sample message) {
        output = bytes(message);
        return output.length;
    }

    @Override
    public Sample decode(int offset, int length) {
        return parse(offset, length, type);
    }
}
