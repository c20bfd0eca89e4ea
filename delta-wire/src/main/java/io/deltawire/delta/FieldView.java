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

    FieldView(ColumnBinding binding) {
        this.binding = binding;
        this.bits = new long[binding.kinds.length];
        this.references = new Object[binding.kinds.length];
    }
}
