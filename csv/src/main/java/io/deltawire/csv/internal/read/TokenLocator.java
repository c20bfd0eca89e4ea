package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.WireLocation;

/** Where a reader is, for messages. */
public final class TokenLocator {
    private final RecordCursor records;
    private final ReadGroupStack groups;

    public TokenLocator(RecordCursor records, ReadGroupStack groups) {
        this.records = records;
        this.groups = groups;
    }

    /**
     * Where the next token is.
     *
     * @param at the column or group whose value is next, or null
     * @param inCell the way from the value to a place in its cell
     */
    public WireLocation of(Column at, String inCell) {
        return records.scanner().location(offset(at), groups.path(at != null) + inCell);
    }

    /** Where the next token is, from the beginning of the record. */
    private int offset(Column at) {
        Column next = groups.upcoming(at);
        if (next == null) {
            return records.scanner().count == 0 ? 0 : records.cells().startOf(records.scanner().count - 1); // which has been read last
        }
        if (!next.isLeaf()) {
            next = groups.isWrapper(next) || next == records.table().root() ? null : next.cachedFirstLeaf();
        }
        return next == null || records.scanner().count <= next.index() ? 0 : records.cells().startOf(next.index());
    }
}
