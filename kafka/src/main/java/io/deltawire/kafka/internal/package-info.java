/** Blocks as bytes, and the values of key fields. */
package io.deltawire.kafka.internal;
