/** The writer, and the caches of what it encodes often. */
package io.deltawire.binary.internal.writer;
