/**
 * Data-driven tests for JUnit: events from YAML files are played to a component, and what it writes is compared with
 * another file. {@link io.deltawire.marshallable.junit.EventTests} is the entry point.
 *
 * <p>The package needs JUnit 5 or later ({@code org.junit.jupiter:junit-jupiter-api}), which is an optional dependency;
 * the rest of this library does not use it. It builds on the public object model only, and no other package depends on
 * it.
 */
package io.deltawire.marshallable.junit;
