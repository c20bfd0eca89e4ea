package io.deltawire.examples.likes;

/** How many likes an account has now. */
record OnBalance(byte[] publicKey, double amount) {}
