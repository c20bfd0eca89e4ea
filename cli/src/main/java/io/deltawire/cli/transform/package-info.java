/**
 * What happens to messages between input and output: selecting messages and fields, keeping only changes, and marks for
 * deleted records.
 */
package io.deltawire.cli.transform;
