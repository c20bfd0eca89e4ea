package io.deltawire.binary;

import io.deltawire.wire.spi.TemporalText;
import java.time.temporal.Temporal;

/** The encoded form of the dates and times written last: a stream repeats them, and formatting one costs most. */
final class TextMemory {
    private static final int SIZE = 16;

    private final Temporal[] values = new Temporal[SIZE];
    private final NameCode[] encoded = new NameCode[SIZE];
    private int next;
    private int last;

    /** The code and text of a value. */
    NameCode of(int code, Temporal value) {
        if (values[last] == value) {
            return encoded[last];
        }
        for (int i = 0; i < SIZE; i++) {
            if (values[i] == value) {
                last = i;
                return encoded[i];
            }
        }
        return add(code, value);
    }

    private NameCode add(int code, Temporal value) {
        String text = TemporalText.format(value);
        byte[] bytes = new byte[2 + 3 + text.length()];
        bytes[0] = (byte) code;
        int p = NumberCodes.writeStopBit(bytes, 1, text.length());
        p = Cesu8.encode(text, bytes, p);
        NameCode exact = new NameCode(bytes, p);
        values[next] = value;
        encoded[next] = exact;
        last = next;
        next = (next + 1) % SIZE;
        return exact;
    }
}
