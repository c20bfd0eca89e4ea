/**
 * Presents objects as records to formats that compare an object with its record.
 *
 * <p>It provides the columns of nested objects and items, and the keys that name a record. The package depends on the
 * codecs of {@code internal.codec} and the class plans of {@code internal.schema}. Generated codecs create the columns;
 * the object writer and the method writers compute the keys.
 */
package io.deltawire.marshallable.internal.record;
