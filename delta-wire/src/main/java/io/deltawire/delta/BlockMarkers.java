package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;

/**
 * Reads what stands between the frames of a stream (headers of blocks, checksums, end marks), compares it with what has been read,
 * and decides whether reading goes on behind it: docs/spec/delta.md, section 3.
 */
abstract class BlockMarkers {
    final InputBuffer in;
    final DeltaFormat.Trust trust;
    /** Whether messages are given when a checksum has been found right, where there is one. */
    final boolean checksFirst;
    /** Whether the next messages are: at a tail without a checksum some readers give them all the same. */
    boolean checkFirst;

    final Container container;
    final Checksums checks;
    final Frame frame;
    final StreamCount count = new StreamCount();

    BlockHeader present;

    /** The number of the epoch that the messages are of. */
    int epoch;

    /** Whether the present block's frames are as they are, and nothing is to be done before they are given. */
    boolean isInFrames;

    /** Whether the next message begins with empty state. */
    boolean reset;

    /** Whether the input began with a checksum. */
    boolean joining;
    /** Where the present block begins. */
    long blockOffset = -1;
    /** Whether the present block has been read before. */
    boolean inDuplicate;

    /** Whether reading can go on in the block before which something is missing. */
    boolean accepted;

    /** The offset behind the header of the present block. */
    private long headerEnd;

    private boolean hasCheckedFrames;

    /** Whether a message may be as long as such a frame. */
    private final boolean isShortTaken;

    BlockMarkers(InputBuffer in, WireLimits limits, DeltaFormat.Trust trust) {
        this.in = in;
        this.container = new Container(in, limits);
        this.checks = new Checksums(in, limits, container);
        this.frame = new Frame(in, limits, container);
        this.trust = trust;
        this.isShortTaken = limits.maxMessageBytes() >= Byte.MAX_VALUE;
        this.checksFirst = trust != DeltaFormat.Trust.SALVAGE && trust != DeltaFormat.Trust.ALL;
        this.checkFirst = checksFirst;
    }

    /** Whether a stream without an end mark, behind which another begins, was cut off. */
    final boolean requiresEnd() {
        return checksFirst && trust != DeltaFormat.Trust.LIVE;
    }

    /** Whether the reader is for input that is as it is: of an end that is torn it gives what is whole. */
    final boolean givesTornTail() {
        return trust == DeltaFormat.Trust.SALVAGE || trust == DeltaFormat.Trust.CHECKED_THEN_REST;
    }

    /** Whether nothing is to be asked of a frame whose length takes one byte. */
    final boolean takesShortFrames() {
        return isShortTaken && !present.isDeflated();
    }

    /** Whether a checksum covers more of the last block than its header. */
    final boolean hasCheckedFrames() {
        return hasCheckedFrames;
    }

    /** Whether nothing has been read, neither good nor bad. */
    final boolean isAtStart() {
        return present == null && !count.strayed && !count.ended;
    }

    /** Reads the marker at the position, whose first byte is zero. */
    final void marker() {
        if (!in.fill(2)) {
            throw container.truncated("the input ends after the first byte of a marker");
        }
        switch (in.array[in.position + 1]) {
            case Block.CHECK -> check();
            case Block.END -> end();
            case 'D' -> begin();
            default ->
                throw container.malformed("expected a frame or a marker but was 0x00 0x"
                        + Integer.toHexString(in.array[in.position + 1] & 0xFF));
        }
    }

    private void check() {
        if (isAtStart() && !joining) {
            // Who joins a stream where it has been flushed, or before a key frame, has lost nothing.
            container.need(Block.CHECK_BYTES, "a checksum");
            in.position += Block.CHECK_BYTES;
            joining = true;
            return;
        }
        if (!count.begun) {
            throw container.malformed("expected the start of a block but was a checksum");
        }
        container.need(Block.CHECK_BYTES, "a checksum");
        boolean isSeal = in.offset() == checks.from; // over no bytes
        hasCheckedFrames |= in.offset() > headerEnd;
        if (checkFirst) {
            if (in.offset() != checks.checkedTo) {
                checks.compare(in.position + 2);
            }
        } else {
            checks.compareSum();
        }
        checks.pass();
        if (isSeal) {
            count.sealed();
        } else {
            count.check();
        }
        checkFirst = checksFirst;
        isInFrames &= !checkFirst;
    }

