/** The fallback to jackson-core for what the scanner does not accept. */
package io.deltawire.json.internal.jackson;
