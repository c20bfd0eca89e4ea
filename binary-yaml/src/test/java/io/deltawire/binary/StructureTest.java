package io.deltawire.binary;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
