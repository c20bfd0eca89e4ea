package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.nested.BoxedValues;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.token.RecordWalk;
import io.deltawire.delta.internal.token.WalkReader;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.FieldColumns;

/** Sets the fields of objects that are not flat from the record of the present message: by columns, as far as these tell all, and by tokens. */
public final class RecordFields implements InnerSetter {
    /** Gives the tokens of a field. */
    private final WalkReader in;

    private final DeltaDecoder decoder;
    private final RecordWalk walk;
    private final WireLimits limits;

    /** Whether an object is being set that may have missed a message, so that every leaf of it may differ. */
    private boolean isWholeSet;

    /**
     * @param in reads the message, and gives the tokens of what is not to be had by columns
     * @param walk goes through the tokens of a record
     */
    public RecordFields(WalkReader in, DeltaDecoder decoder, RecordWalk walk, WireLimits limits) {
        this.in = in;
        this.decoder = decoder;
        this.walk = walk;
        this.limits = limits;
    }

    /** Sets what the message may have changed in the live object of a record, whose fields are not flat; false where there is more to it. */
    public boolean setLive(RecordState record, ColumnBinding binding) {
        binding.tokenFields.findChanged(record.type, decoder);
        if (binding.typeLeaf >= 0 && decoder.mayHaveChanged(record.type, binding.typeBit)
                || binding.hasView && !updateView(record, binding)) {
            return false;
        }
        Object live = record.live;
        Outline outline = record.view == null ? null : FieldView.of(record).outline;
        for (FieldPart part : binding.tokenFields.parts) {
            int base = record.base() + part.first;
            if (!part.columns.setSome(live, part.changed, record.bits(), record.references(), base)) {
                return false;
            }
            if (outline != null) {
                boolean isSet = outline.holds() && outline.setInner(record, live, decoder.changed, this);
                binding.outlines.tried(isSet);
                if (isSet) {
                    return true;
                }
                FieldView.of(record).forgetOutline();
            }
            if (!setInner(record, binding.columns, live, part.number, part.changed, true)) {
                return false;
            }
        }
        if (binding.hasView) {
            binding.outlines.keep(record, live, true, limits);
        }
        return true;
    }

    /**
     * Brings the fields of a record that are not its leaves as they are up to date.
     *
     * @return false where tokens have to tell what is wrong
     */
    public boolean updateView(RecordState record, ColumnBinding binding) {
        FieldView view = binding.view(record);
        if (view.at == record.updates) {
            return true;
        }
        boolean isAll = view.at != record.updates - 1;
        view.at = -2;
        for (FieldPart part : binding.tokenFields.parts) {
            if (!bringToView(record, binding, part, isAll ? part.all : part.changed)) {
                return false;
            }
        }
        view.at = record.updates;
        return true;
    }

    private boolean bringToView(RecordState record, ColumnBinding binding, FieldPart part, long fields) {
        FieldView view = FieldView.of(record);
        TokenFields of = binding.tokenFields;
        for (long todo = fields & ~part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            int leaf = of.leaf(field);
            if (view.take(binding.kinds[field], field, record, leaf)) {
                continue;
            }
            Object value = BoxedValues.of(of.type(field), record, leaf);
            if (value != null) {
                view.references[field] = value;
            } else if (!readValue(binding, record, field, view)) {
                return false;
            }
        }
        return true;
    }

    /** Has the view hold what the tokens of a field's value are; false where all tokens have to tell what is wrong. */
    private boolean readValue(ColumnBinding binding, RecordState record, int field, FieldView view) {
        try {
            if (!beginField(record, binding.tokenFields.node(field))) {
                return false;
            }
            view.references[field] = binding.columns.read(field, in);
            return true;
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        } finally {
            endField();
        }
    }

    /** Has tokens begin at a field's value; false where there is none. */
    private boolean beginField(RecordState record, Node field) {
        if (!walk.start(record, field)) {
            return false;
        }
        in.walk = walk;
        return true;
    }

    /** Has tokens begin at the message's begin. */
    private void endField() {
        in.walk = null;
        in.depth = 0;
    }

    /**
     * Sets those fields of an object that are in no column, from the present message's record.
     *
     * @param number that of the part of the class
     * @param wanted a bit for each field of it that is to be set, or all of them where every value in them may differ
     * @param reuses whether what they hold may be filled again
     * @return false where tokens have to tell what is wrong
     */
    public boolean setInner(
            RecordState record, FieldColumns fields, Object object, int number, long wanted, boolean reuses) {
        ColumnBinding binding = (ColumnBinding) record.binding;
        TokenFields of = binding.tokenFields;
        FieldPart part = of.parts[number];
        isWholeSet = wanted == -1L;
        boolean isOutlined = isWholeSet && reuses && binding.hasView;
        Outline outline = isOutlined ? FieldView.of(record).outline : null;
        if (outline != null && outline.holds() && outline.setInner(record, object, this)) {
            return true;
        }
        for (long todo = wanted & part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            boolean isSet = reuses
                    && of.inner(field)
                            .set(fields, record, object, FieldView.of(record).held(field), this);
            if (!isSet && !read(fields, object, field, of.node(field), reuses)) {
                return false;
            }
        }
        if (isOutlined) {
            binding.outlines.keep(record, object, true, limits);
        }
        return true;
    }

    @Override
    public boolean mayHaveChanged(TypeState type, long leaves) {
        return isWholeSet || decoder.mayHaveChanged(type, leaves);
    }

    @Override
    public boolean setWhole(boolean isWhole) {
        boolean former = isWholeSet;
        isWholeSet = isWhole;
        return former;
    }

    @Override
    public boolean read(FieldColumns columns, Object object, int field, Node node) {
        return read(columns, object, field, node, true);
    }

    private boolean read(FieldColumns columns, Object object, int field, Node node, boolean reuses) {
        try {
            if (!beginField(decoder.record(), node)) {
                return false;
            }
            columns.readInto(object, field, in, reuses);
            return true;
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        } finally {
            endField();
        }
    }
}
