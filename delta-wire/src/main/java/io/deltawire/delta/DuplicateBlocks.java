package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.VarInt;

/** Passes over a block that has been read before, frame for frame and check for check without a look at what is in them: docs/spec/delta.md, section 3. */
abstract class DuplicateBlocks extends BlockMarkers {
    final TornFrames tornFrames;

    /** Whether what is not all there may still come, so that it is no fault. */
    final boolean waits;

    /**
     * Whether it may come though that it is not there is a fault: of a stream nobody knows whether its end is one for good, or that of a file
     * which grows.
     */
    final boolean mayCome;

    /** Whether the end of the input may be one for now, for either reason. */
    final boolean endsForNow;

    DuplicateBlocks(InputBuffer in, WireLimits limits, DeltaFormat.Trust trust) {
        super(in, limits, trust);
        this.tornFrames = new TornFrames(in, container);
        this.waits = in.mayGrow() && !givesTornTail();
        this.mayCome = trust == DeltaFormat.Trust.LIVE && in.isStream();
        this.endsForNow = waits || mayCome;
    }

    /**
     * Passes over a frame or checksum of a block that has been read before; false where it ends. Where it is torn, it ends where the block begins that is
     * to come.
     */
    final boolean passOverDuplicate() {
        long start = in.offset();
        in.fill(VarInt.MAX_BYTES); // the longest of a frame's length and a checksum
        if (endsInDuplicate(Math.min(VarInt.MAX_BYTES, in.limit - in.position))) {
            return false;
        }
        if (in.array[in.position] != 0) {
            long length = lengthInDuplicate();
            boolean isWhole = in.fill((int) length);
            if (endsInDuplicate(isWhole ? (int) length : in.limit - in.position)) {
                return false;
            }
            if (in.available() < length && container.runsOver(start, count.leastCount(), present)) {
                throw container.overrun(length);
            }
            container.need((int) length + bytesToTell(), "a block that is a duplicate");
            in.position += (int) length;
            return true;
        }
        container.need(2, "a block that is a duplicate");
        int kind = in.array[in.position + 1];
        if (kind == Block.CHECK) {
            container.need(Block.CHECK_BYTES + bytesToTell(), "a block that is a duplicate");
            in.position += Block.CHECK_BYTES;
            return true;
        }
        if (kind != Block.END && kind != Block.SYNC[1]) {
            container.need(2 + bytesToTell(), "a block that is a duplicate");
        }
        inDuplicate = false;
        return false;
    }

    /** The length of a frame, which may be no number where the next block begins in it. */
    private long lengthInDuplicate() {
        int present = in.available();
        try {
            long length = container.varInt();
            container.checkLength(length);
            return length;
        } catch (MalformedWireException e) {
            throw endsForNow && present < VarInt.MAX_BYTES + bytesToTell()
                    ? container.truncated("the input ends in a block that is a duplicate")
                    : e;
        }
    }

    /** How many bytes have to be there behind what is passed over, so that a header is seen which begins in it. */
    private int bytesToTell() {
        return endsForNow ? TornFrames.LEAST - 1 : 0;
    }

    /** Moves to the block that is to come where it begins in the next bytes of a duplicate. */
    private boolean endsInDuplicate(int bytes) {
        int before = tornFrames.bytesBeforeHeader(bytes, epoch, count.messages);
        if (before < 0) {
            return false;
        }
        if (tornFrames.leadsToEnd()) {
            if (endsForNow) {
                throw container.truncated("the input ends in the header of a block");
            }
            return false;
        }
        in.position += before;
        inDuplicate = false;
        return true;
    }
}
