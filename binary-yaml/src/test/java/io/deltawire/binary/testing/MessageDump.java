package io.deltawire.binary.testing;

import static io.deltawire.binary.testing.TestWires.FORMAT;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.NumberText;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Prints messages as one line of text each, for golden files: {@code {@event: !Type {name: 1, list: [1.5, "text"]}}}.
 * An event has an at sign before its name, and a key that is not text has a question mark.
 */
public final class MessageDump {
    private MessageDump() {}

    public static List<String> messages(byte[] bytes, WireOptions options) {
        List<String> all = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            while (in.nextMessage()) {
                all.add(message(in));
            }
        }
        return all;
    }

    public static String message(WireIn in) {
        StringBuilder text = new StringBuilder(in.messageKind() == io.deltawire.wire.MessageKind.META ? "meta " : "");
        value(in, text);
        if (in.peek() != WireToken.END_MESSAGE) {
            throw new AssertionError("more follows: " + in.peek());
        }
        return text.toString();
    }

    public static void value(WireIn in, StringBuilder text) {
        WireToken token = in.peek();
        String type = in.typeName();
        if (type != null) {
            text.append('!').append(type).append(' ');
        }
        switch (token) {
            case NULL -> {
                in.nullValue();
                text.append("null");
            }
            case BOOL -> text.append(in.bool());
            case INT64 -> text.append(in.int64());
            case FLOAT64 -> text.append(NumberText.toString(in.float64()));
            case DECIMAL -> text.append("decimal(").append(in.decimal()).append(')');
            case TEXT -> quote(in.text(), text);
            case BYTES ->
                text.append("bytes(")
                        .append(HexFormat.of().formatHex(in.bytes()))
                        .append(')');
            case TEMPORAL -> {
                Object value = in.temporal();
                text.append(value.getClass().getSimpleName())
                        .append('(')
                        .append(value)
                        .append(')');
            }
            case BEGIN_LIST -> {
                in.beginList();
                text.append('[');
                for (String gap = ""; in.hasNext(); gap = ", ") {
                    text.append(gap);
                    value(in, text);
                }
                in.endList();
                text.append(']');
            }
            case BEGIN_OBJECT -> object(in, text);
            default -> throw new AssertionError("not a value: " + token);
        }
    }

    private static void object(WireIn in, StringBuilder text) {
        in.beginObject();
        text.append('{');
        for (String gap = ""; in.hasNext(); gap = ", ") {
            text.append(gap);
            switch (in.peek()) {
                case EVENT -> text.append('@').append(in.fieldName());
                case FIELD -> text.append(in.fieldName());
                default -> {
                    in.key();
                    text.append("? ");
                    value(in, text);
                }
            }
            text.append(": ");
            value(in, text);
        }
        in.endObject();
        text.append('}');
    }

    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || Character.isSurrogate(c)) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
