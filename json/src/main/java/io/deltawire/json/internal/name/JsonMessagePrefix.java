package io.deltawire.json.internal.name;

import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.MessageHead;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The bytes from a message's first up to the brace that its fields begin with. */
public final class JsonMessagePrefix extends MessageHead {
    private static final int MAX_BYTES = 200;

    /** How many braces close what the head opens. */
    private final int levels;

    /** Filled up with zeros to a multiple of eight. */
    private final byte[] bytes;

    private final int length;

    /** The fields; null where the head is for reading. */
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

    public int levels() {
        return levels;
    }

    public int length() {
        return length;
    }

    public int paddedLength() {
        return bytes.length;
    }

    public EncodedNames fields() {
        return fields;
    }

    /**
     * Returns the head of an object under an event, or null where names are out of the ordinary.
     *
     * @param typeName null for none
     * @param shape of the object, or null where the head is for reading
     */
    public static JsonMessagePrefix create(String event, String typeName, Shape shape) {
        if (event != null && !isUnambiguous(event) || typeName != null && !isUnambiguous(typeName)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (event != null) {
            append(bytes, EncodedName.encode("{\"", event));
        }
        if (typeName != null) {
            append(bytes, EncodedName.encode("{\"@", typeName));
        }
        bytes.write('{');
        return bytes.size() > MAX_BYTES ? null : new JsonMessagePrefix(event, typeName != null, bytes.toByteArray(), shape);
    }

    /** As {@link #create}, for reading; null where a limit may forbid one of the names, too. */
    public static JsonMessagePrefix createForReading(String event, String typeName, WireLimits limits) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes() / 3)
                && typeName.length() < limits.maxNameBytes() / 3;
        return fits ? create(event, typeName, null) : null;
    }

    private static void append(ByteArrayOutputStream bytes, EncodedName name) {
        bytes.writeBytes(name.bytes());
    }

    /** Whether a name means nothing but itself. */
    private static boolean isUnambiguous(String name) {
        return !name.isEmpty() && Character.isLetter(name.charAt(0));
    }

    /** Writes the bytes, and up to seven more; returns the index after them. */
    public int write(byte[] into, int at) {
        for (int i = 0; i < bytes.length; i += 8) {
            Swar.store(into, at + i, Swar.load(bytes, i));
        }
        return at + length;
    }

    @Override
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public boolean isAt(byte[] a, int at, int end) {
        return end - at > length && Swar.matches(a, at, bytes, length);
    }

    /** The name of the event in the table. */
    public InternedName eventName(JsonNameTable table) {
        if (name == null || generation != table.generation()) {
            generation = table.generation();
            name = table.get(event());
        }
        return name;
    }
}
