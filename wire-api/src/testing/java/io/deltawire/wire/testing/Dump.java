package io.deltawire.wire.testing;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Prints each message of a reader on one line, for tables of test vectors. Objects and lists are in brackets,
 * {@code !T} is a type name, {@code @} marks an event, and {@code ?} a key that is no name. Text is in quotes, a double
 * has a point, a decimal ends with {@code m}, bytes are {@code x'00ff'}, and a date or time has no quotes.
 */
public final class Dump {
    private Dump() {}

    /** Returns one line for each message, and one for the error if there is one. */
    public static List<String> messages(WireIn in) {
        List<String> messages = new ArrayList<>();
        try {
            while (in.nextMessage()) {
                StringBuilder text = new StringBuilder();
                value(in, text);
                messages.add(text.toString());
            }
        } catch (WireException e) {
            messages.add("error: " + e.getMessage());
        }
        return messages;
    }

    private static void value(WireIn in, StringBuilder text) {
        if (in.typeName() != null) {
            text.append('!').append(in.typeName()).append(' ');
        }
        switch (in.peek()) {
            case BEGIN_OBJECT -> object(in, text);
            case BEGIN_LIST -> {
                in.beginList();
                text.append('[');
                for (String separator = ""; in.hasNext(); separator = ", ") {
                    text.append(separator);
                    value(in, text);
                }
                in.endList();
                text.append(']');
            }
            case NULL -> {
                in.nullValue();
                text.append("null");
            }
            case BOOL -> text.append(in.bool());
            case INT64 -> text.append(in.int64());
            case FLOAT64 -> text.append(NumberText.toString(in.float64()));
            case DECIMAL -> text.append(in.decimal()).append('m');
            case BYTES ->
                text.append("x'").append(HexFormat.of().formatHex(in.bytes())).append('\'');
            case TEMPORAL -> text.append(in.temporal());
            default -> text.append(quoted(in.text()));
        }
    }

    private static String quoted(String text) {
        return '"' + Printable.escape(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    }

    private static void object(WireIn in, StringBuilder text) {
        in.beginObject();
        text.append('{');
        for (String separator = ""; in.hasNext(); separator = ", ") {
            text.append(separator);
            if (in.peek() == WireToken.KEY) {
                in.key();
                text.append('?');
                value(in, text);
            } else {
                text.append(in.peek() == WireToken.EVENT ? "@" : "").append(Printable.escape(in.fieldName()));
            }
            text.append(": ");
            value(in, text);
        }
        in.endObject();
        text.append('}');
    }
}
