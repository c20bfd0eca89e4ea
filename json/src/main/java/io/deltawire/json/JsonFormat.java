package io.deltawire.json;

import io.deltawire.json.internal.reader.JsonReader;
import io.deltawire.json.internal.reader.JsonReaderSettings;
import io.deltawire.json.internal.reader.TokenEngine;
import io.deltawire.json.internal.text.JsonFormatDetector;
import io.deltawire.json.internal.text.JsonSyntax;
import io.deltawire.json.internal.writer.JsonWriter;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.List;

/**
 * JSON (RFC 8259). Writes one message a line without blanks (JSON Lines), reads any sequence of JSON values, each a
 * message, in UTF-8. The mapping of tokens is in {@code docs/spec/json-mapping.md}; in short:
 *
 * <ul>
 *   <li>a value with a type name is {@code {"@Type":value}};
 *   <li>integers and decimals are numbers with all their digits, doubles numbers with a point; NaN and the infinities
 *       are the texts {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"};
 *   <li>bytes are base64 text, dates and times ISO 8601 text;
 *   <li>a key that is an object or list is its own JSON text after {@code @}; any other key is its text.
 * </ul>
 */
public final class JsonFormat implements WireFormat {
    /** Whether type names are written. */
    public enum Types {
        /** Every type name that the writer is given is written. */
        ALWAYS,
        /** None is. */
        NEVER
    }

    /** What a reader does with a name given twice in one object. */
    public enum Duplicates {
        /** It is an error. */
        ERROR,
        /** Both entries are read, in order: in an object or map that they are read into, the last one stays. */
        ALLOW
    }

    /** What a reader does with an array that is not inside of anything. */
    public enum TopLevelArray {
        /** It is one message. */
        MESSAGE,
        /** Each of its items is a message, read one at a time. */
        UNWRAP
    }

    /** Whether the writer writes type names. */
    public static final WireOption<Types> TYPES = WireOption.of("json.types", Types.ALWAYS);

    /**
     * Whether the reader takes a name given twice in one object. It does by default, as RFC 8259 and most readers do.
     * Choose {@link Duplicates#ERROR} for input that is not to be trusted, or that goes on to a format that takes each name
     * once only.
     */
    public static final WireOption<Duplicates> DUPLICATES = WireOption.of("json.duplicates", Duplicates.ALLOW);

    /** Whether the reader takes the items of an outermost array for messages. */
    public static final WireOption<TopLevelArray> UNWRAP_ARRAY =
            WireOption.of("json.unwrapArray", TopLevelArray.MESSAGE);

    /** For {@link java.util.ServiceLoader} and for direct use: all instances are alike. */
    public JsonFormat() {}

    @Override
    public String name() {
        return JsonSyntax.FORMAT_NAME;
    }

    @Override
    public List<String> aliases() {
        return List.of("jsonl", "ndjson");
    }

    @Override
    public boolean isBinary() {
        return false;
    }

    @Override
    public Match detect(byte[] head, int length) {
        return JsonFormatDetector.detect(head, length);
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        return new JsonWriter(target, options.limits(), options.get(TYPES) == Types.ALWAYS);
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new JsonReader(
                source,
                new JsonReaderSettings(
                        options.limits(),
                        options.get(DUPLICATES) == Duplicates.ERROR,
                        options.get(UNWRAP_ARRAY) == TopLevelArray.UNWRAP,
                        TokenEngine.SCANNER));
    }

    @Override
    public String toString() {
        return JsonSyntax.FORMAT_NAME;
    }
}
