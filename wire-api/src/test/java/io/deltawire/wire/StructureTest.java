package io.deltawire.wire;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {
    StructureTest() {
        super("Tokenizer"); // formats extend them
    }
}
