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
import io.deltawire.wire.spi.Words;

/** Finds the next message in the input: a document by its header, or the next part of a body without headers. */
final class BinaryDocumentFramer {
    private static final int DETECTION_BYTES = 64;

    private final InputBuffer in;

    /** At most what the window holds with a header, which is less than a header can tell. */
    private final int maxBytes;

    /** Where a header tells no length that can be, and with it not where the next document begins. */
    private static final int LOST = Integer.MAX_VALUE;

    private final CodeScanner scanner = new CodeScanner();
    private MessageFraming framing;

    /** As {@link #maxBytes}; none where it is not settled that there are headers. */
    private int maxPlainBytes;

    /** How many bytes there were where a document is said not to be whole, or {@link #LOST}; else -1. */
    private int failedAvailable = -1;

    /** Where in the array the body of the present message begins and ends. */
    int start;

    int end;

    /** The offset of the present message from the start of the input, header included. */
    long offset;

    private boolean isMeta;

    BinaryDocumentFramer(InputBuffer in, WireLimits limits, MessageFraming framing) {
        this.in = in;
        this.end = in.position;
        this.maxBytes = Math.min(limits.maxMessageBytes(), InputBuffer.MAX_LENGTH - DocumentHeader.BYTES);
        setFraming(framing);
    }

    private void setFraming(MessageFraming framing) {
        this.framing = framing;
        this.maxPlainBytes = framing == MessageFraming.DOCUMENTS ? maxBytes : 0;
    }

    void close() {
        in.close();
    }

    /** The array that holds the present message. */
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
     * Moves to the next message that holds anything; false where there is none. The present one must have been passed
     * over by {@link #skipMessage}.
     */
    boolean next(DeltaRewriter delta) {
        boolean isFound = findNext(delta);
        if (!isFound) {
            end = in.position; // the window may have moved
        }
        return isFound;
    }

    private boolean findNext(DeltaRewriter delta) {
        if (failedAvailable >= 0) {
            if (failedAvailable == LOST || !in.fill(failedAvailable + 1)) {
                in.requireOpen();
                return false; // which has been said
            }
            failedAvailable = -1;
        }
        if (framing == MessageFraming.AUTO && !decideFraming()) {
            return false;
        }
        return framing == MessageFraming.NONE ? nextUnframed(delta) : nextDocument();
    }

    /**
     * Moves to the next message where all that there is to it is a header and a body that are present, and nothing stands
     * between it and the last one; else nothing is done. The body is not looked at: where it is not of a form by which the length is
     * known, {@link #mayBeAlignment} is to be asked.
     */
    boolean nextPlain() {
        if (!locatePlain()) {
            return false;
        }
        consume();
        return true;
    }

    /**
     * Moves to the next message as {@link #nextPlain} does, but for what {@link #consume} is for. That is to come last: a {@code Bytes}
     * that is told of its read position has the compiler load anew whatever it has loaded before.
     */
    boolean locatePlain() {
        InputBuffer from = in; // loaded once, whatever is called in between
        if (from.follow()) {
            end = from.position;
        }
        int at = end & InputBuffer.MAX_LENGTH;
        int left = from.limit - at - DocumentHeader.BYTES;
        if (left <= 0) {
            return false;
        }
        int header = Words.getInt(from.array, at);
        if (header <= 0 || header > left || header > maxPlainBytes) {
            return false;
        }
        start = at + DocumentHeader.BYTES;
        end = start + header;
        return true;
    }

    /** The index in {@link #array} after the last byte that is present. */
    int limit() {
        return in.limit;
    }

    /** Has the input be read up to the end of the message that {@link #locatePlain} has moved to. */
    void consume() {
        int at = start - DocumentHeader.BYTES;
        in.position = at;
        offset = in.offset(at);
        isMeta = false;
        in.take(end);
    }

    /** Whether what is taken for the header of the present message may be bytes that align, and the begin of one: its first byte is zero. */
    boolean mayBeAlignment() {
        return in.array[start - DocumentHeader.BYTES] == 0;
    }

    /** Goes back to where {@link #nextPlain} or {@link #locatePlain} has moved from. */
    void unlocate() {
        end = start - DocumentHeader.BYTES;
    }

    /** Passes over the present message, or goes to where the input is to be read. */
    void skipMessage() {
        if (in.follow()) {
            failedAvailable = -1;
        } else {
            in.position = end;
        }
        in.mark();
    }

    private MalformedWireException fail(MalformedWireException e, int bytes) {
        failedAvailable = bytes;
        end = in.position; // where it is looked for again, if anything comes
        return e;
    }

    /** Settles how messages are set apart; false where there is no input. */
    private boolean decideFraming() {
        if (!in.fill(1)) {
            return false;
        }
        if (!in.fill(DocumentHeader.BYTES)
                && in.mayGrow()
                && !BinaryFormatDetector.isUnframedBody(in.array, in.position, in.limit)) {
            return false; // what there is may be part of a header
        }
        if (in.available() >= DocumentHeader.BYTES) {
            // Never asks for more than the document would have, so that a live stream is not waited for.
            int length = (int) LittleEndian.INT.get(in.array, in.position) & DocumentHeader.LENGTH_MASK;
            in.fill(length == 0 ? DocumentHeader.BYTES : Math.min(DETECTION_BYTES, Math.min(length, DETECTION_BYTES) + DocumentHeader.BYTES));
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
            if (header == 0 || header == DocumentHeader.END_OF_DATA) {
                in.refresh();
                return false; // not written yet, or end of data: there is nothing after it
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

    /** Moves to a document; false where it is not all there and may still come. */
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
        in.take(end);
        isMeta = (header & DocumentHeader.META_BIT) != 0;
        return true;
    }

    /**
     * Passes over the zero bytes, at most three, by which some writers bring each header to a multiple of 4. They and the length behind
     * them may look like a header as well: 0xC0 behind three of them is the end of data. They are padding then if what is behind
     * them is the header of a complete document, with a code.
     *
     * @return false where there may be some, and what comes after them is still to come
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
        in.refresh();
        return false;
    }

    private boolean fillAndCheckHeader(int ahead) {
        in.fill(ahead + DocumentHeader.BYTES + 1);
        int at = in.position + ahead;
        int limit = Math.min(in.limit, at + DocumentHeader.BYTES + 1);
        return BinaryFormatDetector.isHeader(in.array, at, limit, maxBytes);
    }

    /** Fewer than four bytes are left: none, or zeros that align, or a header cut short, of which more may come. */
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

    /** A writer of live input may complete the document later; other input stays as it is. */
    private boolean failUnlessLive(int length) {
        if (in.refresh()) {
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
            // the extent of a message shows only at its end
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
            in.take(end);
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
