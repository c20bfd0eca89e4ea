/** The writer and its layouts. */
package io.deltawire.yaml.internal.writer;
