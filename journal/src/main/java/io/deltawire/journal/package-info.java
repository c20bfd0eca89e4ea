/**
 * Journals: messages in a folder of files. {@link io.deltawire.journal.Journal} is the entry point; {@link
 * io.deltawire.journal.JournalAppender} writes and {@link io.deltawire.journal.JournalTailer} reads.
 */
package io.deltawire.journal;
