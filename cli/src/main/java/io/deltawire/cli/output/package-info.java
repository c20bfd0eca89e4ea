/** Standard output and output files, including output that is split by key, type, event or number of messages. */
package io.deltawire.cli.output;
