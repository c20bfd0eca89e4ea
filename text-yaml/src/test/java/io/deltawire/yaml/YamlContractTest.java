package io.deltawire.yaml;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.testing.WireFormatContract;

class YamlContractTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new YamlFormat();
    }

    @Override
    protected boolean keepsComments() {
        return true;
    }
}
