package io.deltawire.marshallable.elsewhere;

import java.util.ArrayList;
import java.util.List;

/** A plain class and a record in it, to be loaded by several class loaders. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
public class Message {
    private int id;
    private String text;
    private final long fixed;
    private Part part;

    public Message(int id) {
        this.id = id;
        this.text = "text " + id;
        this.fixed = 10L * id;
        this.part = new Part(id, "p");
    }

    private record Part(int a, String b) {}

    /** Holds a message whose declared type does not reveal its class. */
    public record Envelope(Object any, Message declared) {}

    /** Takes messages by an interface that has a class loader further out. */
    public static class Taker implements Listener<Message> {
        private final List<Object> taken = new ArrayList<>();

        @Override
        public void on(Message argument) {
            taken.add(argument);
        }

        @Override
        public void onAll(List<Message> arguments) {
            taken.addAll(arguments);
        }

        @Override
        public String toString() {
            return taken.toString();
        }
    }

    @Override
    public String toString() {
        return id + text + fixed + part;
    }
}
