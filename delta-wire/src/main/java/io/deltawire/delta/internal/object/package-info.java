/**
 * Objects of a class that is bound to a type: they are compared with a record, written and set by their fields, without tokens
 * where that is possible.
 */
package io.deltawire.delta.internal.object;
