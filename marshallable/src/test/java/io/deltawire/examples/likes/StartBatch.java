package io.deltawire.examples.likes;

import java.time.LocalDateTime;

/** What follows is done by the account of this key. */
record StartBatch(byte[] batchKey, LocalDateTime batchTime) {}
