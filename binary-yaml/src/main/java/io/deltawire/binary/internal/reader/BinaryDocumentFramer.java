package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.legacy.DeltaRewriter;
import io.deltawire.binary.internal.legacy.UnframedInput;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.io.UncheckedIOException;

/**
 * Finds messages in the input: documents by their headers, or parts of a body without headers.
 *
 * <p>The body of the present message is {@link #start} to {@link #end} in {@link #array}. Framing and content are
 * separate: this class only looks into a body where the framing depends on it, which is when there are no headers, or
 * to tell a header from the zeros that align it.
 *
 * <p>Most messages are plain: a header and a complete body directly after the message before. {@link #locatePlain}
 * finds these with a few comparisons and changes nothing else, so the caller can still choose another path. {@link
 * #next} finds all others: it fills the buffer, skips alignment and empty documents, and reports damage. Not
 * thread-safe.
 */
final class BinaryDocumentFramer {
    /** The largest number of bytes by which the framing is detected. */
    private static final int DETECTION_BYTES = 64;

    /**
     * The value of {@link #failedAvailable} after a header whose length cannot be right. The next document cannot be
     * found then.
     */
    private static final int LOST = Integer.MAX_VALUE;

    /** The least number of zero bytes that cannot belong to a message that is just being written. */
    private static final int MIN_HOLE = 2 * DocumentHeader.BYTES;

    private static final int MAX_SKIPPED = 1 << 20;

    private final InputBuffer in;

    /** The maximum size of a body. The buffer must hold it together with its header. */
    private final int maxBytes;

    private final CodeScanner scanner = new CodeScanner();
    private MessageFraming framing;

    /** As {@link #maxBytes}, or zero while it is not decided that there are headers. */
    private int maxPlainBytes;

    /** The offset up to which a file had only zeros. */
    private long zerosEnd = -1;

    /** How often that has not been checked again, and how often it need not. */
    private int zerosSkipped;

    private int zerosLimit = 1;

    /** The number of bytes available when an incomplete document was reported, or {@link #LOST}; -1 if none was. */
    private int failedAvailable = -1;

    /** The bounds of the present message's body in the array. */
    private int start;

    private int end;

    /** The offset of the present message in the input, header included. */
    private long offset;

    private boolean isMeta;

    BinaryDocumentFramer(InputBuffer in, WireLimits limits, MessageFraming framing) {
        this.in = in;
        this.end = in.position;
        this.maxBytes = Math.min(limits.maxMessageBytes(), InputBuffer.MAX_LENGTH - DocumentHeader.BYTES);
        in.enableReread();
        setFraming(framing);
    }

    /** The index of the present message's body in the array. */
    int start() {
        return start;
    }

    /** The index after the body. */
    int end() {
        return end;
    }

    /** The offset of the present message in the input, header included. */
    long offset() {
        return offset;
    }

    private void setFraming(MessageFraming framing) {
        this.framing = framing;
        this.maxPlainBytes = framing == MessageFraming.DOCUMENTS ? maxBytes : 0;
    }

    void close() {
        in.close();
    }

    byte[] array() {
        return in.array;
    }

    /** The offset in the input of an index of {@link #array}. */
    long offset(int index) {
        return in.offset(index);
    }

    MessageKind kind() {
        return isMeta ? MessageKind.META : MessageKind.DATA;
    }

    /**
     * Moves to the next message that is not empty. The present one must have been skipped by {@link #skipMessage}.
     *
     * @return false if there is no further message now
     */
    boolean next(DeltaRewriter delta) {
        boolean isFound = findNext(delta);
        if (!isFound) {
            end = in.position; // the buffer may have moved its content
        }
        return isFound;
    }

    private boolean findNext(DeltaRewriter delta) {
        while (true) {
            in.beginReread();
            try {
                return tryFindNext(delta);
            } catch (InputBuffer.ChangedException e) {
                failedAvailable = -1; // the incomplete document has been cut off, and others replace it
            } catch (UncheckedIOException e) {
                end = in.position; // the buffer may have moved its content
                throw e;
            }
        }
    }

