/** Caches of decoded values by their bytes, so that repeated values give the same instance and no garbage. */
package io.deltawire.binary.internal.cache;
