package io.deltawire.wire;

import java.io.IOException;

/**
 * A stream whose last bytes can be read again. A reader of a file that is still written uses it at the end of the file:
 * the writer may replace bytes of an incomplete message, for example when it cuts off what a killed writer left.
 */
public interface RewindableStream {
    /** Returns whether the stream waits for more at the end of a file, and can {@linkplain #rewind move back}. */
    boolean isFollowed();

    /**
     * Moves back, so that the last bytes read come again as they are then.
     *
     * @param count the number of bytes, at most as many as have been read
     * @return false if the stream cannot move back; it has not moved then
     */
    boolean rewind(int count) throws IOException;

    /**
     * Returns how many bytes the file has from the next one on, if they are all zeros. Zeros may be room for what is
     * written next; a file with anything after them is damaged. The stream does not move.
     *
     * @return the number, or -1 if one of the bytes is not zero
     */
    default long zerosToEnd() throws IOException {
        return 0;
    }
}
