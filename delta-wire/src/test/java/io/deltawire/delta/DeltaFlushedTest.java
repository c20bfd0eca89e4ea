package io.deltawire.delta;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormatContract;
import io.deltawire.wire.WireOptions;

/** The contract of every wire, with every message flushed alone and small blocks. */
class DeltaFlushedTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new DeltaFormat();
    }

    @Override
    protected WireOptions options() {
        return WireOptions.DEFAULTS
                .with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                .with(DeltaFormat.BLOCK_BYTES, 1000);
    }

    @Override
    protected boolean keepsRecords() {
        return true;
    }
}
