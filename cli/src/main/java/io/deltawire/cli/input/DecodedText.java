package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Converts text of another encoding to UTF-8, which the formats read. It reads no more than is available, so that a
 * pause of the input does not hold text back. Not thread-safe.
 */
final class DecodedText extends BulkStream {
    private static final int ROOM = 4096;

    private final InputStream in;
    private final Charset encoding;
    private final Reader reader;
    private final char[] chars = new char[ROOM];
    /** The first half of a character outside the BMP, whose second half has not been read; or 0. */
    private char half;

    private byte[] bytes = {};
    private int position;
    private boolean isBegun;

    DecodedText(InputStream in, Charset encoding) {
        this.in = in;
        this.encoding = encoding;
        this.reader = new InputStreamReader(
                in,
                encoding.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /** Returns the encoding with a name, or null for UTF-8. */
    static Charset encoding(String name) {
        try {
            Charset encoding = Charset.forName(name);
            return encoding.equals(StandardCharsets.UTF_8) ? null : encoding;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected an encoding such as windows-1252, ISO-8859-1 or UTF-16");
        }
    }

    /**
     * Returns the encoding other than UTF-8 that a byte order mark shows, or null. Windows writes the mark into its
     * "Unicode" files.
     */
    static Charset byMark(byte[] prefix) {
        int mark = prefix.length < 2 ? 0 : (prefix[0] & 0xFF) << 8 | prefix[1] & 0xFF;
        if (mark == 0xFFFE && prefix.length >= 4 && prefix[2] == 0 && prefix[3] == 0) {
            return Charset.forName("UTF-32");
        }
        return mark == 0xFFFE || mark == 0xFEFF ? StandardCharsets.UTF_16 : null;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (position == bytes.length) {
            if (!fill()) {
                return -1;
            }
        }
        int taken = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, into, offset, taken);
        position += taken;
        return taken;
    }

    private boolean fill() throws IOException {
        int from = half == 0 ? 0 : 1;
        chars[0] = half;
        half = 0;
        int read;
        try {
            read = reader.read(chars, from, ROOM - from);
        } catch (CharacterCodingException e) {
            throw new Unpacking.Damaged("the text is not " + encoding.name() + " although it is read as that");
        }
        int to = from + Math.max(0, read);
        if (read > 0 && Character.isHighSurrogate(chars[to - 1])) {
            half = chars[--to];
        }
        boolean hasMark = !isBegun && to > 0 && chars[0] == '\uFEFF';
        isBegun |= to > 0;
        int begin = hasMark ? 1 : 0;
        bytes = new String(chars, begin, to - begin).getBytes(StandardCharsets.UTF_8);
        position = 0;
        return read >= 0 || to > 0;
    }

    @Override
    public int available() throws IOException {
        return bytes.length - position + (reader.ready() ? 1 : 0);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