    private boolean tryFindNext(DeltaRewriter delta) {
        if (failedAvailable >= 0) {
            if (failedAvailable == LOST || !in.fill(failedAvailable + 1)) {
                in.requireOpen();
                return false; // it was reported before
            }
            failedAvailable = -1;
        }
        if (framing == MessageFraming.AUTO && !decideFraming()) {
            return false;
        }
        return framing == MessageFraming.NONE ? nextUnframed(delta) : nextDocument();
    }

    /**
     * Moves to the next message if it is plain; otherwise changes nothing. The body is not checked: if its form does
     * not confirm the length, {@link #mayBeAlignment} must be asked.
     */
    boolean nextPlain() {
        if (!locatePlain()) {
            return false;
        }
        consume();
        return true;
    }

    /**
     * Sets the bounds of the next message if it is plain. {@link #consume} completes the move, and must come last:
     * updating the read position of a {@code Bytes} makes the compiler forget all it has loaded.
     */
    boolean locatePlain() {
        InputBuffer from = in; // a local variable, so that calls in between do not force another load
        if (from.syncPosition()) {
            end = from.position;
        }
        int at = end & InputBuffer.MAX_LENGTH;
        int left = from.limit - at - DocumentHeader.BYTES;
        if (left <= 0) {
            return false;
        }
        int header = ArrayAccess.getInt(from.array, at);
        if (header <= 0 || header > left || header > maxPlainBytes) {
            return false;
        }
        start = at + DocumentHeader.BYTES;
        end = start + header;
        return true;
    }

    /** The index in {@link #array} after the last byte available. */
    int limit() {
        return in.limit;
    }

    /** Completes a move: the input is read up to the end of the message that {@link #locatePlain} has found. */
    void consume() {
        int at = start - DocumentHeader.BYTES;
        in.position = at;
        offset = in.offset(at);
        isMeta = false;
        in.consumeTo(end);
    }

    /** Whether the bytes taken for a header could be zeros that align, and the start of a header. */
    boolean mayBeAlignment() {
        return in.array[start - DocumentHeader.BYTES] == 0;
    }

    /** Undoes {@link #nextPlain} or {@link #locatePlain}. */
    void unlocate() {
        end = start - DocumentHeader.BYTES;
    }

    /** Skips the present message, or follows a read position that was moved from outside. */
    void skipMessage() {
        if (in.syncPosition()) {
            failedAvailable = -1;
        } else {
            in.position = end;
        }
        in.mark();
    }

    private MalformedWireException fail(MalformedWireException e, int bytes) {
        failedAvailable = bytes;
        end = in.position; // the search is repeated here if more bytes come
        return e;
    }

    /** Decides how messages are separated. Returns false if there is not enough input. */
    private boolean decideFraming() {
        if (!in.fill(1)) {
            return false;
        }
        if (!in.fill(DocumentHeader.BYTES)
                && in.mayGrow()
                && !BinaryFormatDetector.isUnframedBody(in.array, in.position, in.limit)) {
            return false; // it may be the start of a header
        }
        if (in.available() >= DocumentHeader.BYTES) {
            // Does not ask for more bytes than the document has, so that a live stream is not waited for.
            int length = (int) LittleEndian.INT.get(in.array, in.position) & DocumentHeader.LENGTH_MASK;
            in.fill(
                    length == 0
                            ? DocumentHeader.BYTES
                            : Math.min(DETECTION_BYTES, Math.min(length, DETECTION_BYTES) + DocumentHeader.BYTES));
        }
        boolean header = BinaryFormatDetector.isHeader(in.array, in.position, in.limit, maxBytes);
        if (header) {
            int length = (int) LittleEndian.INT.get(in.array, in.position) & DocumentHeader.LENGTH_MASK;
            boolean whole = in.available() >= Math.min(DETECTION_BYTES, length + DocumentHeader.BYTES);
            header = whole || !BinaryFormatDetector.isUnframedBody(in.array, in.position, in.limit);
        } else {
            in.fill(DETECTION_BYTES);
            header = !BinaryFormatDetector.isUnframedBody(in.array, in.position, in.limit);
        }
        setFraming(header ? MessageFraming.DOCUMENTS : MessageFraming.NONE);
        return true;
    }

