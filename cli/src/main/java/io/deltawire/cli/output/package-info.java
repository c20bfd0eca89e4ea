/** Standard output and output files, including output that is split by the value of a field. */
package io.deltawire.cli.output;
