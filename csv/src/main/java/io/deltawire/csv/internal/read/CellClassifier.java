package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.WireToken;

/**
 * Decides what a cell of the present record stands for: whether it is null, and which kind of value it holds. The rules
 * are in {@code docs/spec/csv-mapping.md}.
 */
public final class CellClassifier {
    private final RecordCursor records;
    private final CellReader cells;
    private final ScalarText scalar;

    /** @param scalar holds the text of the cell that {@link #kind} is called for */
    public CellClassifier(RecordCursor records, ScalarText scalar) {
        this.records = records;
        this.cells = records.cells();
        this.scalar = scalar;
    }

    /**
     * Whether a group is null: all its cells are empty, and neither a mark nor the first record says that the object is
     * there.
     */
    public boolean isNullGroup(Column group) {
        Column filled = null;
        for (Column leaf : group.leaves()) {
            if (!cells.isEmpty(leaf.index())) {
                if (filled != null) {
                    return false;
                }
                filled = leaf;
            }
        }
        if (filled == null) {
            return group.parent() == null || !records.hasUnmarkedObjects();
        }
        return filled == group.cachedFirstLeaf() && group.levelsTo(filled) < cells.markedLevels(filled.index());
    }

    /**
     * Whether a cell is null: it is empty, or only marks that an object is there.
     *
     * @param inEvent whether the record is the value of an event, which a mark may stand for as well
     */
    public boolean isNullLeaf(Column leaf, boolean inEvent) {
        if (cells.isEmpty(leaf.index())) {
            return true;
        }
        int levels = cells.markedLevels(leaf.index());
        return levels > 0 && isMark(leaf, levels, inEvent);
    }

    private boolean isMark(Column leaf, int levels, boolean inEvent) {
        Column group = leaf;
        for (int i = 0; i < levels; i++) {
            group = group.parent();
            if (group == null || group.cachedFirstLeaf() != leaf) {
                return false;
            }
        }
        if (group == records.table().root() && !inEvent) {
            return false;
        }
        for (Column other : group.leaves()) {
            if (other != leaf && !cells.isEmpty(other.index())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the kind of a cell that is neither null nor JSON text, in a column that is not of text.
     *
     * @throws ArithmeticException if it does not fit the type that the user has given the column
     */
    public WireToken kind(int column) {
        CellType type = records.type(column);
        if (records.isGiven(column)) {
            return givenKind(type);
        }
        boolean inQuotes = records.scanner().form(column) != RecordScanner.PLAIN;
        if (inQuotes && records.quotesMeanText()) {
            return WireToken.TEXT;
        }
        if (records.scanner().from(column) == records.scanner().to(column)) {
            return type == CellType.AUTO ? WireToken.TEXT : WireToken.NULL;
        }
        WireToken token = scalar.infer();
        if (records.isExact() && type == CellType.AUTO && !scalar.isPrintedAlike()) {
            return WireToken.TEXT; // unless all of the column says what it is
        }
        return token == WireToken.INT64 && type == CellType.DOUBLE && scalar.isDouble() ? WireToken.FLOAT64 : token;
    }

    /** The name of a kind in messages. */
    public static String describe(WireToken token) {
        return switch (token) {
            case NULL -> "null";
            case BEGIN_OBJECT -> "an object";
            case BEGIN_LIST -> "a list";
            case TEXT -> "text";
            case BOOL -> "true or false";
            case INT64, FLOAT64, DECIMAL -> "a number";
            case TEMPORAL -> "a date or time";
            case BYTES -> "bytes";
            case FIELD, EVENT -> "a name";
            case KEY -> "a key that is not text";
            case END_OBJECT -> "the end of the object";
            case END_LIST -> "the end of the list";
            case END_MESSAGE -> "the end of the message";
        };
    }

    private WireToken givenKind(CellType type) {
        try {
            switch (type) {
                case LONG -> {
                    scalar.toInt64();
                    return WireToken.INT64;
                }
                case DOUBLE -> {
                    scalar.toFloat64();
                    return WireToken.FLOAT64;
                }
                case DECIMAL -> {
                    scalar.toDecimal();
                    return WireToken.DECIMAL;
                }
                case BOOLEAN -> {
                    scalar.toBool();
                    return WireToken.BOOL;
                }
                case TEMPORAL -> {
                    scalar.toTemporal();
                    return WireToken.TEMPORAL;
                }
                default -> {
                    scalar.toBytes();
                    return WireToken.BYTES;
                }
            }
        } catch (ArithmeticException e) {
            throw new ArithmeticException(e.getMessage() + ", in a column of type " + type.label());
        }
    }
}
