/** The writer. */
package io.deltawire.json.internal.writer;
