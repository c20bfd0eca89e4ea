package io.deltawire.examples;

import io.deltawire.wire.testing.ModuleStructure;

class StructureTest extends ModuleStructure {}
