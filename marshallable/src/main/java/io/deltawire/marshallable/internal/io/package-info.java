/** Messages: objects and events are written to and read from a wire, by their tokens, their columns, or directly in the array of the format. */
package io.deltawire.marshallable.internal.io;
