/** Splitting the input into documents. */
package io.deltawire.yaml.internal.document;
