package io.deltawire.yaml.internal.snake;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.yaml.internal.document.YamlDocumentFramer;
import io.deltawire.yaml.internal.text.CoreSchema;
import io.deltawire.yaml.internal.text.QuoteStyle;
import io.deltawire.yaml.internal.text.ScalarResolver;
import io.deltawire.yaml.internal.text.YamlTags;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns the nodes of one document, as SnakeYAML parses them, into tokens. It resolves the kinds of scalars, expands
 * merge keys, rejects duplicate keys, and reads {@code !!set} as a list and {@code !!omap} as a list or object.
 *
 * <p>Keys that are objects or lists are compared by a text of their tokens. Entries of merged mappings come after the
 * mapping's own entries, because those take precedence. Not thread-safe.
 */
public final class SnakeTokenizer {
    private final SnakeNodes nodes;
    private final Nesting nesting;
    private final WireLimits limits;
    private final ArrayDeque<OpenCollection> outer = new ArrayDeque<>();
    private OpenCollection current;
    private SnakeNode pendingKey;
    private boolean isStarted;
    private boolean isEnded;

    /** The node of the current token. */
    private SnakeNode node;

    /** Longer keys count as several. */
    private static final int CHARS_OF_A_KEY = 64;

    /** The number of keys in the document so far. */
    private long keyCount;

    /** The type name of the current value, or null. */
    private String type;

    /** The current name, or the scalar's text. */
    private String text;

    /** An object or list that is being read. */
    private static final class OpenCollection {
        boolean isObject;
        Set<String> keys;
        boolean valueNext;

        /** Whether a set is read as the list of its keys, or an ordered map as an object. */
        boolean isConverted;

        /** Whether an item of an ordered map must be ended next. */
        boolean isInPair;

        StringBuilder complexKey;
        int complexDepth;
        ArrayDeque<Merged> merged;
        boolean draining;

        OpenCollection(boolean isObject) {
            this.isObject = isObject;
            this.keys = isObject ? new HashSet<>() : null;
        }
    }

    /** An entry of a mapping that is merged into another. */
    private record Merged(SnakeNode key, List<SnakeNode> nodes, int from, int to) {}

    public SnakeTokenizer(YamlDocumentFramer document, Nesting nesting, WireLimits limits) {
        this.nesting = nesting;
        this.limits = limits;
        nesting.clear();
        this.nodes = new SnakeNodes(document, nesting, limits);
    }

    /** Returns whether a token was read. */
    public boolean isStarted() {
        return node != null;
    }

    public int line() {
        return node.line;
    }

    public int column() {
        return node.column;
    }

    public String typeName() {
        return type;
    }

    public String text() {
        return text;
    }

    /** Moves to the next token and returns it. */
    public WireToken next() {
        if (isEnded) {
            return WireToken.END_MESSAGE;
        }
        if (pendingKey != null) {
            SnakeNode key = pendingKey;
            pendingKey = null;
            return valueToken(key);
        }
        if (current == null) {
            if (!isStarted) {
                isStarted = true;
                SnakeNode root = nodes.next();
                return valueToken(YamlTags.messageKind(root.tag) == null ? root : root.withoutTag());
            }
            nodes.requireEnd();
            isEnded = true;
            return WireToken.END_MESSAGE;
        }
        if (!current.isObject) {
            return nextItem();
        }
        if (current.valueNext) {
            current.valueNext = false;
            return valueToken(nodes.next());
        }
        return nextEntry();
    }

    /** Returns whether the current token is a plain scalar without a tag. */
    public boolean isPlain() {
        return node.style == QuoteStyle.PLAIN && node.tag == null;
    }

