package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.nested.CollectedLeaves;
import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.NestedTokenFields;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.token.MessageCollector;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.ColumnKind;

/**
 * Collects the changed values of an object in {@link Columns}, if some of its fields cannot be compared as single
 * leaves.
 *
 * <p>Nested objects, lists of them, and scalar items are compared field by field where possible. Other fields are
 * written by tokens to the message collector, which puts their values in the same columns.
 */
public final class ObjectCollector {
    private final MessageCollector collector;
    private final Columns columns;
    private final WireOut out;

    /** The leaves that have been collected. */
    private final CollectedLeaves collected;

    /** By part of the class, the fields to write by tokens. */
    private long[] tokenFields = new long[1];

    /** @param out a writer whose tokens go to the message collector */
    public ObjectCollector(MessageCollector intake, Columns in, WireOut out, WireLimits limits) {
        this.collector = intake;
        this.columns = in;
        this.out = out;
        this.collected = new CollectedLeaves(in, limits);
    }

    public CollectedLeaves collected() {
        return collected;
    }

    /**
     * Begins a message, and collects its changed and predicted fields.
     *
     * @param found the fields that differ
     * @param isAll whether to collect every leaf of every field
     * @return false if the whole message has to be written by tokens. It has something new or an error.
     */
    public boolean collect(ColumnBinding binding, RecordState record, Object object, ObjectDiff found, boolean isAll) {
        collected.rollBack(0, 0);
        columns.beginMessage();
        try {
            if (binding.typeLeaf() >= 0) {
                binding.copyTypeName(columns);
                collected.add(binding.typeLeaf());
            }
            FieldPart[] parts = binding.fieldLeaves().updatePredicted(binding.state());
            tokenFields = tokenFields.length < parts.length ? new long[parts.length] : tokenFields;
            long left = 0;
            for (FieldPart part : parts) {
                long fields = isAll ? part.allFields() : found.changedFields(part.index()) | part.predictedFields();
                tokenFields[part.index()] = collectColumns(binding, part, record, object, fields, isAll);
                left |= tokenFields[part.index()];
            }
            return left == 0 && collected.queuedCount() == 0 || collectByTokens(binding, object);
        } catch (WireDataException e) {
            return false; // writing all tokens reports where
        }
    }

    /** Collects the fields that need no tokens, and returns the others. */
    private long collectColumns(
            ColumnBinding binding, FieldPart part, RecordState record, Object object, long fields, boolean isAll) {
        long byTokens = 0;
        for (long todo = fields; todo != 0; todo &= todo - 1) {
            int field = part.firstField() + Long.numberOfTrailingZeros(todo);
            ColumnKind kind = binding.kind(field);
            if (!kind.isByTokens()) {
                int leaf = binding.fieldLeaves().leaf(field);
                binding.copyField(object, field, leaf, columns);
                collected.add(leaf);
            } else if (kind == ColumnKind.VALUE) {
                Object value = binding.columns().reference(object, field);
                byTokens |= collected.collectBox(
                                value, record, binding.fieldLeaves().leaf(field))
                        ? 0
                        : 1L << field;
            } else if (!collectNested(binding, record, object, field, isAll)) {
                byTokens |= 1L << field;
            }
        }
        return byTokens;
    }

    private boolean collectByTokens(ColumnBinding binding, Object object) {
        FieldLeaves fieldLeaves = binding.fieldLeaves();
        boolean isCollected = false;
        try {
            collector.beginFields(binding.encodedType(), fieldLeaves.node(0).parent());
            for (FieldPart part : fieldLeaves.parts()) {
                for (long todo = tokenFields[part.index()]; todo != 0; todo &= todo - 1) {
                    if (!collectFieldByTokens(binding, object, part.firstField() + Long.numberOfTrailingZeros(todo))) {
                        return false; // hand-written code has written something else than one value
                    }
                }
            }
            isCollected = writeQueuedFields() && collector.endFields();
        } finally {
            if (!isCollected) {
                collector.rollback();
            }
        }
        return isCollected;
    }

    /** Writes nested values that need tokens. Returns false if one of them is not a single value. */
    private boolean writeQueuedFields() {
        NestedTokenFields values = collected.tokenFields();
        for (int i = 0; i < values.count(); i++) {
            collector.beginField(values.node(i));
            values.write(i, out);
            if (!collector.isFieldComplete()) {
                return false;
            }
        }
        return true;
    }

    private boolean collectFieldByTokens(ColumnBinding binding, Object object, int field) {
        collector.beginField(binding.fieldLeaves().node(field));
        binding.columns().write(object, field, out);
        if (!collector.isFieldComplete()) {
            return false;
        }
        collected.addAll(binding.fieldLeaves().leaves(field));
        return true;
    }

    /**
     * Collects the changes inside a nested field, or all of it if the structure differs from the record's. Returns
     * false if the field has to be written by tokens. These then repeat all that was collected here.
     */
    private boolean collectNested(ColumnBinding binding, RecordState record, Object object, int field, boolean isAll) {
        FieldLeaves fieldLeaves = binding.fieldLeaves();
        Object value = binding.columns().reference(object, field);
        int leavesBefore = collected.count();
        int queuedBefore = collected.queuedCount();
        FieldContent content = isAll ? null : fieldLeaves.findContent(record, value, field, false);
        boolean isCollected;
        if (content != null && !content.leaves().isPredictedOutside(record.type(), content)) {
            isCollected = content.leaves().collectChanges(record, value, content, collected);
        } else {
            isCollected = fieldLeaves.nestedField(field).collectAll(binding.columns(), record, value, collected);
            collected.truncate(leavesBefore);
            if (isCollected) {
                collected.addAll(
                        fieldLeaves.leaves(field)); // also leaves without a value now, which the record may have
            }
        }
        if (!isCollected) {
            collected.truncateQueue(queuedBefore);
        }
        return isCollected;
    }
}
