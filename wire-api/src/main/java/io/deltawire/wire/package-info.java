/**
 * The wire: tokens, shapes, limits, errors, format lookup and transcoding.
 *
 * <p>A {@link io.deltawire.wire.WireOut} takes a message as a sequence of tokens (begin object, field, value, end), a
 * {@link io.deltawire.wire.WireIn} gives the same tokens back. A format (YAML, JSON, CSV, binary YAML, delta) is a
 * pair of the two, found by name through {@link io.deltawire.wire.WireFormats}. Formats know tokens and never classes.
 *
 * <p>Unless a method says otherwise, arguments are not null, and objects of this package are not thread-safe except for
 * the immutable ones: {@link io.deltawire.wire.Shape}, {@link io.deltawire.wire.WireLimits},
 * {@link io.deltawire.wire.WireOptions} and every {@link io.deltawire.wire.WireFormat}.
 */
package io.deltawire.wire;
