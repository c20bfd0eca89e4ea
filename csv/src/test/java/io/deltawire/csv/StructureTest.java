package io.deltawire.csv;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
