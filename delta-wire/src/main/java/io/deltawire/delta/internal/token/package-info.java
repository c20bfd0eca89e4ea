/**
 * Messages as tokens: takes the tokens of a writer to values, and gives the tokens of a record to a reader.
 */
package io.deltawire.delta.internal.token;
