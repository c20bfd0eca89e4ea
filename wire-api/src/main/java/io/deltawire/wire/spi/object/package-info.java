/**
 * Optional interfaces between formats and the codecs of objects. They replace tokens where both sides can do better. A
 * format is complete without them, and a codec asks with {@code instanceof} whether a reader or writer has them.
 *
 * <ul>
 *   <li>Prefixes: the constant bytes before the fields of a message are copied or compared in one step. See
 *       {@link io.deltawire.wire.spi.object.MessagePrefix}.
 *   <li>Direct fields: generated code encodes and decodes fields in the array of the format. See
 *       {@link io.deltawire.wire.spi.object.FieldEncoder} and {@link io.deltawire.wire.spi.object.FieldDecoder}.
 *   <li>Columns: a format that retains records compares an object with its record field by field. See
 *       {@link io.deltawire.wire.spi.object.FieldColumns}, {@link io.deltawire.wire.spi.object.ColumnWriter} and
 *       {@link io.deltawire.wire.spi.object.ColumnReader}.
 * </ul>
 *
 * <p>Whatever they write, the bytes are those of the tokens. The package depends on {@code io.deltawire.wire.spi.text}
 * and on the shapes and tokens of {@code io.deltawire.wire}. Applications do not need it. It may change between minor
 * versions.
 */
package io.deltawire.wire.spi.object;