    /**
     * Reads the {@code !!set} or {@code !!omap} that has just begun as an object, of nulls or of its entries.
     *
     * @return false if neither has just begun
     */
    public boolean readAsObject() {
        boolean isSet = node.kind == SnakeNode.Kind.BEGIN_OBJECT && YamlTags.SET.equals(node.tag);
        boolean isOrderedMap = node.kind == SnakeNode.Kind.BEGIN_LIST && YamlTags.OMAP.equals(node.tag);
        if (!isSet && !isOrderedMap) {
            return false;
        }
        current.isObject = true;
        current.isConverted = isOrderedMap;
        if (isOrderedMap) {
            current.keys = new HashSet<>();
        }
        nesting.pop();
        nesting.pushObject();
        return true;
    }

    private WireToken nextOfSet() {
        if (current.valueNext) {
            current.valueNext = false;
            SnakeNode value = nodes.next();
            if (value.kind != SnakeNode.Kind.SCALAR || resolve(value) != WireToken.NULL) {
                throw nodes.failure("expected a set, whose keys have no values", value);
            }
        }
        SnakeNode key = nodes.next();
        if (key.kind == SnakeNode.Kind.END_OBJECT) {
            return endToken(key, WireToken.END_LIST);
        }
        if (key.isMerge()) {
            throw nodes.failure("expected a set without merged mappings", key);
        }
        current.valueNext = true;
        OpenCollection set = current;
        nesting.nextItem();
        WireToken token = valueToken(key);
        if (!key.isBegin() && !addKey(set, canonical(token), key)) {
            throw nodes.failure("mapping key " + Printable.quote(text) + " given twice", key);
        }
        return token;
    }

    /**
     * Adds a key to an open object; returns false if the object has it already. All keys of a document are counted
     * before they are stored, long ones as several.
     */
    private boolean addKey(OpenCollection object, String key, SnakeNode where) {
        keyCount += 1 + key.length() / CHARS_OF_A_KEY;
        if (keyCount > 2L * limits.maxKeys()) {
            throw nodes.failure(
                    "expected at most " + 2L * limits.maxKeys() + " different names in one message but there are more",
                    where);
        }
        return object.keys.add(key);
    }

    private WireToken nextOfOrderedMap() {
        if (current.isInPair) {
            current.isInPair = false;
            SnakeNode end = nodes.next();
            if (end.kind != SnakeNode.Kind.END_OBJECT) {
                throw nodes.failure("expected an ordered map, whose items have one entry each", end);
            }
        }
        SnakeNode item = nodes.next();
        if (item.kind == SnakeNode.Kind.END_LIST) {
            return endToken(item, WireToken.END_OBJECT);
        }
        SnakeNode key = item.kind == SnakeNode.Kind.BEGIN_OBJECT ? nodes.next() : item;
        if (key == item || key.isEnd()) {
            throw nodes.failure("expected an ordered map, whose items have one entry each", item);
        }
        current.isInPair = true;
        return keyToken(key);
    }

    private WireToken nextItem() {
        if (current.isConverted) {
            return nextOfSet();
        }
        SnakeNode item = nodes.next();
        if (item.kind == SnakeNode.Kind.END_LIST) {
            return endToken(item, WireToken.END_LIST);
        }
        nesting.nextItem();
        return valueToken(item);
    }

    private WireToken nextEntry() {
        if (current.isConverted) {
            return nextOfOrderedMap();
        }
        while (true) {
            SnakeNode key = current.draining ? nextMerged() : nodes.next();
            if (key.kind == SnakeNode.Kind.END_OBJECT) {
                if (current.merged != null && !current.draining) {
                    current.draining = true;
                    current.merged.addLast(new Merged(key, null, 0, 0));
                    continue;
                }
                return endToken(key, WireToken.END_OBJECT);
            }
            if (key.isMerge() && !current.draining) {
                merge(key);
                continue;
            }
            return keyToken(key);
        }
    }

