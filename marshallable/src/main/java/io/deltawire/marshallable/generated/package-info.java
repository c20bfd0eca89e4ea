/**
 * The superclasses and helpers of classes that are generated at run time: codecs, equality, callers of methods, and
 * method writers. Generated classes live in the packages of the classes and interfaces that they serve, so what they
 * extend and call is public.
 *
 * <p>The generators are in {@code internal.codegen} and {@code internal.event}, and refer to members here by name.
 * Applications have no use for this package, and it may change at any time.
 */
package io.deltawire.marshallable.generated;
