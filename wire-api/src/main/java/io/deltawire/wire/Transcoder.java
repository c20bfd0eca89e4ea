package io.deltawire.wire;

import java.util.Objects;

/**
 * Copies messages from one format to another, token by token and without their classes. {@code wire2yaml} is built on
 * it. Stateless. It uses no recursion, so deep nesting needs no stack.
 *
 * <p>Thread-safe, but the reader and the writer that it is given belong to one thread at a time.
 */
public final class Transcoder {
    private Transcoder() {}

    /**
     * Copies all remaining messages.
     *
     * @return the number of messages copied
     * @throws WireException if a message cannot be read or written; the messages before it have been copied
     */
    public static long copyAll(WireIn in, WireOut out) {
        Objects.requireNonNull(in, "in");
        long messages = 0;
        while (in.nextMessage()) {
            copyMessage(in, out);
            messages++;
        }
        return messages;
    }

    /**
     * Copies the message that {@code in} has just moved to. If that fails, the message is cancelled in {@code out}.
     *
     * @throws WireDataException if {@code out} cannot hold a value; its location names the path to that value
     * @throws MalformedWireException if the message is not valid
     */
    public static void copyMessage(WireIn in, WireOut out) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(out, "out").beginMessage(in.messageKind());
        boolean done = false;
        try {
            copyRest(in, out);
            out.endMessage();
            done = true;
        } catch (WireDataException e) {
            throw e.withPath(in.location().path());
        } finally {
            if (!done) {
                out.cancelMessage();
            }
        }
    }

    /** Copies one value with everything in it. */
    public static void copyValue(WireIn in, WireOut out) {
        int depth = 0;
        do {
            depth += copyToken(in, out, in.peek());
        } while (depth > 0);
    }

    /** Copies the remaining tokens of the message. The caller begins and ends the message in {@code out}. */
    public static void copyRest(WireIn in, WireOut out) {
        for (WireToken token = in.peek(); token != WireToken.END_MESSAGE; token = in.peek()) {
            copyToken(in, out, token);
        }
    }

    /** Copies one token that is not a message end. Returns the change in depth: 1, 0 or -1. */
    private static int copyToken(WireIn in, WireOut out, WireToken token) {
        switch (token) {
            case FIELD -> out.field(in.fieldName());
            case EVENT -> out.event(in.fieldName());
            case KEY -> {
                in.key();
                out.key();
            }
            case END_OBJECT -> {
                in.endObject();
                out.endObject();
                return -1;
            }
            case END_LIST -> {
                in.endList();
                out.endList();
                return -1;
            }
            case END_MESSAGE -> throw new IllegalStateException("the message has no further value");
            default -> {
                return copyBeginOrScalar(in, out, token);
            }
        }
        return 0;
    }

    /** Copies a number or boolean, as its text if both sides have it so. */
    private static void copyNumber(WireIn in, WireOut out, WireToken token) {
        String text = in.sourceText();
        if (text != null && out.trySourceText(token, text, in.formatName())) {
            in.skipValue();
            return;
        }
        switch (token) {
            case BOOL -> out.bool(in.bool());
            case INT64 -> out.int64(in.int64());
            case FLOAT64 -> out.untypedFloat64(in.float64());
            default -> out.decimal(in.decimal());
        }
    }

    private static int copyBeginOrScalar(WireIn in, WireOut out, WireToken token) {
        String type = in.typeName();
        if (type != null) {
            out.type(type);
        }
        switch (token) {
            case BEGIN_OBJECT -> {
                in.beginObject();
                out.beginObject();
                return 1;
            }
            case BEGIN_LIST -> {
                in.beginList();
                out.beginList();
                return 1;
            }
            case NULL -> {
                in.nullValue();
                out.nullValue();
            }
            case BOOL, INT64, FLOAT64, DECIMAL -> copyNumber(in, out, token);
            case TEXT -> out.text(in.text());
            case BYTES -> {
                byte[] bytes = in.bytes();
                out.bytes(bytes, 0, bytes.length);
            }
            case TEMPORAL -> out.temporal(in.temporal());
            default -> throw new IllegalStateException("not a value: " + token);
        }
        return 0;
    }
}
