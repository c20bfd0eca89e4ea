/**
 * The encoding itself: the table of codes, the encodings of numbers, text and names, and the scanner that finds where
 * values end.
 *
 * <p>This is the lowest layer. It has no state but that of a scanner.
 */
package io.deltawire.binary.internal.codes;