    private boolean nextDocument() {
        while (true) {
            if (!in.fill(DocumentHeader.BYTES)) {
                return endWithoutHeader();
            }
            if (!skipAlignment()) {
                return false;
            }
            if (!in.fill(DocumentHeader.BYTES)) {
                return endWithoutHeader();
            }
            int header = (int) LittleEndian.INT.get(in.array, in.position);
            int length = header & DocumentHeader.LENGTH_MASK;
            if (header == 0) {
                return endAtZeros();
            }
            if (header == DocumentHeader.END_OF_DATA) {
                in.discardAhead();
                return false;
            }
            if (header < 0) {
                return failUnlessLive(length);
            }
            if (!readDocument(header, length)) {
                return false;
            }
            if (scanner.noiseEnd(in.array, start, end) < end) {
                return true;
            }
            skipMessage(); // a document of padding and comments is no message
        }
    }

    /**
     * Handles zeros, which are room for messages that are not written yet. Unless they continue to the end of the
     * input, it is damaged; in memory, messages may be written over them at any time.
     *
     * @return false, since there is no message now
     */
    private boolean endAtZeros() {
        if (in.mayGrow()) {
            in.discardAhead();
            return false;
        }
        long from = in.offset();
        int at = in.position;
        while (true) {
            while (at < in.limit && in.array[at] == 0) {
                at++;
            }
            if (at < in.limit) {
                return failAfterZeros(from, at);
            }
            if (in.offset() == from && endsWithZeros() && in.discardAhead()) {
                return false; // in a file, the zeros are read again
            }
            in.position = at - (DocumentHeader.BYTES - 1); // zeros that may belong to a header
            in.mark();
            boolean isEnd = !in.fill(DocumentHeader.BYTES);
            at = in.position + DocumentHeader.BYTES - 1;
            if (isEnd) {
                return false;
            }
        }
    }

    /**
     * Returns whether the input is a file of which only zeros are left. It may have been made much larger than what is
     * written. So its rest is read when zeros are first found there, and then less and less often.
     */
    private boolean endsWithZeros() {
        long end = in.offset(in.limit);
        if (end <= zerosEnd && ++zerosSkipped < zerosLimit) {
            return true;
        }
        long zeros = in.zerosToEnd();
        if (zeros >= 0) {
            zerosLimit = end <= zerosEnd ? Math.min(MAX_SKIPPED, 2 * zerosLimit) : 1;
            zerosEnd = end + zeros;
            zerosSkipped = 0;
        }
        return zeros >= 0;
    }

    /** Reports bytes after zeros, unless a writer may just be writing the first message there. */
    private boolean failAfterZeros(long from, int at) {
        long content = in.offset(at);
        in.position = at;
        in.fill(DocumentHeader.BYTES + 1);
        int next = -1;
        for (int back = 0; next < 0 && back < DocumentHeader.BYTES; back++) {
            int candidate = in.position - back;
            if (in.offset(candidate) >= from
                    && BinaryFormatDetector.isHeader(in.array, candidate, in.limit, maxBytes)) {
                next = candidate;
            }
        }
        long zeros = in.offset(next < 0 ? in.position : next) - from;
        if (zeros < MIN_HOLE && in.isFollowed()) {
            in.position = in.index(from);
            in.discardAhead();
            return false;
        }
        MalformedWireException e = new MalformedWireException(
                FormatName.BINARY,
                "expected a message, or zeros up to the end, but there are " + zeros + " zero bytes and then "
                        + (next < 0
                                ? "bytes from byte " + content + " on that are no message"
                                : "a message at byte " + in.offset(next)),
                WireLocation.ofOffset(from, "$"));
        offset = from;
        in.position = next < 0 ? in.index(content) : next;
        in.mark();
        throw fail(e, next < 0 ? LOST : -1);
    }

    /** Moves to a document. Returns false if it is incomplete and may still grow. */
    private boolean readDocument(int header, int length) {
        offset = in.offset();
        if (length > maxBytes) {
            MalformedWireException e = new MalformedWireException(
                    FormatName.BINARY,
                    "expected a document of at most " + maxBytes + " bytes but was one of " + length,
                    location());
            throw fail(e, LOST);
        }
        if (!in.fill(DocumentHeader.BYTES + length)) {
            if (in.mayGrow()) {
                return false;
            }
            TruncatedWireException e = new TruncatedWireException(
                    FormatName.BINARY,
                    "expected a document of " + length + " bytes but the input ends after "
                            + (in.available() - DocumentHeader.BYTES),
                    location());
            throw fail(e, in.available());
        }
        start = in.position + DocumentHeader.BYTES;
        end = start + length;
        in.consumeTo(end);
        isMeta = (header & DocumentHeader.META_BIT) != 0;
        return true;
    }

