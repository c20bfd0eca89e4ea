package io.deltawire.marshallable.junit;

import io.deltawire.marshallable.Wire;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits YAML texts into messages, and removes single fields from messages. It works on tokens and needs no classes.
 *
 * <p>An instance makes one copy of one message and leaves out the field with a given number, counted in the order in
 * which fields are read.
 */
final class YamlMessages {
    private static final YamlFormat YAML = new YamlFormat();

    private final WireIn in;
    private final WireOut out;
    private final int omittedField;
    private int fields;

    /** The path of the omitted field; null until it is reached. */
    private String omittedPath;

    private YamlMessages(WireIn in, WireOut out, int omittedField) {
        this.in = in;
        this.out = out;
        this.omittedField = omittedField;
    }

    /** Splits a text into messages. Each returned text is one message in canonical form. */
    static List<String> split(String text) {
        List<String> messages = new ArrayList<>();
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = YAML.newWriter(buffer, WireOptions.DEFAULTS);
        WireIn in = reader(text);
        while (in.nextMessage()) {
            if (in.peek() == WireToken.NULL && in.typeName() == null) {
                in.skipValue(); // an empty document
                continue;
            }
            Transcoder.copyMessage(in, out);
            messages.add(new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
            buffer.clear();
        }
        return messages;
    }

    /** Returns the name of the first event of a message. */
    static String event(String message) {
        WireIn in = reader(message);
        in.nextMessage();
        if (in.peek() == WireToken.BEGIN_OBJECT) {
            in.beginObject();
            if (in.hasNext() && in.peek() != WireToken.KEY) {
                return in.fieldName();
            }
        }
        return "no event";
    }

    /** Reads a message as maps, lists and scalars. */
    static Object read(String message) {
        return Wire.of("yaml", new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)))
                .read(Object.class);
    }

    /**
     * Returns one text for each field of the message's values, at any depth: the message without it. Keys are paths.
     */
    static Map<String, String> withoutEachField(String message) {
        Map<String, String> texts = new LinkedHashMap<>();
        while (true) {
            OutputBuffer buffer = OutputBuffer.inMemory();
            YamlMessages copy =
                    new YamlMessages(reader(message), YAML.newWriter(buffer, WireOptions.DEFAULTS), texts.size());
            copy.copyMessage();
            if (copy.omittedPath == null) {
                return texts;
            }
            texts.put(copy.omittedPath, new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
        }
    }

    private static WireIn reader(String text) {
        return YAML.newReader(text.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
    }

    private void copyMessage() {
        in.nextMessage();
        out.beginMessage();
        if (in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null) {
            in.beginObject();
            out.beginObject();
            for (boolean isFirst = true; in.hasNext(); isFirst = false) {
                if (in.peek() == WireToken.KEY) {
                    copyKeyed("");
                } else {
                    String event = in.fieldName();
                    out.event(event);
                    copyValue(isFirst ? "" : event + ".");
                }
            }
            in.endObject();
            out.endObject();
        } else {
            copyValue("");
        }
        out.endMessage();
    }

    private void copyKeyed(String prefix) {
        in.key();
        out.key();
        Transcoder.copyValue(in, out);
        copyValue(prefix);
    }

    private void copyValue(String prefix) {
        boolean isObject = in.peek() == WireToken.BEGIN_OBJECT;
        if (!isObject && in.peek() != WireToken.BEGIN_LIST) {
            Transcoder.copyValue(in, out);
            return;
        }
        String type = in.typeName();
        if (type != null) {
            out.type(type);
        }
        if (isObject) {
            in.beginObject();
            out.beginObject();
            while (in.hasNext()) {
                copyEntry(prefix);
            }
            in.endObject();
            out.endObject();
        } else {
            in.beginList();
            out.beginList();
            for (int i = 1; in.hasNext(); i++) {
                copyValue(prefix + i + ".");
            }
            in.endList();
            out.endList();
        }
    }

    private void copyEntry(String prefix) {
        if (in.peek() == WireToken.KEY) {
            copyKeyed(prefix);
            return;
        }
        String name = in.fieldName();
        if (fields++ == omittedField) {
            omittedPath = prefix + name;
            in.skipValue();
        } else {
            out.field(name);
            copyValue(prefix + name + ".");
        }
    }
}
