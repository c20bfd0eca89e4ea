package io.deltawire.marshallable;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
