package io.deltawire.wire.internal.json;

import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Escapes names that start with {@link JsonSyntax#MARK}, as type names and structured keys do. A name that a reader
 * would take for either of them gets another mark in front. It also converts a key that was written as a value to a
 * name.
 */
public final class TypeKeyEscaping {
    /** No name may need another mark. */
    public static final int NO_ESCAPE = 0;

    private TypeKeyEscaping() {}

    /** Returns whether a type name cannot be confused with an escaped name or a key. */
    public static boolean isTypeName(String name) {
        return !name.isEmpty() && "{[".indexOf(name.charAt(0)) < 0 && !name.startsWith(JsonSyntax.MARK);
    }

    /**
     * Escapes a name that was just written, if it looks like a structured key.
     *
     * @param start index of the opening quote
     * @return index of its mark if it is the first name of its object, because it needs an escape if it stays the
     *     only one; else {@link #NO_ESCAPE}
     */
    public static int escapeWrittenName(OutputBuffer out, int start) {
        byte[] array = out.array;
        int i = JsonSyntax.afterMarks(array, start + 1, out.position);
        if (i == start + 1) {
            return NO_ESCAPE;
        }
        if (array[i] == '{' || array[i] == '[') {
            insert(out, start + 1, JsonSyntax.MARK); // otherwise a reader would take it for a structured key
            return NO_ESCAPE;
        }
        return array[start - 1] == '{' ? start + 1 : NO_ESCAPE;
    }

    /** Inserts another mark at the index that {@link #escapeWrittenName} returned. */
    public static void escapeOnlyName(OutputBuffer out, int index) {
        if (index != NO_ESCAPE) {
            insert(out, index, JsonSyntax.MARK);
        }
    }

    /**
     * Converts the value that was written last, up to the buffer's position, to a name without a colon.
     *
     * @param start index of the first byte of the value
     * @return as {@link #escapeWrittenName}
     */
    public static int convertValueToName(OutputBuffer out, int start) {
        byte first = out.array[start];
        if (first == '{' || first == '[') {
            String json = new String(out.array, start, out.position - start, StandardCharsets.UTF_8);
            out.position = start;
            insert(out, start, '"' + JsonSyntax.MARK);
            JsonStringEncoder.append(out, json);
            insert(out, out.position, "\"");
        } else if (first != '"') {
            insert(out, start, "\"");
            insert(out, out.position, "\"");
        } else {
            return escapeWrittenName(out, start);
        }
        return NO_ESCAPE;
    }

    private static void insert(OutputBuffer out, int index, String ascii) {
        int length = ascii.length();
        out.ensure(length);
        System.arraycopy(out.array, index, out.array, index + length, out.position - index);
        for (int i = 0; i < length; i++) {
            out.array[index + i] = (byte) ascii.charAt(i);
        }
        out.position += length;
    }
}
