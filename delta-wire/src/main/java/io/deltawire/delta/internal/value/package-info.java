/**
 * Values and codes of the format: bytes, numbers, decimals, times, texts. The lowest layer; it knows nothing of messages.
 */
package io.deltawire.delta.internal.value;
