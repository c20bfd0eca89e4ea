package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.BackOff;
import io.deltawire.delta.internal.value.Op;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One place in the messages of a type: a field, an event, a list item, an entry with a key that is not text, or the type
 * name of its parent. A node that has held a scalar has a leaf: a column of the type's records.
 */
public final class Node {
    public final int id;
    public final Node parent;
    public final int kind;
    /** Name of a field or event; else null. */
    public final String name;
    /** Value bytes of a key; else null. */
    public final byte[] key;
    /** Index in the parent's children. */
    public int index;
    /** Index in the parent's items. */
    int item;

    /** Column, or -1. */
    public int leaf = -1;
    /** Fields, events, keys or items, in order of definition. */
    public Node[] children = NONE;

    public int size;
    /** Those of the children that are items, in order. */
    public Node[] items = NONE;

    public int itemCount;
    /** The number of this list among those of its type, or -1 where it has had no item. */
    public int list = -1;
    /** The node of this one's type name, or null. */
    public Node type;

    private static final int LINEAR = 8;
    private Map<String, Node> byName;

    /** Encoder: the message in which this node was last given. */
    public int stamp;
    /** Encoder: values of this node are kept whole, because it is a list that was too long for columns. */
    public boolean whole;
    /** Encoder: alignments of this list may save nothing; null where none has been tried. */
    private BackOff edits;
    /** Where the next field of this object is looked for first. */
    public int expected;
    /** The shape whose ordinals {@link #byOrdinal} holds. */
    public Object shape;
    /** For each ordinal of the shape the child, or for each child the ordinal. */
    public Node[] byOrdinal;

    public int[] ordinals;
    /** What {@link #path} has found, where that cannot change; else null. */
    private String path;

    static final Node[] NONE = {};

    Node(int id, Node parent, int kind, String name, byte[] key) {
        this.id = id;
        this.parent = parent;
        this.kind = kind;
        this.name = name;
        this.key = key;
    }

    /** Whether this is what a new node would be, so that it serves in its place. */
    boolean isLike(Node ofParent, int ofKind, String named, byte[] withKey) {
        return parent == ofParent && kind == ofKind && Objects.equals(name, named) && Arrays.equals(key, withKey);
    }

    /** Empties this node, to be used again for the same place in the messages of a type. */
    void restart() {
        leaf = -1;
        if (byName != null && byName.size() != size) {
            byName = null;
        }
        size = 0;
        itemCount = 0;
        list = -1;
        type = null;
        expected = 0;
        shape = null;
        stamp = 0;
        whole = false;
        if (edits != null) {
            edits.reset();
        }
    }

    void add(Node child) {
        if (child.kind == Op.NODE_TYPE) {
            type = child;
            return;
        }
        if (size == children.length) {
            children = Arrays.copyOf(children, Math.max(8, 2 * size));
        }
        child.index = size;
        children[size++] = child;
        if (child.kind == Op.NODE_ITEM) {
            if (itemCount == items.length) {
                items = Arrays.copyOf(items, Math.max(8, 2 * itemCount));
            }
            child.item = itemCount;
            items[itemCount++] = child;
        }
        if (byName != null) {
            byName.put(child.mapKey(), child);
        }
    }

    /** Undoes the last {@link #add}. */
    void remove(Node child) {
        if (child.kind == Op.NODE_TYPE) {
            type = null;
        } else {
            children[--size] = null;
            expected = 0;
            if (child.kind == Op.NODE_ITEM) {
                items[--itemCount] = null;
            }
            if (byName != null) {
                byName.remove(child.mapKey());
            }
        }
        shape = null;
    }

    /** The child that is a field or event of this name, or null. The one after the last one found is tried first. */
    public Node find(String wanted, int wantedKind) {
        if (expected < size) {
            Node next = children[expected];
            if (next.kind == wantedKind && wanted.equals(next.name)) {
                expected++;
                return next;
            }
        }
        Node found = size <= LINEAR ? scan(wanted, wantedKind, null) : present(mapKey(wanted, wantedKind, null));
        if (found != null) {
            expected = found.index + 1;
        }
        return found;
    }

    /** The child with this key, or null. */
    public Node find(byte[] wanted) {
        return size <= LINEAR ? scan(null, Op.NODE_KEY, wanted) : present(mapKey(null, Op.NODE_KEY, wanted));
    }

    /** The child at the same place as a child of another node, or null. */
    public Node like(Node other) {
        if (other.kind == Op.NODE_ITEM) {
            return other.item < itemCount ? items[other.item] : null;
        }
        if (other.index < size) {
            Node child = children[other.index];
            if (child.kind == other.kind && (other.name != null && other.name.equals(child.name))) {
                return child;
            }
        }
        return other.name != null ? find(other.name, other.kind) : find(other.key);
    }

    private Node scan(String wanted, int wantedKind, byte[] wantedKey) {
        for (int i = 0; i < size; i++) {
            Node child = children[i];
            if (child.kind == wantedKind
                    && (wantedKey == null ? wanted.equals(child.name) : Arrays.equals(wantedKey, child.key))) {
                return child;
            }
        }
        return null;
    }

    /** What the map has, where it has not been left there by {@link #restart}. */
    private Node present(String mapKey) {
        Node found = map().get(mapKey);
        return found != null && found.index < size && children[found.index] == found ? found : null;
    }

    private Map<String, Node> map() {
        if (byName == null) {
            byName = new HashMap<>();
            for (int i = 0; i < size; i++) {
                byName.put(children[i].mapKey(), children[i]);
            }
        }
        return byName;
    }

    private String mapKey() {
        return mapKey(name, kind, key);
    }

    /** Fields by their name; what is rarer behind a control character, so that it is no field's name by chance. */
    private static String mapKey(String name, int kind, byte[] key) {
        return switch (kind) {
            case Op.NODE_FIELD -> name.startsWith("\0") ? "\0f" + name : name;
            case Op.NODE_EVENT -> "\0e" + name;
            case Op.NODE_KEY -> "\0k" + new String(key, StandardCharsets.ISO_8859_1);
            default -> "\0i";
        };
    }

    /** Encoder: what {@link #skipEditOnce} would say now. */
    public boolean isSkippingEdit() {
        return edits != null && edits.isSkipping();
    }

    /** Encoder: counts a search for edits of this list; true where it is to be left out. */
    public boolean skipEditOnce() {
        return edits != null && edits.skipOnce();
    }

    /** Encoder: notes whether looking for edits of this list has found some. */
    public void triedEdit(boolean found) {
        if (edits == null) {
            edits = new BackOff();
        }
        edits.tried(found);
    }

    public int depth() {
        int depth = 0;
        for (Node node = parent; node != null; node = node.parent) {
            depth++;
        }
        return depth;
    }

    /** The way from the root in the form of {@code update.bids[3].price}; empty for the root. Costs no stack. */
    public String path() {
        if (path != null) {
            return path;
        }
        ArrayDeque<Node> way = new ArrayDeque<>();
        for (Node node = this; node.parent != null; node = node.parent) {
            way.addFirst(node);
        }
        StringBuilder names = new StringBuilder();
        boolean hasItem = false;
        for (Node node : way) {
            if (node.kind == Op.NODE_ITEM) {
                names.append('[').append(node.item).append(']');
                hasItem = true;
            } else {
                names.append(names.isEmpty() ? "" : ".");
                names.append(node.kind == Op.NODE_TYPE ? "!" : node.kind == Op.NODE_KEY ? "?" : node.name);
            }
        }
        String found = names.toString();
        path = hasItem ? null : found; // another item may come to be this node
        return found;
    }
}
