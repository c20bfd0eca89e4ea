package io.deltawire.yaml;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tokens of one document, from the nodes that SnakeYAML parses. Resolves scalars, joins merged mappings, refuses keys
 * given twice. Not thread-safe.
 */
final class EventTokens {
    private final Nodes nodes;
    private final Nesting nesting;
    private final WireLimits limits;
    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private Frame frame;
    private Node pending;
    private boolean started;
    private boolean ended;

    /** The present token's node. */
    Node node;

    /** The type name in front of the present value, or null. */
    String type;

    /** The name or the scalar's text. */
    String text;

    /** An object or list that is being read. */
    private static final class Frame {
        boolean isObject;
        Set<String> keys;
        boolean valueNext;

        /** Whether a set is read as the list of its keys, or an ordered map as an object. */
        boolean isConverted;

        /** Whether an item of an ordered map is to be ended. */
        boolean isInPair;

        StringBuilder complexKey;
        int complexDepth;
        ArrayDeque<Merged> merged;
        boolean draining;

        Frame(boolean isObject) {
            this.isObject = isObject;
            this.keys = isObject ? new HashSet<>() : null;
        }
    }

    /** An entry of a mapping that is merged into another. */
    private record Merged(Node key, List<Node> nodes, int from, int to) {}

    EventTokens(Documents document, Nesting nesting, WireLimits limits) {
        this.nesting = nesting;
        this.limits = limits;
        nesting.clear();
        this.nodes = new Nodes(document, nesting, limits);
    }

    /** Moves to the next token. */
    WireToken next() {
        if (ended) {
            return WireToken.END_MESSAGE;
        }
        if (pending != null) {
            Node key = pending;
            pending = null;
            return value(key);
        }
        if (frame == null) {
            if (!started) {
                started = true;
                return value(nodes.next());
            }
            nodes.end();
            ended = true;
            return WireToken.END_MESSAGE;
        }
        if (!frame.isObject) {
            return item();
        }
        if (frame.valueNext) {
            frame.valueNext = false;
            return value(nodes.next());
        }
        return entry();
    }

    /** Whether the present token is a plain scalar without a tag. */
    boolean isPlain() {
        return node.style == Node.Style.PLAIN && node.tag == null;
    }

    /**
     * Makes an object of the {@code !!set} or {@code !!omap} that has just begun: of nulls, or of its entries.
     *
     * @return false where none has
     */
    boolean readAsObject() {
        boolean isSet = node.kind == Node.Kind.BEGIN_OBJECT && Tags.SET.equals(node.tag);
        boolean isOrderedMap = node.kind == Node.Kind.BEGIN_LIST && Tags.OMAP.equals(node.tag);
        if (!isSet && !isOrderedMap) {
            return false;
        }
        frame.isObject = true;
        frame.isConverted = isOrderedMap;
        if (isOrderedMap) {
            frame.keys = new HashSet<>();
        }
        nesting.pop();
        nesting.pushObject();
        return true;
    }

    private WireToken itemOfSet() {
        if (frame.valueNext) {
            frame.valueNext = false;
            Node value = nodes.next();
            if (value.kind != Node.Kind.SCALAR || resolve(value) != WireToken.NULL) {
                throw nodes.failure("expected a set, in which no key has a value", value);
            }
        }
        Node key = nodes.next();
        if (key.kind == Node.Kind.END_OBJECT) {
            return end(key, WireToken.END_LIST);
        }
        if (key.isMerge()) {
            throw nodes.failure("expected a set, into which nothing is merged", key);
        }
        frame.valueNext = true;
        Frame set = frame;
        nesting.nextItem();
        WireToken token = value(key);
        if (!key.isBegin() && !set.keys.add(canonical(token))) {
            throw nodes.failure("mapping key " + Printable.quote(text) + " given twice", key);
        }
        return token;
    }

    private WireToken entryOfOrderedMap() {
        if (frame.isInPair) {
            frame.isInPair = false;
            Node end = nodes.next();
            if (end.kind != Node.Kind.END_OBJECT) {
                throw nodes.failure("expected an ordered map, of which each item has one entry", end);
            }
        }
        Node item = nodes.next();
        if (item.kind == Node.Kind.END_LIST) {
            return end(item, WireToken.END_OBJECT);
        }
        Node key = item.kind == Node.Kind.BEGIN_OBJECT ? nodes.next() : item;
        if (key == item || key.isEnd()) {
            throw nodes.failure("expected an ordered map, of which each item has one entry", item);
        }
        frame.isInPair = true;
        return key(key);
    }

    private WireToken item() {
        if (frame.isConverted) {
            return itemOfSet();
        }
        Node item = nodes.next();
        if (item.kind == Node.Kind.END_LIST) {
            return end(item, WireToken.END_LIST);
        }
        nesting.nextItem();
        return value(item);
    }

