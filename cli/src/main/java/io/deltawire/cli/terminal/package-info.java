/**
 * The console: colours, lines, exit codes and failures, and the protection of a terminal from control characters in
 * data.
 */
package io.deltawire.cli.terminal;
