package io.deltawire.examples.likes;

/** How many likes an account begins with. */
record OpeningBalance(byte[] publicKey, double amount) {}
