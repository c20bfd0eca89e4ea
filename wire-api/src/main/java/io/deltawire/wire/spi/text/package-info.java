/**
 * For authors of wire formats: numbers, dates and names as bytes. Text formats need most of it, binary formats some.
 *
 * <ul>
 *   <li>Numbers: {@link io.deltawire.wire.spi.text.NumberText}, {@link io.deltawire.wire.spi.text.NumberScanner},
 *       {@link io.deltawire.wire.spi.text.DecimalText}, {@link io.deltawire.wire.spi.text.VarInt}.
 *   <li>Dates and times: {@link io.deltawire.wire.spi.text.TemporalText}.
 *   <li>Text: {@link io.deltawire.wire.spi.text.Utf8}, {@link io.deltawire.wire.spi.text.Printable},
 *       {@link io.deltawire.wire.spi.text.StringBytes}.
 *   <li>Caches of values that repeat: {@link io.deltawire.wire.spi.text.TextCache},
 *       {@link io.deltawire.wire.spi.text.NameCache}, {@link io.deltawire.wire.spi.text.PlainStringCache},
 *       {@link io.deltawire.wire.spi.text.NamedValues}.
 *   <li>Access to arrays without bounds checks: {@link io.deltawire.wire.spi.text.ArrayAccess}.
 * </ul>
 *
 * <p>The package depends on no other package of Deltawire. Applications do not need it. It may change between minor
 * versions.
 */
package io.deltawire.wire.spi.text;
