package io.deltawire.kafka;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
