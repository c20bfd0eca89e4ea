/**
 * The CSV wire: one record a line, RFC 4180. See {@link io.deltawire.csv.CsvFormat} for its options and
 * {@code docs/spec/csv-mapping.md} for how records become tables.
 */
package io.deltawire.csv;
