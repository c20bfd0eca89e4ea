package io.deltawire.bench.peer;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONType;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Sample;
import io.deltawire.bench.model.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;

/** fastjson2, by its static methods to and from byte arrays, for which it makes codecs of its own at run time. */
public abstract class Fastjson extends ArrayCodec {
    private final Class<? extends Sample> type;

    private Fastjson(Class<? extends Sample> type) {
        this.type = type;
    }

    /** JSON; date-times are written by {@code toString}, since its own way drops the zone UTC. */
    public static Fastjson json(Class<? extends Sample> type) {
        ObjectWriterProvider writers = new ObjectWriterProvider();
        ObjectWriter<Object> times = (out, value, name, valueType, features) -> out.writeString(value.toString());
        writers.register(ZonedDateTime.class, times);
        JSONWriter.Context zones = new JSONWriter.Context(writers);
        return new Fastjson(type) {
            @Override
            byte[] bytes(Sample message) {
                return JSON.toJSONBytes(message, StandardCharsets.UTF_8, zones);
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

    /** The article's message, to be written without names. */
    @JSONType(
            serializeFeatures = JSONWriter.Feature.BeanToArray,
            deserializeFeatures = JSONReader.Feature.SupportArrayToBean)
    public static final class ArrayData extends MyDataType {
        private static final long serialVersionUID = 1;
    }

    /** As {@link ArrayData}. */
    @JSONType(
            serializeFeatures = JSONWriter.Feature.BeanToArray,
            deserializeFeatures = JSONReader.Feature.SupportArrayToBean)
    public static final class ArraySnapshot extends Snapshot {
        private static final long serialVersionUID = 1;
    }

    /** JSONB without names: fields by position. */
    public static Fastjson jsonbArray(Class<? extends Sample> messages) {
        Class<? extends Sample> type = messages == Snapshot.class ? ArraySnapshot.class : ArrayData.class;
        return new Fastjson(type) {
            @Override
            public Sample newRecord(Class<? extends Sample> ignored) {
                return super.newRecord(type);
            }

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
