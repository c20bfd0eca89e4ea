/**
 * Turns the values of a message into the bytes of its body, and bytes back into a record (docs/spec/delta.md, sections 5 and 6).
 */
package io.deltawire.delta.internal.codec;
