package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.wire.spi.object.FieldColumns;

/** Reader: what it takes to set objects inside others from the present message's record. */
public interface InnerSetter {
    /** Whether the message may have changed one of these leaves, each a bit if it is among the first 64. */
    boolean mayHaveChanged(TypeState type, long leaves);

    /** Whether all leaves are to be taken as changed from now on; returns what has been so. */
    boolean setWhole(boolean isWhole);

    /** Reads a field by its tokens, which begin at this node; false where something does not fit. */
    boolean read(FieldColumns columns, Object object, int field, Node node);
}
