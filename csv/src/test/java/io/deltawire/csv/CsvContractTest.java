package io.deltawire.csv;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.testing.WireFormatContract;

class CsvContractTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new CsvFormat();
    }

    @Override
    protected boolean keepsKinds() {
        return false;
    }

    @Override
    protected boolean keepsKeyKinds() {
        return false;
    }

    @Override
    protected boolean isTree() {
        return false;
    }
}
