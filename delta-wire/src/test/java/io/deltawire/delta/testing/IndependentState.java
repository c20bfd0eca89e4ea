package io.deltawire.delta.testing;

import io.deltawire.delta.testing.IndependentBytes.Time;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of an epoch (docs/spec/delta.md, section 4), and the messages that records stand for (section 7). */
final class IndependentState {
    private static final int MASKS = 1080;
    private static final int TEXTS = 1024;
    private static final int DOUBLES = 128;

    final List<MessageType> types = new ArrayList<>();
    final List<Row> slots = new ArrayList<>();
    final Map<Integer, Integer> successors = new HashMap<>();
    int previous = -1;

    enum Kind {
        ABSENT,
        NULL,
        EMPTY_OBJECT,
        EMPTY_LIST,
        BOOL,
        INT,
        DEC,
        F64,
        TEXT,
        TIME,
        NUMTEXT,
        DECIMAL,
        RAW;

        boolean isNumeric() {
            return this == INT || this == DEC || this == TIME || this == NUMTEXT || this == DECIMAL;
        }
    }

    /** A value of a leaf; {@code ref} is a text, the zone of a time, or the tree of a raw value. */
    record Value(Kind kind, int aux, long number, Object ref) {
        static final Value ABSENT = new Value(Kind.ABSENT, 0, 0, null);

        static Value of(Kind kind, int aux, long number) {
            return new Value(kind, aux, number, null);
        }

        static Value ofTime(Time time) {
            return new Value(Kind.TIME, time.format(), time.count(), time.zone());
        }

        Value plus(long difference) {
            return new Value(kind, aux, number + difference, ref);
        }

        boolean hasFormOf(Value other) {
            return kind == other.kind && aux == other.aux;
        }

        Object tree() {
            return switch (kind) {
                case ABSENT -> throw new AssertionError("absent");
                case NULL -> null;
                case EMPTY_OBJECT -> Map.of();
                case EMPTY_LIST -> List.of();
                case BOOL -> number == 1;
                case INT -> number;
                case DEC -> IndependentBytes.decimalDouble(number, aux);
                case F64 -> Double.longBitsToDouble(number);
                case TEXT, RAW -> ref;
                case TIME -> new Time(aux, ref, number).value();
                case NUMTEXT -> IndependentBytes.numberText(number, aux);
                case DECIMAL -> BigDecimal.valueOf(number, aux);
            };
        }
    }

    /** The last values of a kind, by index. */
    static final class Ring<T> {
        private final List<T> values = new ArrayList<>();
        private final int capacity;
        private int added;

        Ring(int capacity) {
            this.capacity = capacity;
        }

        void add(T value) {
            int index = added++ % capacity;
            if (index == values.size()) {
                values.add(value);
            } else {
                values.set(index, value);
            }
        }

        T get(int index) {
            return values.get(index);
        }

        /** The value that was added last for 1, the one before for 2, and so on. */
        T latest(int number) {
            return values.get((added - number) % capacity);
        }
    }

    /** A node in the schema of a type; the label distinguishes it from the other children of its parent. */
    static final class Node {
        final Node parent;
        final String path;
        final Object key;
        final List<Object> label;
        final List<Node> items = new ArrayList<>();
        final List<Node> entries = new ArrayList<>();
        Node typeNode;
        int leaf = -1;

        Node(Node parent, String path, Object key, List<Object> label) {
            this.parent = parent;
            this.path = path;
            this.key = key;
            this.label = label;
        }

        int kind() {
            return (Integer) label.get(0);
        }

        /** The name of a field or event. */
        String name() {
            return key instanceof Name name ? name.event() : (String) key;
        }
    }

    /** A type of messages. */
    static final class MessageType {
        final List<Node> nodes = new ArrayList<>(List.of(new Node(null, "", null, List.of())));
        final List<Node> leaves = new ArrayList<>();
        /** The nodes that have had items. */
        final List<Node> lists = new ArrayList<>();

