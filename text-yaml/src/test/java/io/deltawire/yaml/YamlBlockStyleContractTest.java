package io.deltawire.yaml;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.WireFormatContract;

class YamlBlockStyleContractTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new YamlFormat();
    }

    @Override
    protected WireOptions options() {
        return super.options().with(YamlFormat.STYLE, YamlFormat.Style.BLOCK);
    }

    @Override
    protected boolean keepsComments() {
        return true;
    }
}
