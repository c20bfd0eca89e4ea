package io.deltawire.yaml;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.WireFormatContract;

class YamlLineStyleContractTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new YamlFormat();
    }

    @Override
    protected WireOptions options() {
        return super.options().with(YamlFormat.STYLE, YamlFormat.Style.LINE);
    }

    @Override
    protected boolean keepsComments() {
        return true;
    }
}
