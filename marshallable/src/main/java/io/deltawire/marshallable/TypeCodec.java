package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/**
 * Writes and reads the values of a class that an application cannot change, such as a class of another library.
 * {@link TypeRegistry#register(Class, TypeCodec)} makes it known to the wires of a registry.
 *
 * <pre>{@code
 * class MoneyCodec implements TypeCodec<Money> {
 *     public void write(Money value, WireOut out) {
 *         out.text(value.toString());
 *     }
 *
 *     public Money read(WireIn in) {
 *         return Money.parse(in.text());
 *     }
 * }
 * }</pre>
 *
 * <p>A value is one scalar, one object or one list. Null is not passed to a codec. A codec of one scalar also serves map
 * keys and {@link Key} fields. {@link Wire#writeObject} and {@link Wire#readObject} write and read nested objects; the
 * type name of a value that consists of nothing else is left out, because the value has the name of its own class.
 *
 * <p>One instance serves all threads.
 *
 * @param <T> the class
 */
public interface TypeCodec<T> {
    /**
     * Writes a value, which is not null. A codec that writes no value, more than one, or an object or list without its
     * end causes an {@link IllegalStateException}, and nothing of the message is written.
     */
    void write(T value, WireOut out);

    /**
     * Reads a value, which is not null. A {@link RuntimeException} says that the input does not fit, and is reported as
     * an {@link io.deltawire.wire.WireDataException} with the path of the value. A codec that reads no value, more than
     * one, or only a part of it causes an {@link IllegalStateException}.
     */
    T read(WireIn in);
}
