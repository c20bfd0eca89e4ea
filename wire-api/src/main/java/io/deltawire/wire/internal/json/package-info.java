/**
 * JSON text (RFC 8259): its strings, and the names that stand for types and keys. JSON messages and the cells of CSV
 * that hold lists are written and read by it. It depends on the output buffer, and is exported to those two formats only.
 */
package io.deltawire.wire.internal.json;
