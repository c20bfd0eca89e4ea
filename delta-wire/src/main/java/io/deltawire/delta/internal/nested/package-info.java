/**
 * What the fields of an object hold that is more than a scalar: objects, lists, arrays and maps, and where their values are among
 * the leaves of a type.
 */
package io.deltawire.delta.internal.nested;