        final Map<Integer, Integer> predictors = new HashMap<>();
        final Ring<BitSet> masks = new Ring<>(MASKS);
        final Map<Integer, Integer> models = new HashMap<>();
        final ByteArrayOutputStream history = new ByteArrayOutputStream();
        final Map<Integer, Integer> lastTexts = new HashMap<>();
        private final Map<Integer, Ring<String>> texts = new HashMap<>();
        private final Map<Integer, Ring<Long>> doubles = new HashMap<>();
        Row last;

        void addLeaf(Node node) {
            node.leaf = leaves.size();
            leaves.add(node);
        }

        Ring<String> texts(int leaf) {
            return texts.computeIfAbsent(leaf, l -> new Ring<>(TEXTS));
        }

        Ring<Long> doubles(int leaf) {
            return doubles.computeIfAbsent(leaf, l -> new Ring<>(DOUBLES));
        }

        /** The prediction for a leaf (section 4.3). */
        Value prediction(Row row, int leaf) {
            return switch (predictors.getOrDefault(leaf, 0)) {
                case 0 -> row.value(leaf);
                case 1 ->
                    row.value(leaf).kind().isNumeric() ? row.value(leaf).plus(row.difference(leaf)) : row.value(leaf);
                default -> (last == null ? row : last).value(leaf);
            };
        }
    }

    /** A record. */
    static final class Row {
        final MessageType type;
        private Value[] values = {};
        private Value[] shadows = {};
        private long[] differences = {};
        boolean isNew = true;

        Row(MessageType type) {
            this.type = type;
        }

        static Row copyOf(Row other) {
            Row copy = new Row(other.type);
            copy.values = other.values.clone();
            return copy;
        }

        Value value(int leaf) {
            return leaf < 0 || leaf >= values.length || values[leaf] == null ? Value.ABSENT : values[leaf];
        }

        Value shadow(int leaf) {
            return leaf >= shadows.length || shadows[leaf] == null ? Value.ABSENT : shadows[leaf];
        }

        long difference(int leaf) {
            return leaf >= differences.length ? 0 : differences[leaf];
        }

        /** Gives the leaves the values that they have after a message. */
        void set(Value[] after) {
            shadows = Arrays.copyOf(shadows, after.length);
            differences = new long[after.length];
            for (int leaf = 0; leaf < after.length; leaf++) {
                Value before = value(leaf);
                Value value = after[leaf];
                if (value.kind().compareTo(Kind.NULL) <= 0 && before.kind().compareTo(Kind.EMPTY_LIST) > 0) {
                    shadows[leaf] = before;
                }
                if (!isNew && value.kind().isNumeric() && value.hasFormOf(before)) {
                    differences[leaf] = value.number() - before.number();
                }
            }
            values = after;
            isNew = false;
        }

        boolean has(Node node) {
            return value(node.leaf).kind() != Kind.ABSENT
                    || node.items.stream().anyMatch(this::has)
                    || node.entries.stream().anyMatch(this::has);
        }

        /** The number of items of a list. */
        int size(Node list) {
            int size = list.items.size();
            while (size > 0 && !has(list.items.get(size - 1))) {
                size--;
            }
            return size;
        }

        /** Applies an edit to the items of a list (section 5.5), and returns how many there are then. */
        int edit(Node list, int size, int at, int operation) {
            values = Arrays.copyOf(values, type.leaves.size());
            differences = Arrays.copyOf(differences, type.leaves.size());
            if ((operation & 1) == 0) {
                for (int i = operation == 0 ? size : size - 1; i > at; i--) {
                    move(list.items.get(i), list.items.get(i - 1));
                }
                if (at == size) {
                    move(list.items.get(at), list.items.get(at - 1));
                }
            } else {
                for (int i = at; i < size - 1; i++) {
                    move(list.items.get(i), list.items.get(i + 1));
                }
                if (operation == 1) {
                    move(list.items.get(size - 1), null);
                }
            }
            return size + (operation == 0 ? 1 : operation == 1 ? -1 : 0);
        }

