package io.deltawire.marshallable;

/** Takes the events that a {@link MethodReader} finds no method for. */
@FunctionalInterface
public interface UnknownEvent {
    /**
     * Takes an event.
     *
     * @param event its name, or null for a message that is no event
     * @param value its value, as {@link Wire#read()} gives it: of the class that its type name stands for; without one,
     *     or with an unknown one, a {@link GenericRecord}, map, list or scalar
     * @param position where its message begins: byte offset from the start of the input, or -1 where it is not known
     */
    void onEvent(String event, Object value, long position);
}
