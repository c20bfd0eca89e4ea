package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import java.util.HashMap;
import java.util.Map;

/**
 * Passes reports on to a sink. Each report is about the bytes from the end of the one before up to the cursor. This
 * class owns that start, the texts of the message, and a cache of paths.
 */
final class Annotations {
    private final ByteCursor c;
    private final Map<SchemaNode, String> paths = new HashMap<>();
    private DeltaInspector.Sink sink;
    private Map<String, String> texts = Map.of();
    private int start;

    Annotations(ByteCursor cursor) {
        this.c = cursor;
    }

    /** Begins at the cursor, with reports to this sink. */
    void begin(DeltaInspector.Sink to) {
        sink = to;
        start = c.position();
    }

    DeltaInspector.Sink sink() {
        return sink;
    }

    /** Sets the values of the present message by their paths. */
    void setTexts(Map<String, String> values) {
        texts = values;
    }

    /** Forgets all paths, since nodes are reused for other items. */
    void clearPaths() {
        paths.clear();
    }

    /** Returns the index of the first byte that has not been reported. */
    int start() {
        return start;
    }

    /** Returns the varint after the first byte that has not been reported. It has been read before. */
    long firstNumber() {
        return numberAt(start + 1);
    }

    /** Returns the varint at the cursor, which does not move. */
    long nextNumber() {
        return numberAt(c.position());
    }

    private long numberAt(int index) {
        int position = c.position();
        c.moveTo(index);
        long number = c.varInt();
        c.moveTo(position);
        return number;
    }

    /** Reports the bytes up to the cursor. */
    void describe(int depth, String meaning) {
        describeUpTo(c.position(), depth, meaning);
    }

    void describeUpTo(int end, int depth, String meaning) {
        sink.line(start, end, depth, meaning);
        start = end;
    }

    /**
     * Reports the bytes of a value.
     *
     * @param how how the value has been encoded; may be empty
     */
    void describeValue(SchemaNode leaf, boolean isAbsent, String how) {
        String text = isAbsent ? "absent" : texts.getOrDefault(path(leaf), "");
        String meaning = name(leaf) + ": " + text + (how.isEmpty() ? "" : "  (" + how + ")");
        sink.value(path(leaf), start, c.position(), meaning);
        start = c.position();
    }

    /** Returns the path of a node, such as {@code trade.fills[0].price}; for a type name {@code trade!}. */
    String path(SchemaNode node) {
        return paths.computeIfAbsent(node, Annotations::findPath);
    }

    private static String findPath(SchemaNode node) {
        if (node.kind() == Op.NODE_TYPE) {
            return findPath(node.parent()) + "!";
        }
        SchemaNode top = node;
        while (top.parent() != null && top.parent().parent() != null) {
            top = top.parent();
        }
        return top.kind() == Op.NODE_KEY ? "." + node.path() : node.path();
    }

    /** Returns the path of a node as part of a sentence. */
    String name(SchemaNode node) {
        if (node.kind() == Op.NODE_TYPE) {
            return "type name" + (node.parent().parent() == null ? "" : " of " + path(node.parent()));
        }
        return path(node).isEmpty() ? "(the message)" : path(node);
    }

    static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
