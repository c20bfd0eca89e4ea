/** The options of the command line: their names, values, defaults and what they mean for readers and writers. */
package io.deltawire.cli.options;
