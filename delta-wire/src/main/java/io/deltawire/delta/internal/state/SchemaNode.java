package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.BackOff;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
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
 * nodes, leaves and lists in order of their announcement. The writer also records facts about a node, such as whether
 * edits of its list save bytes.
 */
public final class SchemaNode {
    private final int id;
    private final SchemaNode parent;
    private final int kind;
    /** The name of a field or event; null for other kinds. */
    private final String name;
    /** The encoded key of an entry; null for other kinds. */
    private final byte[] key;
    /** The index in the parent's {@link #children}. */
    private int index;
    /** The index in the parent's {@link #items}. */
    private int itemNumber;

    /** The index of this node's column in a record, or -1. */
    private int leaf = -1;
    /** The fields, events, keys or items in order of definition. The type name is not among them. */
    private SchemaNode[] children = NONE;

    private int childCount;
    /** The children that are list items, in order. */
    private SchemaNode[] items = NONE;

    private int itemCount;
    /** The number of this list in {@link TypeState#lists}, or -1 for a node without items. */
    private int listNumber = -1;
    /** The node of this object's type name, or null. */
    private SchemaNode typeNode;

    /** Up to this many children are searched one after the other; more have a map. */
    private static final int MAX_SCANNED = 8;

    private Map<String, SchemaNode> byName;

    /** Writer: the number of the last message that had this node. */
    private int lastMessage;
    /** Writer: this list was too long for columns, so that its value is one leaf. */
    private boolean isWhole;
    /** Writer: skips searches for edits of this list after searches in vain; null before the first search. */
    private BackOff edits;
    /** The index of the child that {@link #findChild} tries first: fields mostly come in the same order. */
    private int nextChild;
    /** The shape that {@link #childrenByOrdinal} and {@link #ordinalsOfChildren} are for. */
    private Shape shape;
    /** Writer: the child for each ordinal of the shape. */
    private SchemaNode[] childrenByOrdinal;

    /** Reader: the ordinal in the shape for each child. */
    private int[] ordinalsOfChildren;
    /** The result of {@link #path} once it cannot change; else null. */
    private String path;

    static final SchemaNode[] NONE = {};

    SchemaNode(int id, SchemaNode parent, int kind, String name, byte[] key) {
        this.id = id;
        this.parent = parent;
        this.kind = kind;
        this.name = name;
        this.key = key;
    }

    public int id() {
        return id;
    }

    public SchemaNode parent() {
        return parent;
    }

    /** Returns the kind, such as {@link Op#NODE_FIELD}. */
    public int kind() {
        return kind;
    }

    /** Returns the name of a field or event; null for other kinds. */
    public String name() {
        return name;
    }

    /** Returns the encoded key of an entry, which callers must not change; null for other kinds. */
    public byte[] key() {
        return key;
    }

    /** Returns the index among the parent's children. */
    public int index() {
        return index;
    }

    /** Returns the index among the parent's items. */
    int itemNumber() {
        return itemNumber;
    }

    /** Returns the index of this node's column in a record, or -1. */
    public int leaf() {
        return leaf;
    }

    void setLeaf(int leaf) {
        this.leaf = leaf;
    }

    public int childCount() {
        return childCount;
    }

    /** Returns a field, event, key or item, in order of definition. The type name is not among them. */
    public SchemaNode child(int index) {
        return children[index];
    }

    public int itemCount() {
        return itemCount;
    }

    /** Returns a child that is a list item. */
    public SchemaNode item(int number) {
        return items[number];
    }

    /** Returns a copy of the children that are list items, in order. */
    public SchemaNode[] items() {
        return Arrays.copyOf(items, itemCount);
    }

    /** Returns the number of this list in {@link TypeState#lists()}, or -1 for a node without items. */
    public int listNumber() {
        return listNumber;
    }

    void setListNumber(int number) {
        listNumber = number;
    }

    /** Returns the node of this object's type name, or null. */
    public SchemaNode typeNode() {
        return typeNode;
    }

    /** Writer: whether this list was too long for columns, so that its value is one leaf. */
    public boolean isWhole() {
        return isWhole;
    }

    public void setWhole(boolean whole) {
        isWhole = whole;
    }

    /** Writer: whether {@link #markInMessage} has been called for a message with this number. */
    public boolean isInMessage(int number) {
        return lastMessage == number;
    }

    /** Writer: records that a message has this node. */
    public void markInMessage(int number) {
        lastMessage = number;
    }

    /** Whether this node and another one are what tells them from the other children of their parents. */
    public boolean hasSameLabel(SchemaNode other) {
        return kind == other.kind && Objects.equals(name, other.name) && Arrays.equals(key, other.key);
    }

    /** Whether a new node with this definition would equal this one, which can then be reused. */
    boolean hasDefinition(SchemaNode ofParent, int ofKind, String named, byte[] withKey) {
        return parent == ofParent && kind == ofKind && Objects.equals(name, named) && Arrays.equals(key, withKey);
    }

    /** Empties this node, to be reused for the same position in the next epoch. */
    void reset() {
        leaf = -1;
        if (byName != null && byName.size() != childCount) {
            byName = null;
        }
        childCount = 0;
        itemCount = 0;
        listNumber = -1;
        typeNode = null;
        nextChild = 0;
        shape = null;
        lastMessage = 0;
        isWhole = false;
        if (edits != null) {
            edits.reset();
        }
    }

