package io.deltawire.examples.likes;

/** Whom the service tells something. */
interface LikesOut {
    Account to(byte[] publicKey);
}