    private WireToken entry() {
        if (frame.isConverted) {
            return entryOfOrderedMap();
        }
        while (true) {
            Node key = frame.draining ? nextMerged() : nodes.next();
            if (key.kind == Node.Kind.END_OBJECT) {
                if (frame.merged != null && !frame.draining) {
                    frame.draining = true;
                    frame.merged.addLast(new Merged(key, null, 0, 0));
                    continue;
                }
                return end(key, WireToken.END_OBJECT);
            }
            if (key.isMerge() && !frame.draining) {
                merge(key);
                continue;
            }
            return key(key);
        }
    }

    private WireToken key(Node key) {
        frame.valueNext = true;
        node = key;
        type = null;
        if (key.isBegin()) {
            frame.complexKey = new StringBuilder();
            frame.complexDepth = nesting.depth();
            pending = key;
            nesting.name("?");
            return WireToken.KEY;
        }
        WireToken kind = resolve(key);
        nesting.name(text);
        if (!frame.keys.add(canonical(kind)) && !frame.draining) {
            throw nodes.failure("mapping key " + Printable.quote(text) + " given twice", key);
        }
        if (kind != WireToken.TEXT || type != null) {
            pending = key;
            return WireToken.KEY;
        }
        if (text.length() > limits.maxNameBytes() || Utf8.length(text) > limits.maxNameBytes()) {
            throw nodes.failure("expected a name of at most " + limits.maxNameBytes() + " bytes but it has more", key);
        }
        noteInComplexKeys(WireToken.FIELD);
        return WireToken.FIELD;
    }

    /** What makes two scalar keys the same: their kind and value, numbers by value and not by form. */
    private String canonical(WireToken kind) {
        String value = text;
        if (kind == WireToken.INT64 || kind == WireToken.DECIMAL) {
            value = Scalar.isNotFinite(text) ? text : canonicalNumber();
        } else if (kind == WireToken.FLOAT64) {
            value = Double.toString(Scalar.float64(text));
        } else if (kind == WireToken.NULL || kind == WireToken.BOOL) {
            value = text.toLowerCase(java.util.Locale.ROOT);
        }
        return (type == null ? "" : type) + ' ' + (kind == WireToken.NULL ? "" : kind + value);
    }

    private String canonicalNumber() {
        try {
            return Scalar.decimal(text).toString();
        } catch (ArithmeticException e) {
            return text;
        }
    }

    private WireToken value(Node next) {
        node = next;
        WireToken token;
        switch (next.kind) {
            case SCALAR -> token = resolve(next);
            case BEGIN_LIST -> token = begin(next, WireToken.BEGIN_LIST);
            case BEGIN_OBJECT -> token = begin(next, WireToken.BEGIN_OBJECT);
            default -> throw nodes.failure("expected a value", next);
        }
        noteInComplexKeys(token);
        return token;
    }

    private WireToken begin(Node next, WireToken asWritten) {
        boolean isSet = Tags.SET.equals(next.tag);
        WireToken token = isSet ? WireToken.BEGIN_LIST : asWritten;
        boolean isObject = token == WireToken.BEGIN_OBJECT;
        type = isSet ? Tags.SET_NAME : Tags.collectionTypeName(next.tag);
        text = null;
        if (next.tag != null && Tags.isStandardScalar(next.tag)) {
            throw nodes.failure("expected a scalar after the tag " + next.tag, next);
        }
        checkType(next);
        if (!(isObject ? nesting.pushObject() : nesting.pushList())) {
            throw nodes.failure(
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    next);
        }
        if (frame != null) {
            frames.push(frame);
        }
        frame = new Frame(isObject);
        if (isSet && asWritten == WireToken.BEGIN_OBJECT) {
            frame.keys = new HashSet<>();
            frame.isConverted = true;
        }
        return token;
    }

    private WireToken end(Node next, WireToken token) {
        node = next;
        type = null;
        text = null;
        nesting.pop();
        frame = frames.poll();
        noteInComplexKeys(token);
        if (frame != null && frame.complexKey != null && nesting.depth() == frame.complexDepth) {
            if (!frame.keys.add(frame.complexKey.toString())) {
                throw nodes.failure("mapping key given twice", next);
            }
            frame.complexKey = null;
        }
        return token;
    }

    /** Adds the present token to the text by which keys that are objects or lists are compared. */
    private void noteInComplexKeys(WireToken token) {
        if (frame != null && frame.complexKey != null) {
            note(frame.complexKey, token);
        }
        for (Frame outer : frames) {
            if (outer.complexKey != null) {
                note(outer.complexKey, token);
            }
        }
    }

    private void note(StringBuilder key, WireToken token) {
        key.append(token).append(' ');
        if (type != null) {
            key.append('!').append(type.length()).append(' ').append(type);
        }
        if (text != null) {
            key.append(text.length()).append(' ').append(text);
        }
        if (key.length() > limits.maxTextChars()) {
            throw nodes.failure("expected a key of at most " + limits.maxTextChars() + " characters", node);
        }
    }

