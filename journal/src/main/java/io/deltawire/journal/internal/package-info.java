/** The files of a journal: their names, and the stream that writes them. */
package io.deltawire.journal.internal;
