package io.deltawire.examples.likes;

/** Likes for somebody. */
record Give(byte[] publicKey, double amount) {}
