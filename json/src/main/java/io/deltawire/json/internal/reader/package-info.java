/** The reader: messages, tokens and values for callers of {@link io.deltawire.wire.WireIn}. */
package io.deltawire.json.internal.reader;
