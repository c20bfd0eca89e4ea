/**
 * The object model, which writes and reads Java objects in any wire format.
 *
 * <p>{@link io.deltawire.marshallable.Wire} writes and reads objects. {@link
 * io.deltawire.marshallable.AbstractMarshallable} gives a class text, equality and copies by its fields. {@link
 * io.deltawire.marshallable.TypeRegistry} maps type names to classes. {@link io.deltawire.marshallable.MethodReader}
 * turns messages into method calls.
 *
 * <p>Unless a method says otherwise, arguments must not be null, and objects of this package are not thread-safe.
 */
package io.deltawire.marshallable;
