package io.deltawire.csv.internal.read;

import static io.deltawire.wire.spi.object.FieldDecoder.NONE;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.object.PrefixTable;

/**
 * A record that begins with a known prefix, so that its fields can be taken directly from the array. Its cells are
 * located only if tokens have to continue inside the record, or if somebody asks for the location. Not thread-safe.
 */
public final class DirectRecord {
    private final RecordCursor records;
    private final ReadGroupStack groups;
    private final DirectCells cells;

    private final PrefixTable<CsvPrefix> prefixes = new PrefixTable<>();

    /** The prefix that has been entered; null if none has, or after the record has been left. */
    private CsvPrefix prefix;

    /** The prefix that {@link #nextWithPrefix} has found, until the record is left; or null. */
    private CsvPrefix arrivedPrefix;

    public DirectRecord(RecordCursor records, ReadGroupStack groups, DirectCells cells) {
        this.records = records;
        this.groups = groups;
        this.cells = cells;
    }

    /** Returns the prefix of records of an object, or null if they cannot be taken directly. */
    public CsvPrefix prefixFor(String event, String typeName, Shape shape) {
        CsvPrefix made = records.prefixFor(event, typeName, shape);
        CsvPrefix kept = made == null ? null : prefixes.intern(made);
        return kept == null || kept.shape == shape ? kept : made; // two classes may have the same name
    }

    /** The prefix of the present record once it has been entered, or null. */
    public CsvPrefix prefix() {
        return prefix;
    }

    /** The prefix that {@link #nextWithPrefix} has found, until the record is left; or null. */
    public CsvPrefix arrivedPrefix() {
        return arrivedPrefix;
    }

    /** Moves to the next record if it begins with a prefix made before; otherwise returns false and does nothing. */
    public boolean nextWithPrefix() {
        records.scanEnd();
        arrivedPrefix = records.nextMatching(prefixes);
        return arrivedPrefix != null;
    }

    /** Enters the prefix that {@link #nextWithPrefix} has found. */
    public void enter() {
        use(arrivedPrefix);
    }

    /** Whether {@link #nextWithPrefix} has found a prefix, and nothing has been read since. */
    public boolean isUnopened() {
        return arrivedPrefix != null && prefix == null;
    }

    /**
     * Moves to the next record if it begins with a prefix. Returns the index of the first field; otherwise -1, and
     * nothing has changed.
     */
    public int nextIf(CsvPrefix expected) {
        int begin = records.nextIf(expected);
        if (begin >= 0) {
            use(expected);
        }
        return begin;
    }

    private void use(CsvPrefix expected) {
        cells.begin(expected.delimiter);
        prefix = expected;
    }

    /** Forgets the prefix, when the record ends or is read by tokens from its start. */
    public void leaveRecord() {
        prefix = null;
        if (arrivedPrefix != null) {
            arrivedPrefix = null;
        }
    }

    public byte[] array() {
        return records.in().array;
    }

    public int end() {
        return records.in().limit;
    }

    /** The index of the next field, if no value has been begun. */
    public int position() {
        if (prefix == null) {
            return NONE;
        }
        if (records.isUnscanned()) {
            return records.in().position + prefix.length;
        }
        return groups.depth() == prefix.levels ? records.cells().startIndex(prefix.base + groups.entryIndex()) : NONE;
    }

    /**
     * Lets tokens continue at a field.
     *
     * @param place the position of the field among the columns
     * @param isNamed whether the value of the field comes next, and not its name
     * @return the column whose value comes next, or null
     */
    public Column moveTo(int place, boolean isNamed) {
        if (records.isUnscanned()) {
            records.scanCells();
        }
        groups.enter(prefix, records.table().root(), isNamed ? place + 1 : place);
        return isNamed ? records.table().leaf(prefix.base + place) : null;
    }

    /** Ends the record if its line ends at an index, which is the one after its last field. */
    public boolean tryEndAt(int index) {
        if (index == NONE || !records.tryEndAt(index, cells.hasPassedEmpty(index))) {
            return false;
        }
        if (!records.isUnscanned()) {
            groups.enter(prefix, records.table().root(), prefix.group.size()); // tokens have read an earlier field
        }
        return true;
    }

    /** Locates the cells, so that an error can say where in the record the reader is. */
    public void findCells() {
        if (records.isUnscanned()) {
            int fields = records.isEnded() && prefix != null ? prefix.group.size() : 0;
            records.scanCells();
            if (prefix != null) {
                groups.enter(prefix, records.table().root(), fields);
            }
        }
    }
}
