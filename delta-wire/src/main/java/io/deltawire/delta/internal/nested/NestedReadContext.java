package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * Reader: what setting nested objects needs to know of the current message, and a callback for fields that need tokens.
 * The layer above implements it, so that this package stays free of the decoder.
 */
public interface NestedReadContext {
    /** Whether the message may have changed one of these leaves of the first 64, or any later leaf. */
    boolean mayHaveChanged(TypeState type, long leaves);

    /** Sets whether all leaves count as changed, and returns the former setting. */
    boolean setAllChanged(boolean isWhole);

    /** Reads a field by its tokens, which begin at this node. Returns false if something does not fit. */
    boolean readField(FieldColumns columns, Object object, int field, SchemaNode node);
}
