package io.deltawire.delta.internal.stream;

/**
 * A block that begins with empty state, so that reading can begin there.
 *
 * @param offset where it begins, in bytes from the start of the channel
 * @param messages the number of messages in the channel before it; -1 where that is not known
 * @param sequence the number of messages before it in its own stream
 */
public record BlockStart(long offset, long messages, long sequence) {}
