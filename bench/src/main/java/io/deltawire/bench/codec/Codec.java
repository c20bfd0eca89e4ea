package io.deltawire.bench.codec;

/**
 * Writes or reads one sequence of messages in one format of one library. The interface is the smallest that all libraries can meet, so
 * that the same loop drives each of them.
 *
 * <p>An instance serves one direction. An encoder gets {@link #reset}, then {@link #encode} for each message in order. A decoder gets
 * {@link #setInput} once, then for each pass {@link #reset} and {@link #decode} for each message in order. Buffers and the state of the
 * library live as long as the instance, as they do in an application. Instances are not thread-safe.
 */
public abstract class Codec {
    /**
     * Calls the constructor of a class that has no parameters.
     *
     * @throws IllegalStateException if there is no such constructor, or if it fails
     */
    public static Object newInstance(Class<?> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected a constructor without parameters in " + type.getName(), e);
        }
    }

    /** Returns a new record for messages of {@code type}. It is of a subclass if the library demands a class of its own. */
    public Object newRecord(Class<?> type) {
        return newInstance(type);
    }

    /** Forgets all earlier messages: the next one is the first. */
    public void reset() throws Exception {}

    /** Encodes the next message into the codec's own buffer, and returns the number of bytes. */
    public abstract int encode(Object message) throws Exception;

    /** Copies the bytes of the message that was encoded last. */
    public abstract void copyMessage(byte[] target, int offset) throws Exception;

    /** Takes the bytes of all messages to decode, one after another. The benchmark does not time this call. */
    public abstract void setInput(byte[] messages) throws Exception;

    /** Decodes the next message, which has these bytes of the input. Each call may return the same object. */
    public abstract Object decode(int offset, int length) throws Exception;
}
