/**
 * The object model: any Java object through any wire format.
 *
 * <p>{@link io.deltawire.marshallable.Wire} writes and reads objects. {@link
 * io.deltawire.marshallable.AbstractMarshallable} gives a class text, equality and copies by its fields. {@link
 * io.deltawire.marshallable.TypeRegistry} says which type name stands for which class.
 *
 * <p>Unless a method says otherwise, arguments are not null, and objects of this package are not thread-safe.
 */
package io.deltawire.marshallable;
