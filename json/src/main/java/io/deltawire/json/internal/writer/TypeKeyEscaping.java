package io.deltawire.json.internal.writer;

import io.deltawire.json.internal.text.JsonStringEncoder;
import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Sees to names that begin with {@code @}, which has a meaning in this mapping: such a name gets another one in front
 * where it would be taken for a type name or for a key that is JSON text. And makes a name of a key that was written as a
 * value, which is where such names come from.
 */
final class TypeKeyEscaping {
    /** No name that may need another {@code @}. */
    static final int NO_ESCAPE = 0;

    private TypeKeyEscaping() {}

    /** Whether a type name cannot be taken for something else. */
    static boolean isTypeName(String name) {
        return !name.isEmpty() && "@{[".indexOf(name.charAt(0)) < 0;
    }

    /**
     * Looks at a name just written.
     *
     * @param start index of its opening quote
     * @return index of the {@code @} that it begins with, where it is the first of its object: it needs another one if it
     *     stays the only one; else {@link #NO_ESCAPE}
     */
    static int escapeWrittenName(OutputBuffer out, int start) {
        byte[] array = out.array;
        if (array[start + 1] != '@') {
            return NO_ESCAPE;
        }
        int i = start + 1;
        while (array[i] == '@') {
            i++;
        }
        if (array[i] == '{' || array[i] == '[') {
            insert(out, start + 1, '@'); // or it would be read as a key that is an object
            return NO_ESCAPE;
        }
        return array[start - 1] == '{' ? start + 1 : NO_ESCAPE;
    }

    /** Puts another one in front of the {@code @} that {@link #escapeWrittenName} has returned, if it has. */
    static void escapeOnlyName(OutputBuffer out, int index) {
        if (index != NO_ESCAPE) {
            insert(out, index, '@');
        }
    }

    /**
     * Makes a name of the value that was written last, up to the buffer's position, without a colon.
     *
     * @param start index of its first byte
     * @return as {@link #escapeWrittenName} does
     */
    static int convertValueToName(OutputBuffer out, int start) {
        byte first = out.array[start];
        if (first == '{' || first == '[') {
            String json = new String(out.array, start, out.position - start, StandardCharsets.UTF_8);
            out.position = start;
            append(out, '"');
            append(out, '@');
            JsonStringEncoder.append(out, json);
            append(out, '"');
        } else if (first != '"') {
            insert(out, start, '"');
            append(out, '"');
        } else {
            return escapeWrittenName(out, start);
        }
        return NO_ESCAPE;
    }

    private static void insert(OutputBuffer out, int index, char c) {
        out.ensure(1);
        System.arraycopy(out.array, index, out.array, index + 1, out.position - index);
        out.array[index] = (byte) c;
        out.position++;
    }

    private static void append(OutputBuffer out, char c) {
        out.ensure(1);
        out.array[out.position++] = (byte) c;
    }
}
