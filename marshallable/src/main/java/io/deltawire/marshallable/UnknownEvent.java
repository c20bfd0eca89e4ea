package io.deltawire.marshallable;

/**
 * Handles the events that a {@link MethodReader} finds no method for. It is called by the thread that calls {@link
 * MethodReader#readOne}.
 */
@FunctionalInterface
public interface UnknownEvent {
    /**
     * Handles an event.
     *
     * @param event the name of the event, or empty if the message is not an event
     * @param value the value as {@link Wire#read()} returns it: an object of the class that the type name selects, or a
     *     {@link GenericRecord}, map, list or scalar if there is no type name or an unknown one
     * @param position the byte offset of the message from the start of the input, or -1 if unknown
     */
    void onEvent(String event, Object value, long position);
}
