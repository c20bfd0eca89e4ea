package io.deltawire.delta.internal.stream;

/**
 * A block that begins with empty state, so that reading can begin there.
 *
 * @param offset the start of the block in bytes from the start of the channel
 * @param messages the number of messages in the channel before the block; -1 if it is not known
 * @param sequence the number of messages before the block in its own stream
 */
public record BlockStart(long offset, long messages, long sequence) {}
