package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.nested.BoxedLeaves;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.token.RecordTokenizer;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.token.TokenReader;

/**
 * Reader: sets the fields of objects that are not flat from the record of the current message. Values are set directly
 * where possible, else by a walk over their tokens.
 *
 * <p>A method that returns false may have set some fields. The caller then reads the whole object by tokens, which also
 * locates any error.
 */
public final class RecordFieldSetter implements NestedReadContext {
    /** The source of a field's tokens. */
    private final TokenReader in;

    private final DeltaDecoder decoder;
    private final RecordTokenizer walk;
    private final WireLimits limits;

    /** Whether every leaf of the object may differ, since it may have missed a message. */
    private boolean isAllChanged;

    /**
     * Makes a setter for one reader.
     *
     * @param in the reader of the message, which also gives the tokens of single fields
     * @param walk walks over the tokens of a record
     */
    public RecordFieldSetter(TokenReader in, DeltaDecoder decoder, RecordTokenizer walk, WireLimits limits) {
        this.in = in;
        this.decoder = decoder;
        this.walk = walk;
        this.limits = limits;
    }

    /** Sets the changed fields of the live object of a record. Returns false if the object has to be read by tokens. */
    public boolean updateLive(RecordState record, ColumnBinding binding) {
        binding.fieldLeaves().findChanged(record.type(), decoder);
        if (binding.typeLeaf() >= 0 && decoder.mayHaveChanged(record.type(), binding.typeBit())
                || binding.hasView() && !updateView(record, binding)) {
            return false;
        }
        Object live = record.live();
        ObjectLayout layout =
                record.fieldValues() == null ? null : FieldView.of(record).layout();
        for (FieldPart part : binding.fieldLeaves().parts()) {
            int base = record.base() + part.firstField();
            if (!part.columns().setSome(live, part.changedFields(), record.bits(), record.references(), base)) {
                return false;
            }
            if (layout != null) {
                boolean isSet = layout.isCurrent() && layout.setNested(record, live, decoder.changed(), this);
                binding.layouts().recordOutcome(isSet);
                if (isSet) {
                    return true;
                }
                FieldView.of(record).clearLayout();
            }
            if (!setNested(record, binding.columns(), live, part.index(), part.changedFields(), true)) {
                return false;
            }
        }
        if (binding.hasView()) {
            binding.layouts().assign(record, live, true, limits);
        }
        return true;
    }

    /**
     * Updates the view of a record from its leaves.
     *
     * @return false if a value does not fit. Reading by tokens reports the error.
     */
    public boolean updateView(RecordState record, ColumnBinding binding) {
        FieldView view = binding.view(record);
        if (view.isSyncedTo(record.updates())) {
            return true;
        }
        boolean isAll = !view.isSyncedTo(record.updates() - 1);
        view.beginSync();
        for (FieldPart part : binding.fieldLeaves().parts()) {
            if (!updatePart(record, binding, part, isAll ? part.allFields() : part.changedFields())) {
                return false;
            }
        }
        view.endSync(record.updates());
        return true;
    }

    private boolean updatePart(RecordState record, ColumnBinding binding, FieldPart part, long fields) {
        FieldView view = FieldView.of(record);
        FieldLeaves fieldLeaves = binding.fieldLeaves();
        for (long todo = fields & ~part.nestedFields(); todo != 0; todo &= todo - 1) {
            int field = part.firstField() + Long.numberOfTrailingZeros(todo);
            int leaf = fieldLeaves.leaf(field);
            if (view.copyFrom(binding.kind(field), field, record, leaf)) {
                continue;
            }
            Object value = BoxedLeaves.read(fieldLeaves.referenceType(field), record, leaf);
            if (value != null) {
                view.setReference(field, value);
            } else if (!readValue(binding, record, field, view)) {
                return false;
            }
        }
        return true;
    }

    /** Reads a field's value by tokens into the view. Returns false if it does not fit. */
    private boolean readValue(ColumnBinding binding, RecordState record, int field, FieldView view) {
        try {
            if (!startWalk(record, binding.fieldLeaves().node(field))) {
                return false;
            }
            view.setReference(field, binding.columns().read(field, in));
            return true;
        } catch (WireDataException e) {
            return false; // reading all tokens reports where
        } finally {
            endWalk();
        }
    }

    /** Starts a token walk at a field's value. Returns false if the value is absent. */
    private boolean startWalk(RecordState record, SchemaNode field) {
        if (!walk.start(record, field)) {
            return false;
        }
        in.setTokens(walk);
        return true;
    }

    /** Ends the token walk, so that tokens begin at the start of the message again. */
    private void endWalk() {
        in.setTokens(null);
    }

    /**
     * Sets the nested fields of an object from the record of the current message.
     *
     * @param number the index of the part of the class
     * @param wanted a bit for each field to set, or -1 if every value may differ
     * @param reuses whether the objects in the fields may be filled again
     * @return false if a value does not fit. Reading by tokens reports the error.
     */
    public boolean setNested(
            RecordState record, FieldColumns fields, Object object, int number, long wanted, boolean reuses) {
        ColumnBinding binding = (ColumnBinding) record.binding();
        FieldLeaves fieldLeaves = binding.fieldLeaves();
        FieldPart part = fieldLeaves.part(number);
        isAllChanged = wanted == -1L;
        boolean usesLayout = isAllChanged && reuses && binding.hasView();
        ObjectLayout layout = usesLayout ? FieldView.of(record).layout() : null;
        if (layout != null && layout.isCurrent() && layout.setNested(record, object, this)) {
            return true;
        }
        for (long todo = wanted & part.nestedFields(); todo != 0; todo &= todo - 1) {
            int field = part.firstField() + Long.numberOfTrailingZeros(todo);
            boolean isSet = reuses
                    && fieldLeaves
                            .nestedField(field)
                            .set(fields, record, object, FieldView.of(record).content(field), this);
            if (!isSet && !readField(fields, object, field, fieldLeaves.node(field), reuses)) {
                return false;
            }
        }
        if (usesLayout) {
            binding.layouts().assign(record, object, true, limits);
        }
        return true;
    }

    @Override
    public boolean mayHaveChanged(TypeState type, long leaves) {
        return isAllChanged || decoder.mayHaveChanged(type, leaves);
    }

    @Override
    public boolean setAllChanged(boolean isWhole) {
        boolean former = isAllChanged;
        isAllChanged = isWhole;
        return former;
    }

    @Override
    public boolean readField(FieldColumns columns, Object object, int field, SchemaNode node) {
        return readField(columns, object, field, node, true);
    }

    private boolean readField(FieldColumns columns, Object object, int field, SchemaNode node, boolean reuses) {
        try {
            if (!startWalk(decoder.record(), node)) {
                return false;
            }
            columns.readInto(object, field, in, reuses);
            return true;
        } catch (WireDataException e) {
            return false; // reading all tokens reports where
        } finally {
            endWalk();
        }
    }
}
