/**
 * For authors of wire formats: the input and output buffers, limits, conversions and error paths that every format
 * needs. Applications do not need this package. It may change between minor versions.
 *
 * <p>A format implements {@link io.deltawire.wire.WireIn} over an {@link io.deltawire.wire.spi.InputBuffer}, and
 * {@link io.deltawire.wire.WireOut} over an {@link io.deltawire.wire.spi.OutputBuffer}. The class comments of the two
 * buffers describe the protocols.
 *
 * <p>Two more packages are for format authors: {@link io.deltawire.wire.spi.text} has numbers, dates and text as bytes,
 * and {@link io.deltawire.wire.spi.object} has optional faster paths for objects.
 */
package io.deltawire.wire.spi;
