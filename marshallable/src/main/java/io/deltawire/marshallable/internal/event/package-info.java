/**
 * Method writers and readers. Method writers implement interfaces so that calls are written as events; method readers
 * call methods with the events that they read. The package uses the message layer in {@code internal.io}; only the
 * library's entry point above it uses this package.
 */
package io.deltawire.marshallable.internal.event;
