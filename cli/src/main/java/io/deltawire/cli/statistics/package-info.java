/** The report on the messages of an input: counts, sizes, likely keys and values over time. */
package io.deltawire.cli.statistics;