    /** Sets {@link #text} and {@link #type} and returns the kind. */
    private WireToken resolve(Node scalar) {
        text = scalar.text;
        type = Tags.typeName(scalar.tag);
        if (text.length() > limits.maxTextChars()) {
            throw nodes.failure(
                    "expected text of at most " + limits.maxTextChars() + " characters but it has " + text.length(),
                    scalar);
        }
        String kindTag = scalar.tag;
        if (type != null) {
            checkType(scalar);
            kindTag = null;
            int bar = type.lastIndexOf(Tags.KIND);
            if (bar >= 0) {
                String kind = type.substring(bar + 1);
                type = type.substring(0, bar);
                kindTag = kind.isEmpty() ? null : Tags.STANDARD + kind;
            }
        }
        // Before the number is made: that costs the square of its length.
        if (text.length() > limits.maxNumberChars() && Resolver.isNumber(text, scalar.style, kindTag)) {
            throw nodes.failure(
                    "expected a number of at most " + limits.maxNumberChars() + " characters but it has "
                            + text.length(),
                    scalar);
        }
        WireToken token = Resolver.resolve(text, scalar.style, kindTag);
        if (token == null) {
            throw nodes.failure(
                    "expected what the tag !!" + shortTag(kindTag) + " stands for but was text "
                            + Printable.quote(text),
                    scalar);
        }
        return token;
    }

    private static String shortTag(String tag) {
        return Printable.escape(tag.startsWith(Tags.STANDARD) ? tag.substring(Tags.STANDARD.length()) : tag);
    }

    private void checkType(Node next) {
        if (type != null && (type.length() > limits.maxNameBytes() || Utf8.length(type) > limits.maxNameBytes())) {
            throw nodes.failure(
                    "expected a type name of at most " + limits.maxNameBytes() + " bytes but it has more", next);
        }
    }

    /** Keeps what is to be merged until the mapping's own entries are known: they go first. */
    private void merge(Node key) {
        List<Node> value = capture();
        if (frame.merged == null) {
            frame.merged = new ArrayDeque<>();
        }
        new Merge(value, key).sources(0, value.size());
    }

    /** Reads one value with all that is in it. */
    private List<Node> capture() {
        List<Node> value = new ArrayList<>();
        int depth = 0;
        do {
            Node next = nodes.next();
            nodes.keep(next);
            value.add(next);
            depth += next.isBegin() ? 1 : next.isEnd() ? -1 : 0;
            if (depth + nesting.depth() > limits.maxDepth()) {
                throw nodes.failure(
                        "expected at most " + limits.maxDepth()
                                + " objects and lists inside one another but there are more",
                        next);
            }
        } while (depth > 0);
        return value;
    }

    private Node nextMerged() {
        while (true) {
            Merged entry = frame.merged.poll();
            if (entry.nodes() == null) {
                return entry.key();
            }
            if (!frame.keys.contains(canonical(resolve(entry.key())))) {
                nodes.insert(entry.nodes(), entry.from(), entry.to());
                return entry.key();
            }
        }
    }

    /** Lists the entries of what a merge key names: a mapping, or a list of mappings of which the first goes first. */
    private final class Merge {
        private final List<Node> value;
        private final Node key;

        Merge(List<Node> value, Node key) {
            this.value = value;
            this.key = key;
        }

        void sources(int from, int to) {
            if (value.get(from).kind == Node.Kind.BEGIN_OBJECT) {
                entries(from + 1, to - 1);
                return;
            }
            if (value.get(from).kind != Node.Kind.BEGIN_LIST) {
                throw failure();
            }
            for (int i = from + 1; i < to - 1; ) {
                if (value.get(i).kind != Node.Kind.BEGIN_OBJECT) {
                    throw failure();
                }
                int after = after(i);
                entries(i + 1, after - 1);
                i = after;
            }
        }

        private void entries(int from, int to) {
            for (int pass = 0; pass < 2; pass++) {
                for (int i = from; i < to; ) {
                    Node name = value.get(i);
                    if (name.isBegin()) {
                        throw nodes.failure("expected scalar keys in a mapping that is merged", name);
                    }
                    int after = after(i + 1);
                    if (name.isMerge()) {
                        // Own entries go before merged ones, hence the second pass.
                        if (pass == 1) {
                            sources(i + 1, after);
                        }
                    } else if (pass == 0) {
                        frame.merged.addLast(new Merged(name, value, i + 1, after));
                    }
                    i = after;
                }
            }
        }

        /** Index after the value that begins at an index. */
        private int after(int from) {
            int depth = 0;
            int i = from;
            do {
                Node next = value.get(i++);
                depth += next.isBegin() ? 1 : next.isEnd() ? -1 : 0;
            } while (depth > 0);
            return i;
        }

        private MalformedWireException failure() {
            return nodes.failure("expected a mapping or a list of mappings to merge", key);
        }
    }
}
