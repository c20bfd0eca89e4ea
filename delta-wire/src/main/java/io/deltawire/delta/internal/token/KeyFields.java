package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.WireDataException;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the key of a message from the values of named fields, as the option {@code keyFields} lists them.
 *
 * <p>The key is the plain values of these fields one after another. It is made from {@link Columns}, once the message
 * is complete. A field that earlier messages had may be absent: the key says so in its position. A field that no
 * message ever had is an error unless the option {@code unseenKeyFields} allows it, since its path is likely misspelt.
 */
public final class KeyFields {
    private final List<String> paths;
    /** By path, whether a message may lack the field, since another one had it or all may. */
    private final boolean[] seen;
    /** By path, whether the present message has the field. */
    private final boolean[] given;

    private final Columns columns;
    private final PlainValueWriter bytes = new PlainValueWriter();
    private final PlainTreeWriter tree;
    private TypeState type;
    private int version;
    /**
     * By path, its leaves. There are several if a name has a dot in it: field {@code a.b}, and field {@code b} in
     * object {@code a}.
     */
    private int[][] leavesOf;

    /** @param isChecked whether a field that no message ever had is an error */
    public KeyFields(List<String> paths, boolean isChecked, Columns in) {
        this.paths = List.copyOf(paths);
        this.seen = new boolean[paths.size()];
        Arrays.fill(seen, !isChecked);
        this.given = new boolean[paths.size()];
        this.columns = in;
        this.tree = new PlainTreeWriter(in, bytes);
    }

    /** Makes the key of the present message: {@link #bytes} and {@link #length}. */
    public void read(TypeState state) {
        if (state != type || state.version() != version) {
            locateLeaves(state);
        }
        bytes.out().clear();
        for (int i = 0; i < leavesOf.length; i++) {
            int leaf = givenLeaf(i);
            given[i] = leaf >= 0;
            if (leaf >= 0) {
                tree.writeNode(state.leafNode(leaf));
            } else if (seen[i]) {
                bytes.op(Op.ABSENT);
            } else {
                throw missingField(paths.get(i), state);
            }
        }
    }

    /** Remembers the fields of the last key, now that its message is in the stream. */
    public void commitSeen() {
        for (int i = 0; i < given.length; i++) {
            seen[i] |= given[i];
        }
    }

    private int givenLeaf(int path) {
        for (int leaf : leavesOf[path]) {
            if (columns.isGiven(leaf)) {
                return leaf;
            }
        }
        return -1;
    }

    /** Whether all fields of the key have been collected. A message that became plain may be collected in part. */
    public boolean hasAll(TypeState state) {
        if (state != type || state.version() != version) {
            locateLeaves(state);
        }
        for (int i = 0; i < leavesOf.length; i++) {
            if (givenLeaf(i) < 0) {
                return false;
            }
        }
        return true;
    }

    public byte[] bytes() {
        return bytes.out().array;
    }

    public int length() {
        return bytes.out().position;
    }

    private void locateLeaves(TypeState state) {
        type = state;
        version = state.version();
        leavesOf = new int[paths.size()][];
        boolean isOneEach = true;
        for (int i = 0; i < leavesOf.length; i++) {
            String path = paths.get(i);
            leavesOf[i] = state.leafNodes().stream()
                    .filter(node -> node.kind() != Op.NODE_TYPE && node.path().equals(path))
                    .mapToInt(node -> node.leaf())
                    .toArray();
            isOneEach &= leavesOf[i].length == 1;
        }
        if (isOneEach && state.keyLeaves().length == 0) {
            state.setKeyLeaves(
                    Arrays.stream(leavesOf).mapToInt(leaves -> leaves[0]).toArray());
        }
    }

    private WireDataException missingField(String path, TypeState state) {
        StringBuilder names = new StringBuilder();
        for (SchemaNode node : state.leafNodes()) {
            if (node.kind() != Op.NODE_TYPE && columns.isGiven(node.leaf()) && names.length() < 400) {
                names.append(names.length() == 0 ? "" : ", ").append(node.path());
            }
        }
        return new WireDataException(
                DeltaFormatName.DELTA, "expected the key field \"" + path + "\" but the message has: " + names, null);
    }
}