    private WireToken keyToken(SnakeNode key) {
        current.valueNext = true;
        node = key;
        type = null;
        if (key.isBegin()) {
            current.complexKey = new StringBuilder();
            current.complexDepth = nesting.depth();
            pendingKey = key;
            nesting.setName("?");
            return WireToken.KEY;
        }
        WireToken kind = resolve(key);
        nesting.setName(text);
        if (!addKey(current, canonical(kind), key) && !current.draining) {
            throw nodes.failure("mapping key " + Printable.quote(text) + " given twice", key);
        }
        if (kind != WireToken.TEXT || type != null) {
            pendingKey = key;
            return WireToken.KEY;
        }
        if (text.length() > limits.maxNameBytes() || Utf8.length(text) > limits.maxNameBytes()) {
            throw nodes.failure("expected a name of at most " + limits.maxNameBytes() + " bytes but it has more", key);
        }
        appendToComplexKeys(WireToken.FIELD);
        return WireToken.FIELD;
    }

    /**
     * Returns the text by which scalar keys are compared: kind and value. Numbers are compared by value, not by
     * notation.
     */
    private String canonical(WireToken kind) {
        String value = text;
        if (kind == WireToken.INT64 || kind == WireToken.DECIMAL) {
            value = CoreSchema.isNotFinite(text) ? text : canonicalNumber();
        } else if (kind == WireToken.FLOAT64) {
            value = Double.toString(CoreSchema.float64(text));
        } else if (kind == WireToken.NULL || kind == WireToken.BOOL) {
            value = text.toLowerCase(java.util.Locale.ROOT);
        }
        return (type == null ? "" : type) + ' ' + (kind == WireToken.NULL ? "" : kind + value);
    }

    private String canonicalNumber() {
        try {
            return CoreSchema.decimal(text).toString();
        } catch (ArithmeticException e) {
            return text;
        }
    }

    private WireToken valueToken(SnakeNode next) {
        node = next;
        WireToken token;
        switch (next.kind) {
            case SCALAR -> token = resolve(next);
            case BEGIN_LIST -> token = beginToken(next, WireToken.BEGIN_LIST);
            case BEGIN_OBJECT -> token = beginToken(next, WireToken.BEGIN_OBJECT);
            default -> throw nodes.failure("expected a value", next);
        }
        appendToComplexKeys(token);
        return token;
    }

    private WireToken beginToken(SnakeNode next, WireToken asWritten) {
        boolean isSet = YamlTags.SET.equals(next.tag);
        WireToken token = isSet ? WireToken.BEGIN_LIST : asWritten;
        boolean isObject = token == WireToken.BEGIN_OBJECT;
        type = isSet ? YamlTags.SET_NAME : YamlTags.collectionTypeName(next.tag);
        text = null;
        if (next.tag != null && YamlTags.isStandardScalar(next.tag)) {
            throw nodes.failure("expected a scalar after the tag " + next.tag, next);
        }
        checkType(next);
        if (!(isObject ? nesting.pushObject() : nesting.pushList())) {
            throw nodes.failure(
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    next);
        }
        if (current != null) {
            outer.push(current);
        }
        current = new OpenCollection(isObject);
        if (isSet && asWritten == WireToken.BEGIN_OBJECT) {
            current.keys = new HashSet<>();
            current.isConverted = true;
        }
        return token;
    }

    private WireToken endToken(SnakeNode next, WireToken token) {
        node = next;
        type = null;
        text = null;
        nesting.pop();
        current = outer.poll();
        appendToComplexKeys(token);
        if (current != null && current.complexKey != null && nesting.depth() == current.complexDepth) {
            if (!addKey(current, current.complexKey.toString(), next)) {
                throw nodes.failure("mapping key given twice", next);
            }
            current.complexKey = null;
        }
        return token;
    }

    /** Adds the current token to the texts by which enclosing complex keys are compared. */
    private void appendToComplexKeys(WireToken token) {
        if (current != null && current.complexKey != null) {
            appendToken(current.complexKey, token);
        }
        for (OpenCollection collection : outer) {
            if (collection.complexKey != null) {
                appendToken(collection.complexKey, token);
            }
        }
    }

