package io.deltawire.csv;

import static io.deltawire.wire.spi.FieldDecoder.NONE;

import io.deltawire.wire.Shape;

/**
 * A record that begins with a head, whose fields are taken straight: where its cells are is not found out, unless tokens have to
 * go on with it, or somebody asks for its place. Not thread-safe.
 */
final class StraightRecord {
    private final Records records;
    private final OpenGroups groups;
    final StraightCells cells;

    /** The head that the present record has begun with; null where it has not, or has been left. */
    private CsvHead head;

    StraightRecord(Records records, OpenGroups groups, StraightCells cells) {
        this.records = records;
        this.groups = groups;
        this.cells = cells;
    }

    /** The head of records of an object, or null. */
    CsvHead headOf(String event, String typeName, Shape shape) {
        return records.headOf(event, typeName, shape);
    }

    /** Moves to the next record where it begins with a head; returns the index of the first field, or -1 and does nothing. */
    int begin(CsvHead of) {
        int begin = records.begin(of);
        if (begin >= 0) {
            cells.delimiter(of.delimiter);
            head = of;
        }
        return begin;
    }

    /** Forgets the head: the record ends, or another way to read it begins. */
    void leave() {
        head = null;
    }

    byte[] array() {
        return records.in.array;
    }

    int end() {
        return records.in.limit;
    }

    /** The index of the next field, where no value has been begun. */
    int position() {
        if (head == null) {
            return NONE;
        }
        if (records.isBegun()) {
            return records.in.position + head.length;
        }
        return groups.depth == head.levels ? records.indexOf(head.base + groups.entry()) : NONE;
    }

    /** Has tokens go on from a field; returns its column where its value comes next, else null. */
    Column moveTo(int ordinal, boolean isNamed) {
        if (records.isBegun()) {
            records.find();
        }
        groups.enter(head, records.table.root, isNamed ? ordinal + 1 : ordinal);
        return isNamed ? records.table.leaves[head.base + ordinal] : null;
    }

    /** Ends the record where its last field does, if its line does too. */
    boolean endsAt(int index) {
        if (index == NONE || !records.end(index)) {
            return false;
        }
        if (!records.isBegun()) {
            groups.enter(head, records.table.root, head.group.size); // tokens have read a field further in front
        }
        return true;
    }

    /** Finds the cells, for those who ask where in the record the reader is. */
    void findCells() {
        if (records.isBegun()) {
            int fields = records.isEnded() && head != null ? head.group.size : 0;
            records.find();
            if (head != null) {
                groups.enter(head, records.table.root, fields);
            }
        }
    }
}
