/** Channels on Flink's file systems, messages as objects and as rows. */
package io.deltawire.flink.internal;
