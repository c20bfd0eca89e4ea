/**
 * The implementation of {@code io.deltawire.marshallable}, which finds it here by its name. The packages below this one are layers: {@code schema},
 * {@code codec}, {@code record}, {@code value}, {@code io}, {@code codegen}, {@code event}, each of which knows those before it alone.
 */
package io.deltawire.marshallable.internal;
