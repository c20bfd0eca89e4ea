package io.deltawire.json;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
