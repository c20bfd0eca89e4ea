package io.deltawire.marshallable;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {
    StructureTest() {
        super("EventCaller"); // its other subclasses are generated at run time
    }
}
