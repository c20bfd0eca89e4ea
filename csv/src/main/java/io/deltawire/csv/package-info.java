/**
 * The CSV wire: one record a line, by RFC 4180. {@link io.deltawire.csv.CsvFormat} has the options, and {@code
 * docs/spec/csv-mapping.md} specifies how records become tables.
 *
 * <p>The layers below it: {@code internal.read} moves from record to record and reads cells, {@code internal.write}
 * builds rows. Both stand on {@code internal.table}, the columns of a file and the tree of fields that they make up,
 * and on {@code internal.text}, which knows what text looks like.
 */
package io.deltawire.csv;
