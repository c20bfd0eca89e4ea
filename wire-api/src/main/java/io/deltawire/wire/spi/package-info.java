/**
 * For authors of wire formats: buffers, UTF-8, numbers and dates as text. Applications need nothing of this package. It
 * may change between minor versions.
 */
package io.deltawire.wire.spi;
