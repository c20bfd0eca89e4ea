package io.deltawire.bench.peer;

import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.ByteSink;
import io.deltawire.bench.model.Sample;
import java.io.IOException;
import java.time.ZonedDateTime;
import org.apache.avro.Conversion;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;
import org.apache.avro.util.ClassSecurityValidator;

/** Apache Avro for a class of one's own: its reflective reader and writer, a direct encoder, all used again. */
public final class Avro extends ArrayCodec {
    private final ReflectDatumWriter<Sample> writer;
    private final ReflectDatumReader<Sample> reader;
    private final ByteSink sink = new ByteSink();
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    public Avro(Class<? extends Sample> type) {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.DEFAULT, trusted -> Sample.class.isAssignableFrom(trusted)));
        ReflectData data = new ReflectData(type.getClassLoader());
        data.addLogicalTypeConversion(new Times());
        Schema schema = data.getSchema(type);
        writer = new ReflectDatumWriter<>(schema, data);
        reader = new ReflectDatumReader<>(schema, schema, data);
    }

    /** Date-times as text, which is the only way to keep their zone. */
    private static final class Times extends Conversion<ZonedDateTime> {
        @Override
        public Class<ZonedDateTime> getConvertedType() {
            return ZonedDateTime.class;
        }

        @Override
        public String getLogicalTypeName() {
            return "zoned";
        }

        @Override
        public Schema getRecommendedSchema() {
            return new LogicalType("zoned").addToSchema(Schema.create(Schema.Type.STRING));
        }

        @Override
        public ZonedDateTime fromCharSequence(CharSequence value, Schema schema, LogicalType type) {
            return ZonedDateTime.parse(value);
        }

        @Override
        public CharSequence toCharSequence(ZonedDateTime value, Schema schema, LogicalType type) {
            return value.toString();
        }
    }

    @Override
    public int encode(Sample message) throws IOException {
        sink.reset();
        encoder = EncoderFactory.get().directBinaryEncoder(sink, encoder);
        writer.write(message, encoder);
        output = sink.array;
        return sink.count;
    }

    @Override
    public Sample decode(int offset, int length) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(input, offset, length, decoder);
        return reader.read(null, decoder);
    }
}
