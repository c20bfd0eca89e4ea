package io.deltawire.delta;

import java.util.Arrays;
import java.util.Objects;

/** One value as it is coded: what goes into a {@link RecordState}. Reused. */
final class Coded {
    byte kind;
    byte aux;
    long value;
    long raw;
    Object ref;

    void set(byte newKind, int newAux, long newValue, long newRaw, Object newRef) {
        kind = newKind;
        aux = (byte) newAux;
        value = newValue;
        raw = newRaw;
        ref = newRef;
    }

    /** Takes a record's value. */
    void load(RecordState record, int leaf) {
        if (leaf < record.leaves()) {
            set(record.kind(leaf), record.aux(leaf), record.value(leaf), record.raw[leaf], record.coded(leaf));
        } else {
            set(Kind.ABSENT, 0, 0, 0, null);
        }
    }

    /**
     * Takes what the predictor of the leaf says the record's next value is. A numeric value from a difference has no raw
     * and ref yet: {@link Materialize} makes them where they are wanted.
     */
    void predict(RecordState record, int leaf) {
        byte predictor = record.type.predictors[leaf];
        RecordState last = record.type.last();
        if (predictor == Op.LAST_OF_TYPE && last != null) {
            load(last, leaf);
            return;
        }
        load(record, leaf);
        if (predictor == Op.LINEAR && Kind.isNumeric(kind)) {
            value += record.difference(leaf);
        }
    }

    /** Whether it is the same value, coded in the same way. */
    boolean same(Coded other) {
        if (kind != other.kind || aux != other.aux || value != other.value) {
            return false;
        }
        return switch (kind) {
            case Kind.TEXT -> ref.equals(other.ref);
            case Kind.RAW -> Arrays.equals((byte[]) ref, (byte[]) other.ref);
            case Kind.TIME -> sameZone(other);
            default -> true;
        };
    }

    /** Whether a difference between the two counts has a meaning. */
    boolean sameForm(Coded other) {
        return kind == other.kind && aux == other.aux && (kind != Kind.TIME || sameZone(other));
    }

    private boolean sameZone(Coded other) {
        return Objects.equals(((TimeValue) ref).zone(), ((TimeValue) other.ref).zone());
    }
}
