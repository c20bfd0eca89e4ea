package io.deltawire.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A field of the messages of a stream, with the kinds of values that it has had: what a table or a schema of another
 * system needs to know in advance. A stream says it nowhere, so {@link #allOf} reads all of it once.
 *
 * @param event the event of the messages, else their type name; empty if they have neither
 * @param path the names down to the field with points between them, {@code []} for the items of a list, and {@code {}}
 *     for entries whose key is not a name; empty for the message itself
 * @param kinds the kinds of its values: scalars, {@link WireToken#NULL}, {@link WireToken#BEGIN_OBJECT} and {@link
 *     WireToken#BEGIN_LIST}
 * @param isOptional whether an object that could have the field lacked it
 */
public record StreamField(String event, String path, Set<WireToken> kinds, boolean isOptional) {
    /** A stream of more fields has names that are data. */
    private static final int MAX_FIELDS = 100_000;

    /** @param kinds is copied */
    public StreamField {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
    }

    /**
     * Reads all further messages of a reader, and returns their fields: the messages by the order of their first one,
     * and the fields by their order in it. The reader stays open.
     *
     * @param in a reader of any format
     * @throws WireException if the reader throws it
     * @throws IllegalStateException if there are more than 100,000 fields, since then names are data
     */
    public static List<StreamField> allOf(WireIn in) {
        Walk walk = new Walk(in);
        Map<String, Node> events = new LinkedHashMap<>();
        while (in.nextMessage()) {
            walk.readMessage(events);
        }
        List<StreamField> fields = new ArrayList<>();
        events.forEach((event, node) -> node.list(event, "", node.count, fields));
        return fields;
    }

    /** What has been seen at one path. */
    private static final class Node {
        private final Set<WireToken> kinds = EnumSet.noneOf(WireToken.class);
        private final Map<String, Node> children = new LinkedHashMap<>();
        /** How many values were here. */
        private long count;
        /** How many of them were objects. */
        private long objects;

        void list(String event, String path, long possible, List<StreamField> into) {
            into.add(new StreamField(event, path, kinds, count < possible));
            children.forEach((name, child) -> {
                boolean isEntry = !name.equals("[]") && !name.equals("{}");
                String below = path.isEmpty() || !isEntry ? path + name : path + "." + name;
                child.list(event, below, isEntry ? objects : child.count, into);
            });
        }
    }

    /** Reads values into nodes. */
    private static final class Walk {
        private final WireIn in;
        private int nodes;

        Walk(WireIn in) {
            this.in = in;
        }

        Node child(Map<String, Node> of, String name) {
            Node child = of.get(name);
            if (child == null) {
                if (nodes++ == MAX_FIELDS) {
                    throw new IllegalStateException("the stream has more than " + MAX_FIELDS + " fields");
                }
                child = new Node();
                of.put(name, child);
            }
            return child;
        }

        void readMessage(Map<String, Node> events) {
            String type = in.typeName();
            String name = type == null ? "" : type;
            if (in.peek() != WireToken.BEGIN_OBJECT) {
                readValue(child(events, name));
                return;
            }
            in.beginObject();
            if (type == null && in.hasNext() && in.peek() == WireToken.EVENT) {
                readEvents(events);
            } else {
                Node node = child(events, name);
                node.kinds.add(WireToken.BEGIN_OBJECT);
                node.count++;
                readEntries(node);
            }
        }

        /** Reads the rest of a message that begins with an event; fields beside events count as events. */
        private void readEvents(Map<String, Node> events) {
            while (in.hasNext()) {
                readValue(child(events, entryName()));
            }
            in.endObject();
        }

        private String entryName() {
            if (in.peek() != WireToken.KEY) {
                return in.fieldName();
            }
            in.key();
            in.skipValue();
            return "{}";
        }

        private void readEntries(Node node) {
            node.objects++;
            while (in.hasNext()) {
                readValue(child(node.children, entryName()));
            }
            in.endObject();
        }

        private void readValue(Node node) {
            WireToken token = in.peek();
            node.kinds.add(token);
            node.count++;
            switch (token) {
                case BEGIN_OBJECT -> {
                    in.beginObject();
                    readEntries(node);
                }
                case BEGIN_LIST -> {
                    in.beginList();
                    while (in.hasNext()) {
                        readValue(child(node.children, "[]"));
                    }
                    in.endList();
                }
                default -> in.skipValue();
            }
        }
    }
}
