/**
 * Operations on values outside a wire: equality, hash codes, deep copies, YAML text, and the search for cycles.
 *
 * <p>The package depends on the codecs and class plans. The public object model uses it for {@code equals},
 * {@code hashCode}, {@code toString} and copies; the writers use it to explain failures.
 */
package io.deltawire.marshallable.internal.value;
