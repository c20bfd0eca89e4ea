package io.deltawire.cli.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of the state of a delta stream (docs/spec/delta.md, section 4) that determines where values end: the types,
 * the records with the kinds of their values, and the successors of records.
 */
final class DeltaStreamState {
    static final byte ABSENT = 0;
    static final byte NULL = 1;
    static final byte EMPTY = 2;
    static final byte BOOL = 3;
    static final byte NUMERIC = 4;
    static final byte F64 = 5;
    static final byte TEXT = 6;
    static final byte RAW = 7;

    private static final int MASKS = 1080;
    private static final int LAST_OF_TYPE = 2;

    final List<MessageType> types = new ArrayList<>();
    final List<RecordKinds> slots = new ArrayList<>();
    final Map<Integer, Integer> successors = new HashMap<>();
    int previous = -1;

    /** The kinds of a record's leaves, and of their last values before null. */
    static final class RecordKinds {
        final MessageType type;
        private byte[] kinds = {};
        private byte[] shadows = {};

        RecordKinds(MessageType type) {
            this.type = type;
        }

        /** A new record that starts as a copy of another one. */
        static RecordKinds copyOf(RecordKinds other) {
            RecordKinds copy = new RecordKinds(other.type);
            copy.kinds = other.kinds.clone();
            return copy;
        }

        byte kind(int leaf) {
            return leaf < kinds.length ? kinds[leaf] : ABSENT;
        }

        /** The number of items of a list. */
        int size(int list) {
            int size = 0;
            for (Map.Entry<Integer, Map<List<String>, Integer>> item :
                    type.items(list).entrySet()) {
                boolean has = item.getValue().values().stream().anyMatch(leaf -> kind(leaf) != ABSENT);
                size = has ? Math.max(size, item.getKey() + 1) : size;
            }
            return size;
        }

        /** Applies an edit to the kinds of a list's items (section 5.5). */
        void edit(int list, int size, int at, int operation) {
            Map<Integer, Map<List<String>, Integer>> items = type.items(list);
            kinds = Arrays.copyOf(kinds, type.leaves.size());
            if ((operation & 1) == 0) {
                for (int i = operation == 0 ? size : size - 1; i > at; i--) {
                    copy(items.get(i), items.get(i - 1));
                }
                if (at == size) {
                    copy(items.get(at), items.get(at - 1));
                }
            } else {
                for (int i = at; i < size - 1; i++) {
                    copy(items.get(i), items.get(i + 1));
                }
                if (operation == 1) {
                    copy(items.get(size - 1), null);
                }
            }
        }

        private void copy(Map<List<String>, Integer> to, Map<List<String>, Integer> from) {
            if (to != null) {
                to.forEach((place, leaf) -> {
                    Integer source = from == null ? null : from.get(place);
                    kinds[leaf] = source == null ? ABSENT : kinds[source];
                });
            }
        }

        byte shadow(int leaf) {
            return leaf < shadows.length ? shadows[leaf] : ABSENT;
        }

        void set(int leaf, byte kind) {
            if (leaf >= kinds.length) {
                kinds = Arrays.copyOf(kinds, type.leaves.size());
            }
            byte before = kinds[leaf];
            if (kind <= NULL && before > EMPTY) {
                if (leaf >= shadows.length) {
                    shadows = Arrays.copyOf(shadows, type.leaves.size());
                }
                shadows[leaf] = before;
            }
            kinds[leaf] = kind;
        }
    }

    /**
     * A node in the schema of a type.
     *
     * @param parent the number of its parent
     * @param path such as {@code trade.fills[0].price}; for a type name {@code trade!}
     * @param label distinguishes it from the other children of its parent
     */
    record Node(int parent, String path, int[] items, String label) {}

    /** A type of messages. */
    static final class MessageType {
        final List<Node> nodes = new ArrayList<>(List.of(new Node(0, "", new int[1], "")));
        final List<String> leaves = new ArrayList<>();
        /** The numbers of the nodes that have had items. */
        final List<Integer> lists = new ArrayList<>();

        private final List<Integer> leafNodes = new ArrayList<>();
        private final Map<Integer, Integer> predictors = new HashMap<>();
        private final List<BitSet> masks = new ArrayList<>();
        private int masksAdded;
        RecordKinds last;

        void addLeaf(int node) {
            leaves.add(nodes.get(node).path());
            leafNodes.add(node);
        }

        /** The leaves of a list, by the item and by their position in the item. */
        Map<Integer, Map<List<String>, Integer>> items(int list) {
            Map<Integer, Map<List<String>, Integer>> items = new HashMap<>();
            for (int leaf = 0; leaf < leaves.size(); leaf++) {
                List<String> place = new ArrayList<>();
                for (int node = leafNodes.get(leaf);
                        node > 0;
                        node = nodes.get(node).parent()) {
                    String label = nodes.get(node).label();
                    if (nodes.get(node).parent() == list && label.startsWith("2:")) {
                        int item = Integer.parseInt(label.substring(2));
                        items.computeIfAbsent(item, k -> new HashMap<>()).put(List.copyOf(place), leaf);
                    }
                    place.add(label);
                }
            }
            return items;
        }

        void predict(int leaf, int predictor) {
            predictors.put(leaf, predictor);
        }

        /** The kind of the prediction for a leaf (section 4.3). */
        byte predicted(RecordKinds record, int leaf) {
            boolean byLast = last != null && predictors.getOrDefault(leaf, 0) == LAST_OF_TYPE;
            return (byLast ? last : record).kind(leaf);
        }

        /** Stores a mask and returns its index. */
        int addMask(BitSet mask) {
            int index = masksAdded++ % MASKS;
            if (index == masks.size()) {
                masks.add(mask);
            } else {
                masks.set(index, mask);
            }
            return index;
        }

        BitSet mask(int index) {
            if (index >= masks.size()) {
                throw new DeltaByteReader.Unexpected("no mask " + index);
            }
            return masks.get(index);
        }
    }

    MessageType type(int number) {
        if (number >= types.size()) {
            throw new DeltaByteReader.Unexpected("no type " + number);
        }
        return types.get(number);
    }

    RecordKinds record(int slot) {
        if (slot < 0 || slot >= slots.size() || slots.get(slot) == null) {
            throw new DeltaByteReader.Unexpected("no record in slot " + slot);
        }
        return slots.get(slot);
    }

    void setRecord(int slot, RecordKinds record) {
        if (slot < 0 || slot > slots.size()) {
            throw new DeltaByteReader.Unexpected("slot " + slot + " is not the next one");
        }
        if (slot == slots.size()) {
            slots.add(record);
        } else {
            slots.set(slot, record);
        }
    }

    /** Records that a message of a slot has come (section 5.1). */
    void recordMessage(int slot) {
        successors.put(previous, slot);
        previous = slot;
        record(slot).type.last = record(slot);
    }
}
