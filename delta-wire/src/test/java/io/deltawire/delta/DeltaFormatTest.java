package io.deltawire.delta;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.WireFormatContract;

/** The contract of every format, with messages collected into blocks. */
class DeltaFormatTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new DeltaFormat();
    }

    @Override
    protected WireOptions options() {
        return WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
    }

    @Override
    protected boolean keepsRecords() {
        return true;
    }
}
