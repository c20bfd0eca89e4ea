package io.deltawire.examples.correlation;

/** Why a question has no result. */
record Failure(long id, String reason) {}
