package io.deltawire.journal;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
