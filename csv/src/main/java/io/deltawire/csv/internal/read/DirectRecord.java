package io.deltawire.csv.internal.read;

import static io.deltawire.wire.spi.FieldDecoder.NONE;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.HeadTable;

/**
 * A record that begins with a head, whose fields are taken straight: where its cells are is not found out, unless tokens have to
 * go on with it, or somebody asks for its place. Not thread-safe.
 */
public final class DirectRecord {
    private final RecordCursor records;
    private final ReadGroupStack groups;
    private final DirectCells cells;

    private final HeadTable<CsvPrefix> heads = new HeadTable<>();

    /** The head that the present record has begun with; null where it has not, or has been left. */
    private CsvPrefix head;

    /** The head that the present record begins with, where that has been asked; or null. */
    private CsvPrefix arrived;

    public DirectRecord(RecordCursor records, ReadGroupStack groups, DirectCells cells) {
        this.records = records;
        this.groups = groups;
        this.cells = cells;
    }

    /** The head of records of an object, or null. */
    public CsvPrefix headOf(String event, String typeName, Shape shape) {
        CsvPrefix made = records.headOf(event, typeName, shape);
        CsvPrefix kept = made == null ? null : heads.keep(made);
        return kept == null || kept.shape == shape ? kept : made; // two classes may have the same name
    }

    /** The head of the present record, once it has been entered; or null. */
    public CsvPrefix head() {
        return head;
    }

    /** The head that {@link #arrive} has found, as long as the record has not been left; or null. */
    public CsvPrefix arrived() {
        return arrived;
    }

    /** Moves to the next record where it begins with a head that is known; else does nothing, and returns false. */
    public boolean arrive() {
        records.endPresent();
        arrived = records.begin(heads);
        return arrived != null;
    }

    /** Enters the head that {@link #arrive} has found. */
    public void enter() {
        take(arrived);
    }

    /** Whether nothing is known of the present record but the head that {@link #arrive} has found. */
    public boolean isUnopened() {
        return arrived != null && head == null;
    }

    /** Moves to the next record where it begins with a head; returns the index of the first field, or -1 and does nothing. */
    public int begin(CsvPrefix of) {
        int begin = records.begin(of);
        if (begin >= 0) {
            take(of);
        }
        return begin;
    }

    private void take(CsvPrefix of) {
        cells.begin(of.delimiter);
        head = of;
    }

    /** Forgets the head: the record ends, or another way to read it begins. */
    public void leave() {
        head = null;
        if (arrived != null) {
            arrived = null;
        }
    }

    public byte[] array() {
        return records.in().array;
    }

    public int end() {
        return records.in().limit;
    }

    /** The index of the next field, where no value has been begun. */
    public int position() {
        if (head == null) {
            return NONE;
        }
        if (records.isBegun()) {
            return records.in().position + head.length;
        }
        return groups.depth() == head.levels ? records.cells().indexOf(head.base + groups.entry()) : NONE;
    }

    /** Has tokens go on from a field, by its place among the columns; returns its column where its value comes next, else null. */
    public Column moveTo(int place, boolean isNamed) {
        if (records.isBegun()) {
            records.find();
        }
        groups.enter(head, records.table().root(), isNamed ? place + 1 : place);
        return isNamed ? records.table().leaf(head.base + place) : null;
    }

    /** Ends the record where its last field does, if its line does too. */
    public boolean endsAt(int index) {
        if (index == NONE || !records.end(index, cells.hasPassedEmpty(index))) {
            return false;
        }
        if (!records.isBegun()) {
            groups.enter(head, records.table().root(), head.group.size()); // tokens have read a field further in front
        }
        return true;
    }

    /** Finds the cells, for those who ask where in the record the reader is. */
    public void findCells() {
        if (records.isBegun()) {
            int fields = records.isEnded() && head != null ? head.group.size() : 0;
            records.find();
            if (head != null) {
                groups.enter(head, records.table().root(), fields);
            }
        }
    }
}