    private void appendToken(StringBuilder key, WireToken token) {
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
    private WireToken resolve(SnakeNode scalar) {
        text = scalar.text;
        type = YamlTags.typeName(scalar.tag);
        if (text.length() > limits.maxTextChars()) {
            throw nodes.failure(
                    "expected text of at most " + limits.maxTextChars() + " characters but it has " + text.length(),
                    scalar);
        }
        String kindTag = scalar.tag;
        if (type != null) {
            checkType(scalar);
            kindTag = null;
            int bar = type.lastIndexOf(YamlTags.KIND);
            if (bar >= 0) {
                String kind = type.substring(bar + 1);
                type = type.substring(0, bar);
                kindTag = kind.isEmpty() ? null : YamlTags.STANDARD + kind;
            }
        }
        // Checked before the number is parsed, which takes quadratic time.
        if (text.length() > limits.maxNumberChars() && ScalarResolver.isNumber(text, scalar.style, kindTag)) {
            throw nodes.failure(
                    "expected a number of at most " + limits.maxNumberChars() + " characters but it has "
                            + text.length(),
                    scalar);
        }
        WireToken token = ScalarResolver.resolve(text, scalar.style, kindTag);
        if (token == null) {
            throw nodes.failure(
                    "expected what the tag !!" + shortTag(kindTag) + " stands for but was text "
                            + Printable.quote(text),
                    scalar);
        }
        return token;
    }

    private static String shortTag(String tag) {
        return Printable.escape(tag.startsWith(YamlTags.STANDARD) ? tag.substring(YamlTags.STANDARD.length()) : tag);
    }

    private void checkType(SnakeNode next) {
        if (type != null && (type.length() > limits.maxNameBytes() || Utf8.length(type) > limits.maxNameBytes())) {
            throw nodes.failure(
                    "expected a type name of at most " + limits.maxNameBytes() + " bytes but it has more", next);
        }
    }

    /** Stores the entries to merge until the mapping's own entries are read. */
    private void merge(SnakeNode key) {
        List<SnakeNode> value = readValue();
        if (current.merged == null) {
            current.merged = new ArrayDeque<>();
        }
        new Merge(value, key).sources(0, value.size());
    }

    /** Reads one value with everything inside it. */
    private List<SnakeNode> readValue() {
        List<SnakeNode> value = new ArrayList<>();
        int depth = 0;
        do {
            SnakeNode next = nodes.next();
            nodes.countRetained(next);
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

    private SnakeNode nextMerged() {
        while (true) {
            Merged entry = current.merged.poll();
            if (entry.nodes() == null) {
                return entry.key();
            }
            if (!current.keys.contains(canonical(resolve(entry.key())))) {
                nodes.insert(entry.nodes(), entry.from(), entry.to());
                return entry.key();
            }
        }
    }

    /** Lists the entries of a merge key's value: a mapping, or a list of mappings in order of precedence. */
    private final class Merge {
        private final List<SnakeNode> value;
        private final SnakeNode key;

        Merge(List<SnakeNode> value, SnakeNode key) {
            this.value = value;
            this.key = key;
        }

        void sources(int from, int to) {
            if (value.get(from).kind == SnakeNode.Kind.BEGIN_OBJECT) {
                entries(from + 1, to - 1);
                return;
            }
            if (value.get(from).kind != SnakeNode.Kind.BEGIN_LIST) {
                throw failure();
            }
            for (int i = from + 1; i < to - 1; ) {
                if (value.get(i).kind != SnakeNode.Kind.BEGIN_OBJECT) {
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
                    SnakeNode name = value.get(i);
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
                        current.merged.addLast(new Merged(name, value, i + 1, after));
                    }
                    i = after;
                }
            }
        }

        /** Returns the index after the value that starts at an index. */
        private int after(int from) {
            int depth = 0;
            int i = from;
            do {
                SnakeNode next = value.get(i++);
                depth += next.isBegin() ? 1 : next.isEnd() ? -1 : 0;
            } while (depth > 0);
            return i;
        }

        private MalformedWireException failure() {
            return nodes.failure("expected a mapping or a list of mappings to merge", key);
        }
    }
}
