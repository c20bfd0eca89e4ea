package io.deltawire.examples.likes;

/** One account gives likes to another. */
record Give(byte[] publicKey, double amount) {}
