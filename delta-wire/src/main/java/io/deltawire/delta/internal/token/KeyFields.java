package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.WireDataException;
import java.util.Arrays;
import java.util.List;

/** Makes the key of a message from the values of named fields. */
public final class KeyFields {
    private final List<String> paths;
    /** Which of them messages have had, so that one without is one whose key lacks it. */
    private final boolean[] seen;
    /** Which of them the message in the columns has. */
    private final boolean[] given;

    private final Columns in;
    private final ValueWriter bytes = new ValueWriter();
    private final TreeWriter tree;
    private TypeState type;
    private int version;
    /** By path, the leaves that have it: more than one where a field is called as another one and one inside of that. */
    private int[][] leavesOf;

    public KeyFields(List<String> paths, Columns in) {
        this.paths = List.copyOf(paths);
        this.seen = new boolean[paths.size()];
        this.given = new boolean[paths.size()];
        this.in = in;
        this.tree = new TreeWriter(in, bytes);
    }

    /** Reads the key of the message in the columns. */
    public void read(TypeState state) {
        if (state != type || state.version != version) {
            find(state);
        }
        bytes.out.clear();
        for (int i = 0; i < leavesOf.length; i++) {
            int leaf = givenOf(i);
            given[i] = leaf >= 0;
            if (leaf >= 0) {
                tree.writeNode(state.leafNodes.get(leaf));
            } else if (seen[i]) {
                bytes.op(Op.ABSENT);
            } else {
                throw unknown(paths.get(i), state);
            }
        }
    }

    /** Takes note that the message whose key was read last is one of the stream. */
    public void taken() {
        for (int i = 0; i < given.length; i++) {
            seen[i] |= given[i];
        }
    }

    private int givenOf(int path) {
        for (int leaf : leavesOf[path]) {
            if (in.given(leaf)) {
                return leaf;
            }
        }
        return -1;
    }

    /** Whether the columns have all fields of the key, of a message of which they may not have all. */
    public boolean areGiven(TypeState state) {
        if (state != type || state.version != version) {
            find(state);
        }
        for (int i = 0; i < leavesOf.length; i++) {
            if (givenOf(i) < 0) {
                return false;
            }
        }
        return true;
    }

    public byte[] bytes() {
        return bytes.out.array;
    }

    public int length() {
        return bytes.out.position;
    }

    private void find(TypeState state) {
        type = state;
        version = state.version;
        leavesOf = new int[paths.size()][];
        boolean isOneEach = true;
        for (int i = 0; i < leavesOf.length; i++) {
            String path = paths.get(i);
            leavesOf[i] = state.leafNodes.stream()
                    .filter(node -> node.kind != Op.NODE_TYPE && node.path().equals(path))
                    .mapToInt(node -> node.leaf)
                    .toArray();
            isOneEach &= leavesOf[i].length == 1;
        }
        if (isOneEach && state.keyLeaves.length == 0) {
            state.keyLeaves =
                    Arrays.stream(leavesOf).mapToInt(leaves -> leaves[0]).toArray();
        }
    }

    private WireDataException unknown(String path, TypeState state) {
        StringBuilder names = new StringBuilder();
        for (Node node : state.leafNodes) {
            if (node.kind != Op.NODE_TYPE && in.given(node.leaf) && names.length() < 400) {
                names.append(names.length() == 0 ? "" : ", ").append(node.path());
            }
        }
        return new WireDataException(
                FormatName.DELTA, "expected the key field \"" + path + "\" but the message has: " + names, null);
    }
}
