/**
 * The public API of the wire: tokens, shapes, limits, errors, format lookup and transcoding.
 *
 * <p>A {@link io.deltawire.wire.WireOut} receives a message as a sequence of tokens (begin object, field, value, end).
 * A {@link io.deltawire.wire.WireIn} returns the same tokens. A format (YAML, JSON, CSV, binary YAML, delta) is a pair
 * of the two, found by name through {@link io.deltawire.wire.WireFormats}. Formats know tokens and no application
 * classes.
 *
 * <p>Unless a method says otherwise, arguments must not be null. Objects of this package are not thread-safe, except
 * the immutable ones: {@link io.deltawire.wire.Shape}, {@link io.deltawire.wire.WireLimits},
 * {@link io.deltawire.wire.WireOptions} and every {@link io.deltawire.wire.WireFormat}.
 */
package io.deltawire.wire;
