package io.deltawire.delta.internal.value;

import java.util.Arrays;
import java.util.Objects;

/**
 * One value in encoded form, on its way into a record or out of one. A mutable holder that its owner reuses for each
 * value.
 *
 * <p>{@code kind} and {@code aux} are the form ({@link Kind}); {@code value} is the number that differences are made
 * of: integer, mantissa, count of time units or unscaled value. {@code raw} has the integer or the bits of the double,
 * {@code ref} the text, {@link TimeValue}, decimal or bytes.
 */
public final class EncodedValue {
    private byte kind;
    private byte aux;
    private long value;
    private long raw;
    private Object ref;

    public void set(byte newKind, int newAux, long newValue, long newRaw, Object newRef) {
        kind = newKind;
        aux = (byte) newAux;
        value = newValue;
        raw = newRaw;
        ref = newRef;
    }

    /** Returns the {@link Kind}. */
    public byte kind() {
        return kind;
    }

    /** Returns the scale of a decimal, or the format of a time. */
    public byte aux() {
        return aux;
    }

    /** Returns the number that differences are made of. */
    public long value() {
        return value;
    }

    /** Returns the integer or the bits of the double. */
    public long raw() {
        return raw;
    }

    /** Returns the text, {@link TimeValue}, decimal or bytes. */
    public Object ref() {
        return ref;
    }

    /** Adds a difference to {@link #value()} alone. */
    public void add(long difference) {
        value += difference;
    }

    public void setRaw(long raw) {
        this.raw = raw;
    }

    public void setRef(Object ref) {
        this.ref = ref;
    }

    /** Whether the other value is equal and has the same form. */
    public boolean isSame(EncodedValue other) {
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

    /** Whether the two values have the same form, so that a difference between them has a meaning. */
    public boolean hasSameForm(EncodedValue other) {
        return kind == other.kind && aux == other.aux && (kind != Kind.TIME || sameZone(other));
    }

    private boolean sameZone(EncodedValue other) {
        return Objects.equals(((TimeValue) ref).zone(), ((TimeValue) other.ref).zone());
    }
}