    private void end() {
        boolean isJoined = isAtStart() && (joining || !requiresEnd());
        long said = container.endMark();
        accepted = true; // whatever it says: what comes next begins behind it
        checks.from = in.offset();
        boolean isCounted = count.begun || count.lostFrom >= 0 || count.strayed;
        long before = count.begun ? count.messages : Math.max(0, count.lostFrom);
        if (count.begun) {
            count.settle();
        }
        if (isCounted) {
            count.lose(Math.max(0, said - before));
        }
        boolean wasBegun = count.begun;
        count.begun = false;
        isInFrames = false;
        count.lostFrom = -1;
        count.strayed = false;
        boolean wasEnded = count.ended;
        count.ended = true;
        if (wasBegun && said == before || isJoined || isCounted && !wasBegun && said == before) {
            count.messages = said;
            count.lostAt = said;
            accepted = false;
            return;
        }
        count.messages = Math.max(count.messages, said);
        count.lostAt = count.messages;
        throw wasEnded && !wasBegun
                ? container.malformed("expected a new stream after the end mark but was another end mark")
                : container.malformed("expected " + said + " messages before the end mark but there were " + before);
    }

    private void begin() {
        long startOffset = in.offset();
        present = container.header();
        headerEnd = in.offset();
        hasCheckedFrames = false;
        isInFrames = false;
        frame.setPlain();
        checkFirst = checksFirst;
        accept(present, startOffset);
        in.markFrom(in.index(startOffset)); // says that it has been read
        isInFrames = !checkFirst && !givesTornTail() && takesShortFrames();
    }

    private void accept(BlockHeader header, long start) {
        long sequence = header.sequence();
        boolean isReset = header.reset();
        boolean newStream = isReset && sequence == 0;
        if (!count.begun && !isReset) {
            count.strayed |= count.lostFrom < 0 && !count.ended;
            throw new MissingBaseException(
                    DeltaFormat.NAME,
                    "expected a block that begins with empty state but was one that goes on",
                    WireLocation.ofOffset(start, ""));
        }
        boolean isBack = count.begun && sequence < count.messages && !newStream;
        boolean isCopy = isBack && !(isReset && header.epoch() - epoch > 0);
        if (isCopy) {
            // The state is as it was: reading goes on behind it.
            accepted = true;
            inDuplicate = true;
            throw container.malformed("message " + sequence + " again: the block is a duplicate");
        }
        if (count.begun && sequence > count.messages && !isReset) {
            throw Container.missing(start, sequence - count.messages);
        }
        if (!isReset && header.epoch() != epoch) {
            throw new MissingBaseException(
                    DeltaFormat.NAME,
                    "expected a block that goes on with epoch " + Integer.toUnsignedString(epoch)
                            + " but was one of epoch " + Integer.toUnsignedString(header.epoch())
                            + ": a block before it is missing",
                    WireLocation.ofOffset(start, ""));
        }
        epoch = header.epoch();
        MalformedWireException problem = newStream
                ? count.begunBeforeEnd(start, requiresEnd())
                : isBack ? sentAgain(sequence, start) : count.gap(sequence, start, in.offset());
        count.begin(sequence, isReset);
        reset |= isReset;
        checks.beginBlock(start, isReset);
        blockOffset = start;
        if (problem != null) {
            accepted = true;
            throw problem;
        }
    }

    /** The writer did not know that what it had begun with this message had been written as a whole. */
    private MalformedWireException sentAgain(long sequence, long start) {
        count.settle();
        return Container.malformed(
                start,
                "expected message " + count.messages + " but was message " + sequence
                        + " again: the writer's target failed when it had taken it");
    }
}
