package io.deltawire.csv;

import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.SeenTexts;

/**
 * Moves from record to record, each a message: to any, or straight to the fields behind a known {@link CsvHead}. What is left of the
 * present one is passed over.
 */
abstract class RecordArrivals extends CsvReader implements CsvFieldDecoder {
    final Records records;
    final OpenGroups groups = new OpenGroups();
    final SeenTexts texts = new SeenTexts();
    final StraightRecord record;
    final NameCells names;

    /** The column or group whose value is next, or null where a name or an end is. */
    Column at;
    /** What the value at {@link #at} is, or null where that has not been asked for. */
    WireToken known;

    boolean inJson;

    RecordArrivals(InputBuffer in, WireOptions options) {
        this.records = new Records(in, options);
        this.names = new NameCells(records);
        this.record = new StraightRecord(records, groups, new StraightCells(options.limits(), texts));
    }

    /** Forgets where in a record it is. */
    private void leaveRecord() {
        record.leave();
        leaveValue();
    }

    private void leaveValue() {
        groups.depth = 0;
        at = null;
        known = null;
        inJson = false;
    }

    @Override
    public final boolean nextMessage() {
        leaveRecord();
        if (!records.next()) {
            return false;
        }
        texts.beginMessage();
        enterRecord();
        return true;
    }

    private void enterRecord() {
        Column root = records.table.root;
        at = root;
        if (root.event != null && !records.isEmpty(root.event.index)) {
            at = groups.wrap(root, names.of(root.event));
        }
    }

    @Override
    public final boolean nextHead() {
        leaveRecord();
        if (!record.arrive()) {
            return nextMessage();
        }
        texts.beginMessage();
        return true;
    }

    @Override
    public final void openMessage() {
        leaveRecord();
        records.find();
        enterRecord();
    }

    @Override
    public final void restartMessage() {
        if (!records.isPresent()) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        openMessage();
        texts.beginMessage();
    }

    @Override
    public final Arrival nextMessage(MessageHead head) {
        // Who can take fields straight from a row has asked nextFields for them; by tokens a record is read from its
        // start.
        return nextMessage() ? Arrival.MESSAGE : Arrival.NOTHING;
    }

    @Override
    public final int nextFields(MessageHead head) {
        int begin = record.begin((CsvHead) head);
        if (begin >= 0) {
            leaveValue();
            texts.beginMessage();
        }
        return begin;
    }

    @Override
    public final boolean endFields() {
        leaveRecord(); // there is nothing else in a record that begins with a head
        return true;
    }

    @Override
    public final boolean isInMessage() {
        return at != null || inJson || groups.depth > 0;
    }

    @Override
    public final long messageOffset() {
        return records.in.offset();
    }
}
