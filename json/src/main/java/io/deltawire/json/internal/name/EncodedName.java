package io.deltawire.json.internal.name;

import io.deltawire.json.internal.text.JsonStringEncoder;
import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;

/** A name in quotes, with a colon. */
public final class EncodedName {
    /** The name, with zeros up to a multiple of eight bytes that is at least 16. */
    private final byte[] bytes;

    /** The number of bytes without the zeros. */
    private final int length;

    private final boolean beginsWithAt;

    private final long first;
    private final long second;

    private EncodedName(byte[] bytes, int length, boolean beginsWithAt) {
        this.bytes = Arrays.copyOf(Arrays.copyOf(bytes, length), Math.max(16, length + 7 & ~7));
        this.length = length;
        this.beginsWithAt = beginsWithAt;
        this.first = Swar.load(this.bytes, 0);
        this.second = Swar.load(this.bytes, 8);
    }

    /** Returns a name with what goes before it, and {@code ":} after it. */
    static EncodedName encode(String before, String name) {
        OutputBuffer out = OutputBuffer.inMemory();
        out.ensure(before.length());
        for (int i = 0; i < before.length(); i++) {
            out.array[out.position++] = (byte) before.charAt(i);
        }
        JsonStringEncoder.append(out, name);
        out.ensure(2);
        out.array[out.position++] = '"';
        out.array[out.position++] = ':';
        return new EncodedName(out.array, out.position, name.startsWith("@"));
    }

    /** The most UTF-8 bytes of a name as it stands, which may have another {@code @}. */
    static int lengthOf(String name) {
        return Utf8.length(name) + (name.startsWith("@") ? 1 : 0);
    }

    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    public int paddedLength() {
        return bytes.length;
    }

    public boolean beginsWithAt() {
        return beginsWithAt;
    }

    /** Writes the name into an array with room for all of {@link #bytes}; returns the index after the name. */
    public int write(byte[] into, int at) {
        Swar.store(into, at, first);
        Swar.store(into, at + 8, second);
        if (length > 16) {
            writeRest(into, at);
        }
        return at + length;
    }

    private void writeRest(byte[] into, int at) {
        for (int i = 16; i < bytes.length; i += 8) {
            Swar.store(into, at + i, Swar.load(bytes, i));
        }
    }
}
