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
 * A position in the messages of a type: a field, an event, a list item, an entry whose key is not text, or the type
 * name of the parent. The nodes of a type form a tree, to which messages add.
 *
 * <p>A node that has held a scalar has a leaf, and with it a column in each record of the type. Both sides number
 * nodes, leaves and lists in order of their announcement. The writer also keeps what it has learned of a node, such as
 * whether edits of its list pay.
 */
public final class Node {
    public final int id;
    public final Node parent;
    public final int kind;
    /** The name of a field or event; null for other kinds. */
    public final String name;
    /** The encoded key of an entry; null for other kinds. */
    public final byte[] key;
    /** The index in the parent's {@link #children}. */
    public int index;
    /** The index in the parent's {@link #items}. */
    int item;

    /** The index of this node's column in a record, or -1. */
    public int leaf = -1;
    /** The fields, events, keys or items in order of definition. The type name is not among them. */
    public Node[] children = NONE;

    public int size;
    /** The children that are list items, in order. */
    public Node[] items = NONE;

    public int itemCount;
    /** The number of this list in {@link TypeState#lists}, or -1 for a node without items. */
    public int list = -1;
    /** The node of this object's type name, or null. */
    public Node type;

    /** Up to this many children are searched one after the other; more have a map. */
    private static final int MAX_SCANNED = 8;

    private Map<String, Node> byName;

    /** Writer: the number of the last message that had this node. */
    public int stamp;
    /** Writer: this list was too long for columns, so that its value is one leaf. */
    public boolean whole;
    /** Writer: skips searches for edits of this list after searches in vain; null before the first search. */
    private BackOff edits;
    /** The index of the child that {@link #find} tries first: fields mostly come in the same order. */
    public int expected;
    /** The shape that {@link #byOrdinal} and {@link #ordinals} are for. */
    public Object shape;
    /** Writer: the child for each ordinal of the shape. */
    public Node[] byOrdinal;

    /** Reader: the ordinal in the shape for each child. */
    public int[] ordinals;
    /** The result of {@link #path} once it cannot change; else null. */
    private String path;

    static final Node[] NONE = {};

    Node(int id, Node parent, int kind, String name, byte[] key) {
        this.id = id;
        this.parent = parent;
        this.kind = kind;
        this.name = name;
        this.key = key;
    }

    /** Whether a new node with this definition would equal this one, which can then be reused. */
    boolean isLike(Node ofParent, int ofKind, String named, byte[] withKey) {
        return parent == ofParent && kind == ofKind && Objects.equals(name, named) && Arrays.equals(key, withKey);
    }

    /** Empties this node, to be reused for the same position in the next epoch. */
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

    /** Returns the field or event of this name, or null. The child after the last result is tried first. */
    public Node find(String wanted, int wantedKind) {
        if (expected < size) {
            Node next = children[expected];
            if (next.kind == wantedKind && wanted.equals(next.name)) {
                expected++;
                return next;
            }
        }
        Node found = size <= MAX_SCANNED ? scan(wanted, wantedKind, null) : present(mapKey(wanted, wantedKind, null));
        if (found != null) {
            expected = found.index + 1;
        }
        return found;
    }

    /** Returns the child with this key, or null. */
    public Node find(byte[] wanted) {
        return size <= MAX_SCANNED ? scan(null, Op.NODE_KEY, wanted) : present(mapKey(null, Op.NODE_KEY, wanted));
    }

    /** Returns the child at the position that {@code other} has in its own parent, or null. */
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

    /** Returns the map's entry, unless it is from an earlier epoch: {@link #restart} leaves the map as it is. */
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

    /**
     * Returns the map key of a child. Rare kinds have a control character as prefix, so that they equal no field's
     * name.
     */
    private static String mapKey(String name, int kind, byte[] key) {
        return switch (kind) {
            case Op.NODE_FIELD -> name.startsWith("\0") ? "\0f" + name : name;
            case Op.NODE_EVENT -> "\0e" + name;
            case Op.NODE_KEY -> "\0k" + new String(key, StandardCharsets.ISO_8859_1);
            default -> "\0i";
        };
    }

    /** Writer: whether {@link #skipEditOnce} would return true now. */
    public boolean isSkippingEdit() {
        return edits != null && edits.isSkipping();
    }

    /** Writer: counts a search for edits of this list, and returns whether to skip it. */
    public boolean skipEditOnce() {
        return edits != null && edits.skipOnce();
    }

    /** Writer: records whether a search for edits of this list has found any. */
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

    /**
     * Returns the path from the root, such as {@code update.bids[3].price}; empty for the root. It does not recurse.
     */
    public String path() {
        if (path != null) {
            return path;
        }
        ArrayDeque<Node> ancestors = new ArrayDeque<>();
        for (Node node = this; node.parent != null; node = node.parent) {
            ancestors.addFirst(node);
        }
        StringBuilder names = new StringBuilder();
        boolean hasItem = false;
        for (Node node : ancestors) {
            if (node.kind == Op.NODE_ITEM) {
                names.append('[').append(node.item).append(']');
                hasItem = true;
            } else {
                names.append(names.isEmpty() ? "" : ".");
                names.append(node.kind == Op.NODE_TYPE ? "!" : node.kind == Op.NODE_KEY ? "?" : node.name);
            }
        }
        String found = names.toString();
        path = hasItem ? null : found; // an item may be reused at another index
        return found;
    }
}
