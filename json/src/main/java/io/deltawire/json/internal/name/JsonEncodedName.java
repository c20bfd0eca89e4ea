package io.deltawire.json.internal.name;

import io.deltawire.wire.internal.json.JsonStringEncoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Utf8;
import java.util.Arrays;

/**
 * A name as the writer puts it: in quotes, escaped, with the colon. The bytes are padded with zeros to a multiple of
 * eight and at least 16, so that most names are written by two stores.
 */
public final class JsonEncodedName {
    /** Padded with zeros. */
    private final byte[] bytes;

    /** Number of bytes without the padding. */
    private final int length;

    private final boolean beginsWithMark;

    private final long first;
    private final long second;

    private JsonEncodedName(byte[] bytes, int length, boolean beginsWithMark) {
        this.bytes = Arrays.copyOf(Arrays.copyOf(bytes, length), Math.max(16, length + 7 & ~7));
        this.length = length;
        this.beginsWithMark = beginsWithMark;
        this.first = Swar.load(this.bytes, 0);
        this.second = Swar.load(this.bytes, 8);
    }

    /** Encodes a name, with {@code before} in front of it and {@code ":} after it. */
    static JsonEncodedName encode(String before, String name) {
        OutputBuffer out = OutputBuffer.inMemory();
        out.ensure(before.length());
        for (int i = 0; i < before.length(); i++) {
            out.array[out.position++] = (byte) before.charAt(i);
        }
        JsonStringEncoder.append(out, name);
        out.ensure(2);
        out.array[out.position++] = '"';
        out.array[out.position++] = ':';
        return new JsonEncodedName(out.array, out.position, name.startsWith(JsonSyntax.MARK));
    }

    /**
     * Encodes a name like {@link #encode(String, String)}; returns null if it takes more UTF-8 bytes than {@code
     * maxBytes}, with the mark that may escape it.
     */
    public static JsonEncodedName encode(String before, String name, int maxBytes) {
        return name.length() > maxBytes || lengthOf(name) > maxBytes ? null : encode(before, name);
    }

    /** Returns the most UTF-8 bytes that a name can take, with the mark that may escape it. */
    static int lengthOf(String name) {
        return Utf8.length(name) + (name.startsWith(JsonSyntax.MARK) ? JsonSyntax.MARK.length() : 0);
    }

    /** Returns a copy of the bytes without the padding. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Returns the number of bytes for which {@link #write} needs room. */
    public int paddedLength() {
        return bytes.length;
    }

    public boolean beginsWithMark() {
        return beginsWithMark;
    }

    /**
     * Writes the name into an array that has room for {@link #paddedLength} bytes; returns the index after the name.
     */
    public int write(byte[] into, int index) {
        Swar.store(into, index, first);
        Swar.store(into, index + 8, second);
        if (length > 16) {
            writeRest(into, index);
        }
        return index + length;
    }

    private void writeRest(byte[] into, int index) {
        for (int i = 16; i < bytes.length; i += 8) {
            Swar.store(into, index + i, Swar.load(bytes, i));
        }
    }
}
