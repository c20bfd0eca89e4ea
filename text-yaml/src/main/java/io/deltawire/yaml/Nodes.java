package io.deltawire.yaml;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * The nodes of one document as SnakeYAML parses them, with what aliases stand for in the place of the aliases. Only what
 * an anchor names is kept, within bounds. Not thread-safe.
 */
final class Nodes {
    /** Nodes that aliases may add to any document, however small it is. */
    private static final int FREE_EXPANSION = 1000;

    /** What a node that is kept is taken to cost, against the limit on a message's bytes. */
    private static final int NODE_BYTES = 128;

    private final Documents document;
    private final Nesting nesting;
    private final WireLimits limits;
    private final DocumentReader reader;
    private final ParserImpl parser;
    private final List<Node> tape = new ArrayList<>();
    private final Map<String, Node.Anchor> anchors = new HashMap<>();
    private final ArrayDeque<Open> open = new ArrayDeque<>();
    private final ArrayDeque<Replay> replays = new ArrayDeque<>();
    private int parseDepth;
    private int aliases;
    private long parsed;
    private long expanded;
    private int kept;
    private int line;
    private int column = 1;

    private record Open(Node.Anchor anchor, int depth) {}

    private static final class Replay {
        final List<Node> nodes;
        final int to;
        int next;

        Replay(List<Node> nodes, int from, int to) {
            this.nodes = nodes;
            this.next = from;
            this.to = to;
        }
    }

    Nodes(Documents document, Nesting nesting, WireLimits limits) {
        this.document = document;
        this.nesting = nesting;
        this.limits = limits;
        this.line = document.firstLine;
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setProcessComments(false);
        this.reader = new DocumentReader(Utf8.decode(document.array, document.start, document.end - document.start));
        this.parser = new ParserImpl(reader, options);
        skip(Event.ID.StreamStart);
        skip(Event.ID.DocumentStart);
    }

    /** Moves to the next node and returns it. */
    Node next() {
        while (true) {
            Node node = replays.isEmpty() ? parse() : replay();
            if (node == null) {
                continue;
            }
            if (node.kind != Node.Kind.ALIAS) {
                return node;
            }
            expand(node);
        }
    }

    /** Makes nodes that were kept come next, before those of the document. */
    void insert(List<Node> nodes, int from, int to) {
        replays.push(new Replay(nodes, from, to));
    }

    /** Counts a node that is kept by somebody. */
    void keep(Node node) {
        if (++kept > limits.maxMessageBytes() / NODE_BYTES + FREE_EXPANSION) {
            throw failure("expected at most " + (kept - 1) + " nodes with anchors but there are more", node);
        }
    }

    /** Reads on after the document's value, and fails where there is anything. */
    void end() {
        skip(Event.ID.DocumentEnd);
        skip(Event.ID.StreamEnd);
    }

    MalformedWireException failure(String problem, Node node) {
        return new MalformedWireException(
                YamlFormat.NAME, problem, WireLocation.ofLine(node.line, node.column, nesting.path()));
    }

    private Node replay() {
        Replay top = replays.peek();
        if (top.next == top.to) {
            replays.pop();
            return null;
        }
        Node node = top.nodes.get(top.next++);
        if (++expanded > limits.maxExpansion() * parsed + FREE_EXPANSION) {
            throw failure(
                    "expected aliases to multiply the document by at most " + limits.maxExpansion()
                            + " but they do so by more",
                    node);
        }
        return node;
    }

    private void expand(Node alias) {
        Node.Anchor target = alias.target;
        if (tape.get(target.from).isBegin() && ++aliases > limits.maxAliases()) {
            throw failure(
                    "expected at most " + limits.maxAliases() + " aliases to objects or lists but there are more",
                    alias);
        }
        replays.push(new Replay(tape, target.from, target.to));
    }

    private Node parse() {
        Event event = event();
        Mark mark = event.getStartMark();
        line = document.firstLine + mark.getLine();
        column = mark.getColumn() + 1;
        parsed++;
        Node node = convert(event);
        String anchor = event instanceof NodeEvent named && node.kind != Node.Kind.ALIAS ? named.getAnchor() : null;
        if (anchor != null) {
            Node.Anchor made = new Node.Anchor(tape.size());
            anchors.put(anchor, made);
            open.push(new Open(made, parseDepth));
        }
        if (!open.isEmpty()) {
            record(node);
        } else if (node.isBegin()) {
            parseDepth++;
        } else if (node.isEnd()) {
            parseDepth--;
        }
        return node;
    }

