package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.WireLocation;

/** Finds the location of the next token, for messages. */
public final class TokenLocator {
    private final RecordCursor records;
    private final ReadGroupStack groups;

    public TokenLocator(RecordCursor records, ReadGroupStack groups) {
        this.records = records;
        this.groups = groups;
    }

    /**
     * Returns the location of the next token.
     *
     * @param at the column or group whose value comes next, or null
     * @param inCell the path from the value to a token in its cell
     */
    public WireLocation locate(Column at, String inCell) {
        return records.scanner().location(offset(at), groups.path(at != null) + inCell);
    }

    /** The offset of the next token in the record. */
    private int offset(Column at) {
        Column next = groups.upcomingColumn(at);
        if (next == null) {
            // All cells have been read.
            return records.scanner().count() == 0
                    ? 0
                    : records.cells().startOffset(records.scanner().count() - 1);
        }
        if (!next.isLeaf()) {
            next = groups.isWrapper(next) || next == records.table().root() ? null : next.cachedFirstLeaf();
        }
        return next == null || records.scanner().count() <= next.index()
                ? 0
                : records.cells().startOffset(next.index());
    }
}