    void add(SchemaNode child) {
        if (child.kind == Op.NODE_TYPE) {
            typeNode = child;
            return;
        }
        if (childCount == children.length) {
            children = Arrays.copyOf(children, Math.max(8, 2 * childCount));
        }
        child.index = childCount;
        children[childCount++] = child;
        if (child.kind == Op.NODE_ITEM) {
            if (itemCount == items.length) {
                items = Arrays.copyOf(items, Math.max(8, 2 * itemCount));
            }
            child.itemNumber = itemCount;
            items[itemCount++] = child;
        }
        if (byName != null) {
            byName.put(child.mapKey(), child);
        }
    }

    /** Undoes the last {@link #add}. */
    void remove(SchemaNode child) {
        if (child.kind == Op.NODE_TYPE) {
            typeNode = null;
        } else {
            children[--childCount] = null;
            nextChild = 0;
            if (child.kind == Op.NODE_ITEM) {
                items[--itemCount] = null;
            }
            if (byName != null) {
                byName.remove(child.mapKey());
            }
        }
        shape = null;
    }

    /**
     * Writer: begins an object in which {@link #findChild} tries the first child first.
     *
     * @param ofShape the shape that the names come from, or null
     * @return the child for each ordinal of the shape, which the caller fills; null without a shape
     */
    public SchemaNode[] beginObject(Shape ofShape) {
        nextChild = 0;
        if (ofShape == null) {
            return null;
        }
        if (shape != ofShape) {
            shape = ofShape;
            childrenByOrdinal = new SchemaNode[ofShape.size()];
        }
        return childrenByOrdinal;
    }

    /** Writer: returns the last shape given to {@link #beginObject}. */
    public Shape shape() {
        return shape;
    }

    /** Makes {@link #findChild} expect another new child, after one has been added. */
    public void expectNewChild() {
        nextChild = childCount;
    }

    /** Reader: returns the ordinal in a shape of a child, or {@link WireIn#UNKNOWN}. */
    public int ordinalOf(SchemaNode child, Shape inShape) {
        if (shape != inShape || ordinalsOfChildren == null) {
            shape = inShape;
            ordinalsOfChildren = new int[0];
        }
        int[] ordinals = ordinalsOfChildren;
        if (child.index >= ordinals.length) {
            ordinals = findOrdinals(inShape);
        }
        return ordinals[child.index];
    }

    private int[] findOrdinals(Shape inShape) {
        int[] ordinals = new int[childCount];
        for (int i = 0; i < ordinals.length; i++) {
            String childName = children[i].name;
            int ordinal = childName == null ? -1 : inShape.ordinal(childName);
            ordinals[i] = ordinal < 0 ? WireIn.UNKNOWN : ordinal;
        }
        ordinalsOfChildren = ordinals;
        return ordinals;
    }

    /** Returns the field or event of this name, or null. The child after the last result is tried first. */
    public SchemaNode findChild(String wanted, int wantedKind) {
        if (nextChild < childCount) {
            SchemaNode next = children[nextChild];
            if (next.kind == wantedKind && wanted.equals(next.name)) {
                nextChild++;
                return next;
            }
        }
        SchemaNode found =
                childCount <= MAX_SCANNED ? scan(wanted, wantedKind, null) : present(mapKey(wanted, wantedKind, null));
        if (found != null) {
            nextChild = found.index + 1;
        }
        return found;
    }

    /** Returns the child with this key, or null. */
    public SchemaNode findKey(byte[] wanted) {
        return childCount <= MAX_SCANNED ? scan(null, Op.NODE_KEY, wanted) : present(mapKey(null, Op.NODE_KEY, wanted));
    }

    /** Returns the child at the position that {@code other} has in its own parent, or null. */
    public SchemaNode counterpartOf(SchemaNode other) {
        if (other.kind == Op.NODE_ITEM) {
            return other.itemNumber < itemCount ? items[other.itemNumber] : null;
        }
        if (other.index < childCount) {
            SchemaNode child = children[other.index];
            if (child.kind == other.kind && (other.name != null && other.name.equals(child.name))) {
                return child;
            }
        }
        return other.name != null ? findChild(other.name, other.kind) : findKey(other.key);
    }

    private SchemaNode scan(String wanted, int wantedKind, byte[] wantedKey) {
        for (int i = 0; i < childCount; i++) {
            SchemaNode child = children[i];
            if (child.kind == wantedKind
                    && (wantedKey == null ? wanted.equals(child.name) : Arrays.equals(wantedKey, child.key))) {
                return child;
            }
        }
        return null;
    }

    /** Returns the map's entry, unless it is from an earlier epoch: {@link #reset} leaves the map as it is. */
    private SchemaNode present(String mapKey) {
        SchemaNode found = map().get(mapKey);
        return found != null && found.index < childCount && children[found.index] == found ? found : null;
    }

    private Map<String, SchemaNode> map() {
        if (byName == null) {
            byName = new HashMap<>();
            for (int i = 0; i < childCount; i++) {
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
        return edits != null && edits.skipAttempt();
    }

    /** Writer: records whether a search for edits of this list has found any. */
    public void recordEditSearch(boolean found) {
        if (edits == null) {
            edits = new BackOff();
        }
        edits.recordAttempt(found);
    }

    public int depth() {
        int depth = 0;
        for (SchemaNode node = parent; node != null; node = node.parent) {
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
        ArrayDeque<SchemaNode> ancestors = new ArrayDeque<>();
        for (SchemaNode node = this; node.parent != null; node = node.parent) {
            ancestors.addFirst(node);
        }
        StringBuilder names = new StringBuilder();
        boolean hasItem = false;
        for (SchemaNode node : ancestors) {
            if (node.kind == Op.NODE_ITEM) {
                names.append('[').append(node.itemNumber).append(']');
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
