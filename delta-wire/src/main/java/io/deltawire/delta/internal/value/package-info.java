/**
 * The values and codes of the format: bytes, numbers, decimals, times and texts, with their encodings. It is the lowest
 * layer of the delta wire: it depends on none of the other packages, and all of them use it.
 */
package io.deltawire.delta.internal.value;
