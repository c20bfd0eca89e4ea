package io.deltawire.json.testing;

import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Lists all tokens of an input as text, to compare readers. */
public final class TokenTrace {
    private TokenTrace() {}

    public static List<String> of(byte[] json, WireOptions options) {
        return of(new JsonFormat().newReader(json, options));
    }

    /** Reads from a stream that supplies at most {@code chunk} bytes at a time. */
    public static List<String> ofStream(byte[] json, int chunk, WireOptions options) {
        InputStream slow = new ByteArrayInputStream(json) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, chunk));
            }
        };
        return of(new JsonFormat().newReader(InputBuffer.of(slow), options));
    }

    private static List<String> of(WireIn in) {
        List<String> trace = new ArrayList<>();
        try {
            while (in.nextMessage()) {
                trace.add("message at " + in.messageOffset());
                for (WireToken token = in.peek(); token != WireToken.END_MESSAGE; token = in.peek()) {
                    trace.add(token(in, token));
                }
            }
            trace.add("end");
        } catch (WireException e) {
            trace.add(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        return trace;
    }

    private static String token(WireIn in, WireToken token) {
        String type = in.typeName();
        StringBuilder text = new StringBuilder();
        text.append(token);
        if (type != null) {
            text.append(" !").append(type);
        }
        switch (token) {
            case BEGIN_OBJECT -> in.beginObject();
            case END_OBJECT -> in.endObject();
            case BEGIN_LIST -> in.beginList();
            case END_LIST -> in.endList();
            case KEY -> in.key();
            case FIELD -> text.append(' ').append(in.fieldName());
            case NULL -> in.nullValue();
            case BOOL -> text.append(' ').append(in.bool());
            case INT64 -> text.append(' ').append(in.int64());
            case FLOAT64 -> text.append(' ').append(in.float64());
            default -> text.append(' ').append(in.text());
        }
        return text.toString();
    }
}
