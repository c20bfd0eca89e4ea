package io.deltawire.delta;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
