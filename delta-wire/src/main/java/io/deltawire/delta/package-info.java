/** The keyed delta wire: messages that hold only what changed since the last one with the same key. */
package io.deltawire.delta;
