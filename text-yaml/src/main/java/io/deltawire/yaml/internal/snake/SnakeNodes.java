package io.deltawire.yaml.internal.snake;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.yaml.internal.document.YamlDocumentFramer;
import io.deltawire.yaml.internal.text.QuoteStyle;
import io.deltawire.yaml.internal.text.YamlSyntax;
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
 * The nodes of one document as SnakeYAML parses them, with every alias replaced by the nodes it stands for. Only nodes
 * inside an anchor are recorded. Limits bound the recording, the number of aliases and the expansion. Not thread-safe.
 */
final class SnakeNodes {
    /** Number of nodes that aliases may add to any document, however small. */
    private static final int FREE_EXPANSION = 1000;

    /** Assumed size of a recorded node, counted against the limit on a message's bytes. */
    private static final int NODE_BYTES = 128;

    private final YamlDocumentFramer document;
    private final Nesting nesting;
    private final WireLimits limits;
    private final DocumentStreamReader reader;
    private final ParserImpl parser;
    private final List<SnakeNode> tape = new ArrayList<>();
    private final Map<String, SnakeNode.Anchor> anchors = new HashMap<>();
    private final ArrayDeque<Open> open = new ArrayDeque<>();
    private final ArrayDeque<Replay> replays = new ArrayDeque<>();
    private int parseDepth;
    private int aliases;
    private long parsedCount;
    private long expandedCount;
    private int retained;
    private int line;
    private int column = 1;

    private record Open(SnakeNode.Anchor anchor, int depth) {}

    private static final class Replay {
        final List<SnakeNode> nodes;
        final int to;
        int next;

        Replay(List<SnakeNode> nodes, int from, int to) {
            this.nodes = nodes;
            this.next = from;
            this.to = to;
        }
    }

    SnakeNodes(YamlDocumentFramer document, Nesting nesting, WireLimits limits) {
        this.document = document;
        this.nesting = nesting;
        this.limits = limits;
        this.line = document.firstLine();
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setProcessComments(false);
        this.reader = new DocumentStreamReader(
                Utf8.decode(document.array(), document.start(), document.end() - document.start()));
        this.parser = new ParserImpl(reader, options);
        requireEvent(Event.ID.StreamStart);
        requireEvent(Event.ID.DocumentStart);
    }

    SnakeNode next() {
        while (true) {
            SnakeNode node = replays.isEmpty() ? parse() : replay();
            if (node == null) {
                continue;
            }
            if (node.kind != SnakeNode.Kind.ALIAS) {
                return node;
            }
            expand(node);
        }
    }

    /** Makes recorded nodes come next, before those of the document. */
    void insert(List<SnakeNode> nodes, int from, int to) {
        replays.push(new Replay(nodes, from, to));
    }

    /** Counts a node that is retained in memory. */
    void countRetained(SnakeNode node) {
        if (++retained > limits.maxMessageBytes() / NODE_BYTES + FREE_EXPANSION) {
            throw failure("expected at most " + (retained - 1) + " nodes with anchors but there are more", node);
        }
    }

    /** Checks that nothing follows the document's value. */
    void requireEnd() {
        requireEvent(Event.ID.DocumentEnd);
        requireEvent(Event.ID.StreamEnd);
    }

    MalformedWireException failure(String problem, SnakeNode node) {
        return new MalformedWireException(
                YamlSyntax.FORMAT_NAME, problem, WireLocation.ofLine(node.line, node.column, nesting.path()));
    }

    private SnakeNode replay() {
        Replay top = replays.peek();
        if (top.next == top.to) {
            replays.pop();
            return null;
        }
        SnakeNode node = top.nodes.get(top.next++);
        if (++expandedCount > limits.maxExpansion() * parsedCount + FREE_EXPANSION) {
            throw failure(
                    "expected aliases to multiply the document by at most " + limits.maxExpansion()
                            + " but they multiply it by more",
                    node);
        }
        return node;
    }

    private void expand(SnakeNode alias) {
        SnakeNode.Anchor target = alias.target;
        if (tape.get(target.from()).isBegin() && ++aliases > limits.maxAliases()) {
            throw failure(
                    "expected at most " + limits.maxAliases() + " aliases to objects or lists but there are more",
                    alias);
        }
        replays.push(new Replay(tape, target.from(), target.to()));
    }

