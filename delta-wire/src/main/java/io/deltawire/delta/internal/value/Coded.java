package io.deltawire.delta.internal.value;

import java.util.Arrays;
import java.util.Objects;

/** One value as it is coded, on its way to a record or out of one. Reused. */
public final class Coded {
    public byte kind;
    public byte aux;
    public long value;
    public long raw;
    public Object ref;

    public void set(byte newKind, int newAux, long newValue, long newRaw, Object newRef) {
        kind = newKind;
        aux = (byte) newAux;
        value = newValue;
        raw = newRaw;
        ref = newRef;
    }

    /** Whether it is the same value, coded in the same way. */
    public boolean same(Coded other) {
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
    public boolean sameForm(Coded other) {
        return kind == other.kind && aux == other.aux && (kind != Kind.TIME || sameZone(other));
    }

    private boolean sameZone(Coded other) {
        return Objects.equals(((TimeValue) ref).zone(), ((TimeValue) other.ref).zone());
    }
}
