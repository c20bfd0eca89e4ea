package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TimeValue;
import java.util.Arrays;
import java.util.Objects;

/**
 * How the next value of a leaf is predicted (docs/spec/delta.md, section 4.2). A prediction starts from the value of a
 * record, the {@linkplain #source source}, and adds an {@linkplain #increment increment} to it if it is a number. A
 * message that lacks the leaf says that its value is the predicted one.
 *
 * <p>This is the only class that tells the predictors apart. Writer and reader ask it for the prediction; the writer's
 * trials ask it for the costs of each.
 */
public enum Predictor {
    /** The prediction is the leaf's value. The specification says <i>previous</i>. */
    DELTA(0, "before", false, false),
    /** The prediction adds the last difference to the leaf's value. The specification says <i>linear</i>. */
    DELTA_OF_DELTA(1, "before, with the same difference again", false, true),
    /** The prediction is the leaf's value in the last message of the type, of whatever key. */
    LAST_OF_TYPE(2, "in the type's last message", true, false);

    /** By code. */
    private static final Predictor[] ALL = values();

    private final int code;
    private final String description;
    private final boolean startsFromLast;
    private final boolean addsDifference;

    Predictor(int code, String description, boolean startsFromLast, boolean addsDifference) {
        this.code = code;
        this.description = description;
        this.startsFromLast = startsFromLast;
        this.addsDifference = addsDifference;
    }

    /** Returns the number of predictors. Their codes are below it. */
    public static int count() {
        return ALL.length;
    }

    /** Returns the predictor with a code. */
    public static Predictor of(int code) {
        return ALL[code];
    }

    /** Returns the code of this predictor in announcements. */
    public int code() {
        return code;
    }

    /** Returns words for what the next value is predicted to be the same as. */
    public String description() {
        return description;
    }

    /** Whether a prediction may start from the value of another record. */
    public boolean isFromOtherRecord() {
        return startsFromLast;
    }

    /** Returns the record whose value the prediction for a record starts from. It may be the same record. */
    public RecordState source(RecordState record) {
        if (!startsFromLast) {
            return record;
        }
        RecordState last = record.type().lastRecord();
        return last == null ? record : last;
    }

    /** Returns the number that the prediction adds to the source's value. It is 0 if that is no number. */
    public long increment(RecordState record, int leaf) {
        return addsDifference ? record.difference(leaf) : 0;
    }

    /** Whether the prediction for a leaf is the value that the record has. */
    public boolean isUnchanged(RecordState record, int leaf) {
        return change(record, leaf, record.form(leaf)) == 0;
    }

    /**
     * Returns by how much the predicted number differs from the record's, if both have the same form. It is 0 if the
     * record's value is predicted, number or not. It is {@link DecimalCode#NONE} if the prediction has another form, or
     * is another value that is no number.
     *
     * @param form the form of the leaf in the record, which has the leaf
     */
    public long change(RecordState record, int leaf, long form) {
        if (startsFromLast) {
            RecordState source = source(record);
            return source == record ? 0 : changeTo(source, record, leaf, form);
        }
        return addsDifference ? record.differenceUnchecked(leaf, form) : 0;
    }

    private static long changeTo(RecordState source, RecordState record, int leaf, long form) {
        byte kind = (byte) RecordState.kindOf(form);
        if (leaf >= source.capacity()) {
            return kind == Kind.ABSENT ? 0 : DecimalCode.NONE;
        }
        if (!RecordState.hasSameForm(source, record, leaf)) {
            return DecimalCode.NONE;
        }
        return switch (kind) {
            case Kind.INT, Kind.DEC, Kind.DECIMAL -> source.value(leaf) - record.value(leaf);
            case Kind.TIME -> timeChange(source, record, leaf, form);
            case Kind.BOOL, Kind.F64 -> source.rawAt(leaf) == record.rawAt(leaf) ? 0 : DecimalCode.NONE;
            case Kind.TEXT, Kind.NUMTEXT ->
                Objects.equals(source.refAt(leaf), record.refAt(leaf)) ? 0 : DecimalCode.NONE;
            case Kind.RAW ->
                Arrays.equals((byte[]) source.refAt(leaf), (byte[]) record.refAt(leaf)) ? 0 : DecimalCode.NONE;
            default -> 0;
        };
    }

    /** A time that is text has no number, and other zones have no numbers that can be subtracted. */
    private static long timeChange(RecordState source, RecordState record, int leaf, long form) {
        Object predicted = source.refAt(leaf);
        Object present = record.refAt(leaf);
        if (predicted.equals(present)) {
            return 0;
        }
        long count = TimeValue.count(predicted, RecordState.auxOf(form), present);
        return count == DecimalCode.NONE ? count : count - record.value(leaf);
    }

    /**
     * Loads what the next value of a leaf is encoded as a difference from. That is the prediction, or for the first value
     * of a leaf what its model has. If a number has been added, only {@link EncodedValue#value} has the new
     * number: the caller computes {@code raw} and {@code ref} if it needs them.
     */
    public void predictValue(RecordState record, int leaf, EncodedValue into) {
        predict(record, leaf, into);
        if (into.kind() == Kind.ABSENT) {
            record.type().predictFromModel(record, leaf, into);
        }
    }

    /** Does what {@link #predictValue} does, without models: a message that lacks the leaf has this value. */
    public void predict(RecordState record, int leaf, EncodedValue into) {
        source(record).load(leaf, into);
        if (addsDifference && Kind.isNumeric(into.kind())) {
            into.add(record.difference(leaf));
        }
    }
}
