package io.deltawire.delta;

import java.util.Arrays;

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

    /** By field, where the record has been found to hold its objects, as many as {@link #sizes} has; null where that is not known. */
    private final InnerLeaves[] inner;

    private final int[] sizes;

    FieldView(ColumnBinding binding) {
        this.binding = binding;
        this.bits = new long[binding.kinds.length];
        this.references = new Object[binding.kinds.length];
        this.inner = new InnerLeaves[binding.kinds.length];
        this.sizes = new int[binding.kinds.length];
    }

    /** The same of a record that is a copy. */
    FieldView(FieldView copied) {
        this.binding = copied.binding;
        this.bits = copied.bits.clone();
        this.references = copied.references.clone();
        this.inner = copied.inner.clone();
        this.sizes = copied.sizes.clone();
    }

    /** What of a field the record has last been found to hold; null where that is not known. */
    InnerLeaves inner(int field) {
        return inner[field];
    }

    /**
     * Whether the record holds just these objects or scalars of a field, with all their values as columns have them: which is looked up once, until
     * {@link #forget}.
     */
    boolean holds(InnerLeaves objects, int field, RecordState record, Object value, int size) {
        if (inner[field] == objects && sizes[field] == size) {
            return true;
        }
        if (!objects.areIn(record, value, size)) {
            return false;
        }
        inner[field] = objects;
        sizes[field] = size;
        return true;
    }

    /** Values of the record have other kinds than they had: what it holds has to be looked at again. */
    void forget() {
        Arrays.fill(inner, null);
    }
}
