/**
 * Writes and reads objects and events as messages of a wire: by tokens, by columns, or directly in the array of the
 * format. {@link io.deltawire.marshallable.internal.io.ObjectWire} implements the public wire. The package uses
 * codecs and values below it; the event layer above it implements method writers and readers.
 */
package io.deltawire.marshallable.internal.io;
