package io.deltawire.delta;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.WireFormatContract;

/** The contract of every format, with each message flushed alone and with small blocks. */
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
