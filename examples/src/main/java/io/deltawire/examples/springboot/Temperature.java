package io.deltawire.examples.springboot;

import io.deltawire.marshallable.Key;

record Temperature(@Key String room, double degrees) {}