    private SnakeNode parse() {
        Event event = nextEvent();
        Mark mark = event.getStartMark();
        line = document.firstLine() + mark.getLine();
        column = mark.getColumn() + 1;
        parsedCount++;
        SnakeNode node = convert(event);
        String anchor =
                event instanceof NodeEvent named && node.kind != SnakeNode.Kind.ALIAS ? named.getAnchor() : null;
        if (anchor != null) {
            SnakeNode.Anchor recorded = new SnakeNode.Anchor(tape.size());
            anchors.put(anchor, recorded);
            open.push(new Open(recorded, parseDepth));
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

    private void record(SnakeNode node) {
        countRetained(node);
        tape.add(node);
        if (node.isBegin()) {
            parseDepth++;
        } else if (node.isEnd()) {
            parseDepth--;
        }
        while (!node.isBegin() && !open.isEmpty() && open.peek().depth() == parseDepth) {
            open.pop().anchor().end(tape.size());
        }
    }

    private SnakeNode convert(Event event) {
        switch (event.getEventId()) {
            case Scalar -> {
                ScalarEvent scalar = (ScalarEvent) event;
                QuoteStyle style = scalar.getScalarStyle() == ScalarStyle.PLAIN
                        ? QuoteStyle.PLAIN
                        : scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED
                                ? QuoteStyle.DOUBLE_QUOTED
                                : QuoteStyle.OTHER;
                return new SnakeNode(
                        SnakeNode.Kind.SCALAR,
                        scalar.getTag(),
                        reader.unmask(scalar.getValue()),
                        style,
                        null,
                        line,
                        column);
            }
            case SequenceStart -> {
                return begin(SnakeNode.Kind.BEGIN_LIST, event);
            }
            case MappingStart -> {
                return begin(SnakeNode.Kind.BEGIN_OBJECT, event);
            }
            case SequenceEnd -> {
                return new SnakeNode(SnakeNode.Kind.END_LIST, null, null, QuoteStyle.OTHER, null, line, column);
            }
            case MappingEnd -> {
                return new SnakeNode(SnakeNode.Kind.END_OBJECT, null, null, QuoteStyle.OTHER, null, line, column);
            }
            case Alias -> {
                return alias(((AliasEvent) event).getAnchor());
            }
            default -> throw malformed("expected a value but found the end of the document", line, column, null);
        }
    }

    private SnakeNode begin(SnakeNode.Kind kind, Event event) {
        return new SnakeNode(kind, ((CollectionStartEvent) event).getTag(), null, QuoteStyle.OTHER, null, line, column);
    }

    private SnakeNode alias(String name) {
        SnakeNode.Anchor target = anchors.get(name);
        if (target == null) {
            throw malformed("alias *" + Printable.escape(name) + " has no anchor before it", line, column, null);
        }
        if (!target.isComplete()) {
            throw malformed("alias *" + Printable.escape(name) + " is inside what it stands for", line, column, null);
        }
        return new SnakeNode(SnakeNode.Kind.ALIAS, null, name, QuoteStyle.OTHER, target, line, column);
    }

    private void requireEvent(Event.ID id) {
        Event event = nextEvent();
        if (event.getEventId() != id) {
            Mark mark = event.getStartMark();
            throw malformed(
                    "expected the end of the document but found " + event.getEventId(),
                    document.firstLine() + mark.getLine(),
                    mark.getColumn() + 1,
                    null);
        }
    }

    private Event nextEvent() {
        try {
            return parser.getEvent();
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() != null ? e.getProblemMark() : e.getContextMark();
            String problem = (e.getContext() == null ? "" : Printable.escape(e.getContext()) + ": ")
                    + Printable.escape(e.getProblem());
            if (mark == null) {
                throw malformed(problem, line, column, e);
            }
            if (document.isLast() && mark.getIndex() >= reader.length()) {
                document.markTruncated();
                throw new TruncatedWireException(
                        YamlSyntax.FORMAT_NAME, problem + ", where the input ends", location(mark));
            }
            throw malformed(problem, document.firstLine() + mark.getLine(), mark.getColumn() + 1, e);
        } catch (ReaderException e) {
            throw unreadable(e);
        } catch (RuntimeException e) {
            // SnakeYAML 2.7 throws NumberFormatException and IllegalArgumentException for invalid escapes.
            throw malformed("expected YAML but found an invalid escape or character", line, column, e);
        }
    }

    private MalformedWireException unreadable(ReaderException e) {
        int index = document.start();
        for (int i = 0; i < e.getPosition() && index < document.end(); i++) {
            do {
                index++;
            } while (index < document.end() && (document.array()[index] & 0xC0) == 0x80);
        }
        String found = String.format("expected text but found control character U+%04X", e.getCodePoint());
        return new MalformedWireException(YamlSyntax.FORMAT_NAME, found, document.locationOf(index, nesting.path()), e);
    }

    private WireLocation location(Mark mark) {
        return WireLocation.ofLine(document.firstLine() + mark.getLine(), mark.getColumn() + 1, nesting.path());
    }

    private MalformedWireException malformed(String problem, int atLine, int atColumn, RuntimeException cause) {
        return new MalformedWireException(
                YamlSyntax.FORMAT_NAME, problem, WireLocation.ofLine(atLine, atColumn, nesting.path()), cause);
    }
}
