/** The scanner: finds the tokens of a message and keeps its nesting. */
package io.deltawire.json.internal.scanner;
