package io.deltawire.yaml;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
