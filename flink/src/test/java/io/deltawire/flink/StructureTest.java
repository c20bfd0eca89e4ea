package io.deltawire.flink;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
