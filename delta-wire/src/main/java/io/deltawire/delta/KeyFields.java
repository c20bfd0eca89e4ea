package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import java.util.Arrays;
import java.util.List;

/** Makes the key of a message from the values of named fields. */
final class KeyFields {
    private final List<String> paths;
    private final boolean[] seen;
    private final Columns in;
    private final ValueWriter bytes = new ValueWriter();
    private final TreeWriter tree;
    private TypeState type;
    private int version;
    private int[] leafOf;

    KeyFields(List<String> paths, Columns in) {
        this.paths = List.copyOf(paths);
        this.seen = new boolean[paths.size()];
        this.in = in;
        this.tree = new TreeWriter(in, bytes);
    }

    /** Reads the key of the message in the columns. */
    void read(TypeState state) {
        if (state != type || state.version != version) {
            find(state);
        }
        bytes.out.clear();
        for (int i = 0; i < leafOf.length; i++) {
            int leaf = leafOf[i];
            if (leaf >= 0 && in.given(leaf)) {
                seen[i] = true;
                tree.writeNode(state.leafNodes.get(leaf));
            } else if (seen[i]) {
                bytes.op(Op.ABSENT);
            } else {
                throw unknown(paths.get(i), state);
            }
        }
    }

    /** Whether the columns have all fields of the key, of a message of which they may not have all. */
    boolean areGiven(TypeState state) {
        if (state != type || state.version != version) {
            find(state);
        }
        for (int leaf : leafOf) {
            if (leaf < 0 || !in.given(leaf)) {
                return false;
            }
        }
        return true;
    }

    byte[] bytes() {
        return bytes.out.array;
    }

    int length() {
        return bytes.out.position;
    }

    private void find(TypeState state) {
        type = state;
        version = state.version;
        leafOf = new int[paths.size()];
        int found = 0;
        int[] keyLeaves = new int[leafOf.length];
        for (int i = 0; i < leafOf.length; i++) {
            leafOf[i] = -1;
            for (Node node : state.leafNodes) {
                if (node.kind != Op.NODE_TYPE && node.path().equals(paths.get(i))) {
                    leafOf[i] = node.leaf;
                    keyLeaves[found++] = node.leaf;
                }
            }
        }
        if (found == leafOf.length && state.keyLeaves.length == 0) {
            state.keyLeaves = Arrays.copyOf(keyLeaves, found);
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
                DeltaFormat.NAME, "expected the key field \"" + path + "\" but the message has: " + names, null);
    }
}
