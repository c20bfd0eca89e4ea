package io.deltawire.marshallable.elsewhere;

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

    /** Holds a message that its declared type does not tell. */
    public record Envelope(Object any, Message declared) {}

    @Override
    public String toString() {
        return id + text + fixed + part;
    }
}