    private void record(Node node) {
        keep(node);
        tape.add(node);
        if (node.isBegin()) {
            parseDepth++;
        } else if (node.isEnd()) {
            parseDepth--;
        }
        while (!node.isBegin() && !open.isEmpty() && open.peek().depth() == parseDepth) {
            open.pop().anchor().to = tape.size();
        }
    }

    private Node convert(Event event) {
        switch (event.getEventId()) {
            case Scalar -> {
                ScalarEvent scalar = (ScalarEvent) event;
                Node.Style style = scalar.getScalarStyle() == ScalarStyle.PLAIN
                        ? Node.Style.PLAIN
                        : scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED
                                ? Node.Style.DOUBLE_QUOTED
                                : Node.Style.OTHER;
                return new Node(Node.Kind.SCALAR, scalar.getTag(), scalar.getValue(), style, null, line, column);
            }
            case SequenceStart -> {
                return begin(Node.Kind.BEGIN_LIST, event);
            }
            case MappingStart -> {
                return begin(Node.Kind.BEGIN_OBJECT, event);
            }
            case SequenceEnd -> {
                return new Node(Node.Kind.END_LIST, null, null, Node.Style.OTHER, null, line, column);
            }
            case MappingEnd -> {
                return new Node(Node.Kind.END_OBJECT, null, null, Node.Style.OTHER, null, line, column);
            }
            case Alias -> {
                return alias(((AliasEvent) event).getAnchor());
            }
            default -> throw malformed("expected a value but found the end of the document", line, column, null);
        }
    }

    private Node begin(Node.Kind kind, Event event) {
        return new Node(kind, ((CollectionStartEvent) event).getTag(), null, Node.Style.OTHER, null, line, column);
    }

    private Node alias(String name) {
        Node.Anchor target = anchors.get(name);
        if (target == null) {
            throw malformed("alias *" + Printable.escape(name) + " has no anchor before it", line, column, null);
        }
        if (!target.isComplete()) {
            throw malformed("alias *" + Printable.escape(name) + " is inside what it stands for", line, column, null);
        }
        return new Node(Node.Kind.ALIAS, null, name, Node.Style.OTHER, target, line, column);
    }

    private void skip(Event.ID id) {
        Event event = event();
        if (event.getEventId() != id) {
            Mark mark = event.getStartMark();
            throw malformed(
                    "expected the end of the document but found " + event.getEventId(),
                    document.firstLine + mark.getLine(),
                    mark.getColumn() + 1,
                    null);
        }
    }

    private Event event() {
        try {
            return parser.getEvent();
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() != null ? e.getProblemMark() : e.getContextMark();
            String problem = (e.getContext() == null ? "" : Printable.escape(e.getContext()) + ": ")
                    + Printable.escape(e.getProblem());
            if (mark == null) {
                throw malformed(problem, line, column, e);
            }
            if (document.isLast && mark.getIndex() >= reader.length()) {
                throw new TruncatedWireException(YamlFormat.NAME, problem + ", where the input ends", location(mark));
            }
            throw malformed(problem, document.firstLine + mark.getLine(), mark.getColumn() + 1, e);
        } catch (ReaderException e) {
            throw unreadable(e);
        } catch (RuntimeException e) {
            // SnakeYAML 2.7 lets NumberFormatException and IllegalArgumentException out on bad escapes.
            throw malformed("expected YAML but found an invalid escape or character", line, column, e);
        }
    }

    private MalformedWireException unreadable(ReaderException e) {
        int index = document.start;
        for (int i = 0; i < e.getPosition() && index < document.end; i++) {
            do {
                index++;
            } while (index < document.end && (document.array[index] & 0xC0) == 0x80);
        }
        String found = String.format("expected text but found control character U+%04X", e.getCodePoint());
        return new MalformedWireException(YamlFormat.NAME, found, document.locationOf(index, nesting.path()), e);
    }

    private WireLocation location(Mark mark) {
        return WireLocation.ofLine(document.firstLine + mark.getLine(), mark.getColumn() + 1, nesting.path());
    }

    private MalformedWireException malformed(String problem, int atLine, int atColumn, RuntimeException cause) {
        return new MalformedWireException(
                YamlFormat.NAME, problem, WireLocation.ofLine(atLine, atColumn, nesting.path()), cause);
    }
}
