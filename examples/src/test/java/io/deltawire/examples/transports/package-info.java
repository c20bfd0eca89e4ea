/**
 * Recipes for other transports and for columnar files: quotes over Aeron, in a Chronicle Queue, and as an Arrow file. The
 * page docs/guide/transports.md shows them.
 */
package io.deltawire.examples.transports;