    /**
     * Skips up to three zero bytes, by which some writers align each header to a multiple of 4.
     *
     * <p>Together with the length after them they can look like a header too: three zeros and 0xC0 are the end of the
     * data. They are padding if a complete document, with a valid first code, follows them.
     *
     * @return false if they may be padding, and the bytes that decide are not there yet
     */
    private boolean skipAlignment() {
        int gap = (int) (-in.offset() & 3);
        if (gap == 0 || in.array[in.position] != 0) {
            return true;
        }
        boolean isHeader = fillAndCheckHeader(0);
        for (int i = 0; i < gap; i++) {
            if (in.array[in.position + i] != 0) {
                return true;
            }
        }
        boolean isPadding = fillAndCheckHeader(gap);
        boolean isAllPresent = in.available() > gap + DocumentHeader.BYTES;
        if (isPadding && (!isHeader || isAllPresent && (int) LittleEndian.INT.get(in.array, in.position + gap) > 0)) {
            in.position += gap;
            in.mark();
            return true;
        }
        if (isAllPresent || !in.mayGrow()) {
            return true;
        }
        in.discardAhead();
        return false;
    }

    private boolean fillAndCheckHeader(int ahead) {
        in.fill(ahead + DocumentHeader.BYTES + 1);
        int at = in.position + ahead;
        int limit = Math.min(in.limit, at + DocumentHeader.BYTES + 1);
        return BinaryFormatDetector.isHeader(in.array, at, limit, maxBytes);
    }

    /**
     * Handles fewer than four bytes at the end: none, zeros that align, or a header that is cut off and may still
     * grow.
     */
    private boolean endWithoutHeader() {
        int left = in.available();
        for (int i = 0; i < left; i++) {
            if (in.array[in.position + i] != 0 && !in.mayGrow()) {
                TruncatedWireException e = new TruncatedWireException(
                        FormatName.BINARY, "expected a header of 4 bytes but the input ends after " + left, location());
                throw fail(e, left);
            }
        }
        return false;
    }

    /** Reports a document that is not completed, unless its writer may still do so. */
    private boolean failUnlessLive(int length) {
        if ((in.mayGrow() || in.isFollowed()) && in.discardAhead()) {
            return false;
        }
        TruncatedWireException e = new TruncatedWireException(
                FormatName.BINARY,
                "expected a complete document but its writer has begun and not completed it"
                        + (length == 0 ? "" : " (" + length + " bytes)"),
                location());
        throw fail(e, in.available());
    }

    private boolean nextUnframed(DeltaRewriter delta) {
        int max = maxBytes;
        while (in.available() <= max && in.fill(in.available() + 1)) {
            // only its end shows how far a message goes
        }
        if (in.available() > max) {
            MalformedWireException e = new MalformedWireException(
                    FormatName.BINARY, "expected at most " + max + " bytes where there are no headers", location());
            throw fail(e, LOST);
        }
        byte[] array = in.array;
        start = in.position;
        offset = in.offset();
        end = in.limit;
        isMeta = false;
        int p = start;
        try {
            p = scanner.noiseEnd(array, start, end);
            if (p == end) {
                skipMessage();
                return false;
            }
            end = UnframedInput.messageEnd(scanner, array, p, end, delta);
            in.consumeTo(end);
            return true;
        } catch (DecodingFault fault) {
            if (fault.isOverrun() && in.mayGrow()) {
                end = start;
                return false;
            }
            WireLocation location = WireLocation.ofOffset(in.offset(fault.index()), "$");
            throw fault.isOverrun()
                    ? new TruncatedWireException(FormatName.BINARY, fault.getMessage(), location)
                    : new MalformedWireException(FormatName.BINARY, fault.getMessage(), location);
        }
    }

    private WireLocation location() {
        return WireLocation.ofOffset(in.offset(), "$");
    }
}