        private void move(Node to, Node from) {
            if (to.leaf >= 0) {
                values[to.leaf] = from == null ? Value.ABSENT : value(from.leaf);
                differences[to.leaf] = 0;
            }
            List<Node> children = new ArrayList<>(to.items);
            children.addAll(to.entries);
            if (to.typeNode != null) {
                children.add(to.typeNode);
            }
            for (Node child : children) {
                move(child, from == null ? null : counterpart(from, child));
            }
        }

        private static Node counterpart(Node parent, Node child) {
            if (parent.typeNode != null && parent.typeNode.label.equals(child.label)) {
                return parent.typeNode;
            }
            for (List<Node> children : List.of(parent.items, parent.entries)) {
                for (Node other : children) {
                    if (other.label.equals(child.label)) {
                        return other;
                    }
                }
            }
            return null;
        }

        /** The message that the record stands for. */
        Object tree() {
            return tree(type.nodes.get(0));
        }

        private Object tree(Node node) {
            Object value;
            if (value(node.leaf).kind() != Kind.ABSENT) {
                value = value(node.leaf).tree();
            } else if (size(node) > 0) {
                List<Object> list = new ArrayList<>();
                node.items.subList(0, size(node)).forEach(item -> list.add(tree(item)));
                value = list;
            } else {
                Map<Object, Object> map = new LinkedHashMap<>();
                node.entries.stream().filter(this::has).forEach(entry -> map.put(entry.key, tree(entry)));
                value = map;
            }
            boolean isTyped = node.typeNode != null && value(node.typeNode.leaf).kind() != Kind.ABSENT;
            return isTyped ? new Typed((String) value(node.typeNode.leaf).tree(), value) : value;
        }
    }

    Row row(int slot) {
        Row row = slots.get(slot);
        if (row == null) {
            throw new AssertionError("no record in slot " + slot);
        }
        return row;
    }

    void setRow(int slot, Row row) {
        if (slot == slots.size()) {
            slots.add(row);
        } else {
            slots.set(slot, row);
        }
    }

    /** Records that a message of a slot has come (section 5.1). */
    void recordMessage(int slot) {
        successors.put(previous, slot);
        previous = slot;
        row(slot).type.last = row(slot);
    }

    /** Adds copies of the nodes below a node to another one (section 5.2). */
    static void addCopies(MessageType type, Node original, Node parent) {
        List<Node> children = type.nodes.stream()
                .filter(node -> node.parent == original && node.kind() != 4)
                .toList();
        for (Node child : children) {
            Node copy = addNode(type, parent, child.kind(), child.key instanceof Name ? child.name() : child.key);
            if (child.leaf >= 0) {
                type.addLeaf(copy);
                type.models.put(copy.leaf, child.leaf);
            }
            addCopies(type, child, copy);
        }
    }

    /** Adds the node of an entry of NODES (section 5.2). */
    static Node addNode(MessageType type, Node parent, int kind, Object nameOrKey) {
        String name = String.valueOf(nameOrKey);
        Node node = switch (kind) {
            case 2 -> {
                int number = parent.items.size();
                yield new Node(parent, parent.path + "[" + number + "]", null, List.of(kind, number));
            }
            case 3 -> new Node(parent, parent.path + ".?", nameOrKey, keyLabel(nameOrKey));
            case 4 -> new Node(parent, parent.path + "!", null, List.of(kind));
            default ->
                new Node(
                        parent,
                        (parent.path.isEmpty() ? "" : parent.path + ".") + name,
                        kind == 1 ? new Name(name) : name,
                        List.of(kind, name));
        };
        type.nodes.add(node);
        if (kind == 2) {
            if (parent.items.isEmpty()) {
                type.lists.add(parent);
            }
            parent.items.add(node);
        } else if (kind == 4) {
            parent.typeNode = node;
        } else {
            parent.entries.add(node);
        }
        return node;
    }

    private static List<Object> keyLabel(Object key) {
        return Arrays.asList(3, key);
    }
}
