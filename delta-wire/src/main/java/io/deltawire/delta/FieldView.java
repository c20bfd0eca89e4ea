package io.deltawire.delta;

/**
 * A record as the fields of an object whose values are not all leaves as they are: element {@code i} is field {@code i}, as
 * {@link io.deltawire.wire.spi.FieldColumns} have it.
 */
final class FieldView {
    final long[] bits;
    final Object[] references;

    /** What has made it. */
    final ColumnBinding binding;

    /** Reader: the number of messages that the record had when this was brought up to date. */
    int at = -2;

    /** By field, what the record has been found to hold; null where that has not been asked for. */
    private final Held[] held;

    FieldView(ColumnBinding binding) {
        this.binding = binding;
        this.bits = new long[binding.kinds.length];
        this.references = new Object[binding.kinds.length];
        this.held = new Held[binding.kinds.length];
    }

    /** The same of a record that is a copy; what it holds is looked up when it is asked for. */
    FieldView(FieldView copied) {
        this.binding = copied.binding;
        this.bits = copied.bits.clone();
        this.references = copied.references.clone();
        this.held = new Held[copied.held.length];
    }

    /** What the record has been found to hold in a field that is in no column. */
    Held held(int field) {
        Held known = held[field];
        if (known == null) {
            known = new Held();
            held[field] = known;
        }
        return known;
    }

    /** Values of the record have other kinds than they had: what it holds has to be looked at again. */
    void forget() {
        for (Held each : held) {
            if (each != null) {
                each.leaves = null;
            }
        }
    }
}
