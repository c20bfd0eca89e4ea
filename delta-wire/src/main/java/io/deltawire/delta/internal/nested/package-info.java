/**
 * The content of nested fields: objects, lists, arrays and maps, and the leaves of a message type at which their values
 * are.
 *
 * <p>An {@link io.deltawire.delta.internal.nested.NestedField} belongs to a class and a type. It knows where its
 * content may be. A {@link io.deltawire.delta.internal.nested.FieldContent} belongs to a record, and caches where the
 * content of that record is. With both, values are compared with a record, collected for a message, or set from the
 * record, without tokens.
 *
 * <p>The package depends on {@code codec}, {@code state} and {@code value}, and knows nothing of tokens beyond single
 * fields. The package {@code object} uses it.
 */
package io.deltawire.delta.internal.nested;
