/**
 * The implementation of {@code io.deltawire.marshallable}, which loads it by name. The packages below this one are
 * layers: {@code schema}, {@code codec}, {@code record}, {@code value}, {@code io}, {@code codegen}, {@code event}.
 * Each layer depends only on earlier ones, and this package depends on all of them. Applications use none of them.
 */
package io.deltawire.marshallable.internal;
