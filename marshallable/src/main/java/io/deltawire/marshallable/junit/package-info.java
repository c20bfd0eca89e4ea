/**
 * Tests without code: events in YAML files go into a component, and what it writes is compared with another file.
 *
 * <p>Needs JUnit 5 or later on the class path ({@code org.junit.jupiter:junit-jupiter-api}), which tests have anyway; the
 * rest of this library does not.
 */
package io.deltawire.marshallable.junit;
