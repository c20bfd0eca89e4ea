/**
 * The writer and the reader.
 */
package io.deltawire.delta.internal.wire;
