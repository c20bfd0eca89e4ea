package io.deltawire.json;

import io.deltawire.json.internal.reader.JsonReader;
import io.deltawire.json.internal.reader.JsonReaderSettings;
import io.deltawire.json.internal.text.FormatName;
import io.deltawire.json.internal.text.JsonFormatDetector;
import io.deltawire.json.internal.writer.JsonWriter;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.FileEnd;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Set;

/**
 * JSON (RFC 8259) in UTF-8. The writer writes one message per line without blanks (JSON Lines). The reader reads any
 * sequence of JSON values, each of them a message. {@code docs/spec/json-mapping.md} defines the mapping of tokens; in
 * short:
 *
 * <ul>
 *   <li>a value with a type name is {@code {"@dw:Type":value}};
 *   <li>integers and decimals are numbers with all their digits, doubles are numbers with a point; NaN and the
 *       infinities are the texts {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"};
 *   <li>bytes are base64 text, dates and times are ISO 8601 text;
 *   <li>a key that is an object or list is its JSON text after {@code @dw:}; any other key is its text.
 * </ul>
 *
 * <p>Instances are immutable and may be shared between threads; readers and writers may not.
 */
public final class JsonFormat implements BufferFormat {
    /** How type names are written and read. */
    public enum Types {
        /** The writer writes every type name it is given, and the reader reads them: {@code {"@dw:Type":value}}. */
        ALWAYS,
        /** The writer omits all type names. The reader is as with {@link #ALWAYS}. */
        NEVER,
        /**
         * As Chronicle Wire has them ({@code JSON_ONLY}): {@code {"@Type":value}}. A name of the data that begins with
         * {@code @} and is the only one of its object is then taken for a type name too.
         */
        CHRONICLE
    }

    /** How a reader treats a name given twice in one object. */
    public enum Duplicates {
        /** The message is malformed. */
        ERROR,
        /** Both entries are read, in order. In an object or map, the last one wins. */
        ALLOW
    }

    /** How a reader treats an outermost array. */
    public enum TopLevelArray {
        /** The array is one message. */
        MESSAGE,
        /** Each of its items is a message, read one at a time. */
        UNWRAP
    }

    /** How type names are written and read. */
    public static final WireOption<Types> TYPES = WireOption.of("json.types", Types.ALWAYS);

    /**
     * Whether the reader accepts a name given twice in one object. By default it does, like RFC 8259 and most readers.
     * Choose {@link Duplicates#ERROR} for untrusted input, or for input that is converted to a format in which names
     * are unique.
     */
    public static final WireOption<Duplicates> DUPLICATES = WireOption.of("json.duplicates", Duplicates.ALLOW);

    /** Whether the reader reads each item of an outermost array as a message. */
    public static final WireOption<TopLevelArray> UNWRAP_ARRAY =
            WireOption.of("json.unwrapArray", TopLevelArray.MESSAGE);

    private static final Set<Feature> FEATURES = Set.of(Feature.LINES, Feature.INDEPENDENT_MESSAGES);

    /** Creates the format. All instances are equivalent. */
    public JsonFormat() {}

    @Override
    public String name() {
        return FormatName.JSON;
    }

    @Override
    public List<WireOption<?>> options() {
        return List.of(TYPES, DUPLICATES, UNWRAP_ARRAY);
    }

    @Override
    public List<String> aliases() {
        return List.of("jsonl", "ndjson");
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public boolean mayContinueAfter(byte last) {
        return last >= '0' && last <= '9';
    }

    @Override
    public boolean isBinary() {
        return false;
    }

    @Override
    public Match detect(byte[] start, int length) {
        return JsonFormatDetector.detect(start, length);
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        Types types = options.get(TYPES);
        return new JsonWriter(target, options.limits(), types == Types.NEVER ? null : typeMark(types));
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new JsonReader(
                source,
                new JsonReaderSettings(
                        options.limits(),
                        options.get(DUPLICATES) == Duplicates.ERROR,
                        options.get(UNWRAP_ARRAY) == TopLevelArray.UNWRAP,
                        typeMark(options.get(TYPES))));
    }

    /**
     * {@inheritDoc}
     *
     * <p>A message is whole if a line feed follows it. The last one is also whole without a line feed if no more bytes
     * can belong to it, such as an object with its last brace. Then the line feed is added.
     */
    @Override
    public WireOptions repairEnd(FileChannel channel, WireOptions options, boolean isReadAgain) throws IOException {
        long content = FileEnd.withoutZeros(channel);
        long line = FileEnd.lineStart(channel, content);
        FileEnd.requireFormat(this, channel, line);
        if (line == content) {
            FileEnd.cut(channel, content, new byte[0]);
        } else if (!mayContinueAfter(FileEnd.bytes(channel, content - 1, content)[0])
                && (isWhole(channel, line, content, options) || isWhole(channel, 0, content, options))) {
            FileEnd.cut(channel, content, new byte[] {'\n'});
        } else {
            FileEnd.cut(channel, line, new byte[0]);
        }
        return options;
    }

    private boolean isWhole(FileChannel channel, long from, long to, WireOptions options) {
        return FileEnd.isWhole(newReader(FileEnd.input(channel, from, to), options));
    }

    private static String typeMark(Types types) {
        return types == Types.CHRONICLE ? "@" : JsonSyntax.MARK;
    }

    @Override
    public String toString() {
        return FormatName.JSON;
    }
}
