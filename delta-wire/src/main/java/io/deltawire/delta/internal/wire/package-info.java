/**
 * The writer and the reader of the delta wire. They join the layers below: tokens, objects, codec and stream. The
 * format creates them, and nothing else depends on this package.
 */
package io.deltawire.delta.internal.wire;
