package io.deltawire.bench.peer;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.codec.ByteSink;
import java.io.IOException;

/**
 * Jackson databind in one of its data formats: one reader and one writer for the class, made once, as its documentation advises for speed.
 * Fields are accessed directly, and date-times keep their zone.
 */
public final class JacksonCodec extends ByteArrayCodec {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final ByteSink sink = new ByteSink();

    private JacksonCodec(ObjectWriter writer, ObjectReader reader) {
        this.writer = writer;
        this.reader = reader;
    }

    public static JacksonCodec json(Class<?> type) {
        return of(new JsonMapper(), type);
    }

    public static JacksonCodec smile(Class<?> type) {
        return of(new SmileMapper(), type);
    }

    public static JacksonCodec cbor(Class<?> type) {
        return of(new CBORMapper(), type);
    }

    public static JacksonCodec yaml(Class<?> type) {
        return of(new YAMLMapper(), type);
    }

    /** Returns a codec of CSV: one line for each message, without the header that names the columns. */
    public static JacksonCodec csv(Class<?> type) {
        CsvMapper mapper = new CsvMapper();
        configure(mapper);
        var schema = mapper.schemaFor(type);
        return new JacksonCodec(
                mapper.writerFor(type).with(schema), mapper.readerFor(type).with(schema));
    }

    private static JacksonCodec of(ObjectMapper mapper, Class<?> type) {
        configure(mapper);
        return new JacksonCodec(mapper.writerFor(type), mapper.readerFor(type));
    }

    private static void configure(ObjectMapper mapper) {
        mapper.setVisibility(PropertyAccessor.ALL, Visibility.NONE);
        mapper.setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        mapper.setVisibility(PropertyAccessor.CREATOR, Visibility.ANY);
        mapper.registerModule(new JavaTimeModule());
        mapper.registerModule(new Jdk8Module());
        mapper.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
        mapper.enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID);
        mapper.disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
    }

    @Override
    public int encode(Object message) throws IOException {
        sink.reset();
        writer.writeValue(sink, message);
        output = sink.array();
        return sink.size();
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        return reader.readValue(input, offset, length);
    }
}
