package io.deltawire.cli;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
