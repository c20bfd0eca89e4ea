package io.deltawire.json.internal.name;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.object.MessagePrefix;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The constant bytes at the start of a message: the name of the event, the type name, and the brace that opens the
 * fields. The writer copies them, and the reader recognises a message by comparing them.
 */
public final class JsonMessagePrefix extends MessagePrefix {
    private static final int MAX_BYTES = 200;

    /** Number of braces that close what the prefix opens. */
    private final int levels;

    /** Padded with zeros to a multiple of eight. */
    private final byte[] bytes;

    private final int length;

    /** Null if the prefix is for reading. */
    private final EncodedNames fields;

    private InternedName name;
    private int generation;

    private JsonMessagePrefix(String event, boolean isTyped, byte[] bytes, Shape shape) {
        super(event, isTyped);
        this.levels = (event == null ? 0 : 1) + (isTyped ? 1 : 0) + 1;
        this.length = bytes.length;
        this.bytes = Arrays.copyOf(bytes, length + 7 & ~7);
        this.fields = shape == null ? null : shape.get(EncodedNames.OF_SHAPE);
    }

    /** Returns the number of levels that the prefix opens. */
    public int levels() {
        return levels;
    }

    public int length() {
        return length;
    }

    /** Returns the number of bytes for which {@link #write} needs room. */
    public int paddedLength() {
        return bytes.length;
    }

    public EncodedNames fields() {
        return fields;
    }

    /**
     * Returns the prefix of an object under an event, or null if a name needs more than its bytes to be recognised.
     *
     * @param event null for none
     * @param typeName null for none
     * @param shape shape of the object, or null if the prefix is for reading
     */
    public static JsonMessagePrefix create(String event, String typeName, Shape shape) {
        if (event != null && !isUnambiguous(event) || typeName != null && !isUnambiguous(typeName)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (event != null) {
            append(bytes, JsonEncodedName.encode("{\"", event));
        }
        if (typeName != null) {
            append(bytes, JsonEncodedName.encode("{\"" + JsonSyntax.MARK, typeName));
        }
        bytes.write('{');
        return bytes.size() > MAX_BYTES
                ? null
                : new JsonMessagePrefix(event, typeName != null, bytes.toByteArray(), shape);
    }

    /** Like {@link #create}, for reading. Also returns null if a limit may forbid one of the names. */
    public static JsonMessagePrefix createForReading(String event, String typeName, WireLimits limits) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes() / 3)
                && typeName.length() < limits.maxNameBytes() / 3;
        return fits ? create(event, typeName, null) : null;
    }

    private static void append(ByteArrayOutputStream bytes, JsonEncodedName name) {
        bytes.writeBytes(name.bytes());
    }

    /** Returns whether a name has no special meaning. */
    private static boolean isUnambiguous(String name) {
        return !name.isEmpty() && Character.isLetter(name.charAt(0));
    }

    /** Writes the prefix and up to seven bytes of padding; returns the index after the prefix. */
    public int write(byte[] into, int index) {
        for (int i = 0; i < bytes.length; i += 8) {
            Swar.store(into, index + i, Swar.load(bytes, i));
        }
        return index + length;
    }

    @Override
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public boolean matches(byte[] a, int index, int end) {
        return end - index > length && Swar.matches(a, index, bytes, length);
    }

    /** Returns the name of the event in a table. */
    public InternedName eventName(JsonNameTable table) {
        if (name == null || generation != table.generation()) {
            generation = table.generation();
            name = table.get(event());
        }
        return name;
    }
}
