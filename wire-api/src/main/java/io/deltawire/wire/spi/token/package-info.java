/**
 * Messages as tokens: the base of readers, and a buffer that holds a message. It depends on the buffers and the text
 * of scalars. Formats that decode one token after another, and callers that need a message twice, use it.
 */
package io.deltawire.wire.spi.token;
