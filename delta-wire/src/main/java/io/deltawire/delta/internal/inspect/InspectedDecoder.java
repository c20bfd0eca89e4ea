package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.RecordTable;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import java.util.Map;

/**
 * Decodes messages, and reports what their bytes are. It overrides the steps of the decoder: each decodes as always, and
 * then reports the bytes that it has read.
 */
final class InspectedDecoder extends DeltaDecoder {
    private static final String[] EDITS = {
        "items move up from",
        "item goes:",
        "items move up and the last one goes, from",
        "items move down and the last one stays, to"
    };

    private final ByteCursor c;
    private final Annotations annotations;

    static InspectedDecoder of(ByteCursor cursor, PlainValueSkipper skipper, Annotations annotations) {
        return new InspectedDecoder(cursor, skipper, annotations, new StateBounds(cursor), new RecordTable());
    }

    private InspectedDecoder(
            ByteCursor cursor,
            PlainValueSkipper skipper,
            Annotations annotations,
            StateBounds bounds,
            RecordTable slots) {
        super(
                cursor,
                bounds,
                slots,
                new InspectedTypes(cursor, skipper, bounds, slots, annotations),
                new InspectedValueReader(cursor, skipper, bounds, annotations));
        this.c = cursor;
        this.annotations = annotations;
    }

    /** Begins an epoch. The reader has compared the bounds of its header with the limits, so the limits are enough. */
    void reset() {
        reset(EpochHeader.of(0, 0, 0, 0, 0, 0, c.limits().maxKeys(), c.limits().maxStateBytes()), false);
        annotations.clearPaths();
    }

    @Override
    protected boolean control(int firstByte) {
        boolean isEnd = super.control(firstByte);
        switch (firstByte) {
            case Op.NODES, Op.PREDICTORS, Op.KEYS, Op.NEW, Op.NEW_AT, Op.EDIT -> {
                // apply and the types have reported them
            }
            case Op.DELETE -> annotations.describe(0, "record deleted: slot " + annotations.firstNumber());
            case Op.FORGET -> annotations.describe(0, "record forgotten: slot " + annotations.firstNumber());
            case Op.PLAIN -> annotations.describe(0, "message in full, without a record");
            case Op.META -> annotations.describe(0, "message about the stream");
            case Op.DELETE_PLAIN -> annotations.describe(0, "deletion in full, without a record");
            case Op.REPEAT -> {
                annotations.describe(0, "no message: what follows is a record said again, for whoever joins");
                annotations.setTexts(Map.of());
            }
            default -> annotations.describe(0, "an operation of a later version");
        }
        return isEnd;
    }

    @Override
    protected void apply(RecordState record, int maskCode) {
        int firstByte = firstByte();
        if (firstByte == Op.EDIT) {
            describeEdits(record.type());
            firstByte = firstByte();
        }
        switch (firstByte) {
            case Op.NEW, Op.NEW_AT -> {
                String like = isLikeLast(firstByte) ? ", like the type's last" : "";
                describeNew("new record of type " + record.type().id() + " in slot " + record.id() + like, maskCode);
            }
            default -> {
                String how = switch (firstByte & Op.MODE_BITS) {
                    case Op.SAME_KEY -> "the same as before";
                    case Op.NEXT_KEY -> "the one that followed last time";
                    default -> "named";
                };
                String mask = maskCode < Op.SHORT_MASKS ? ", mask " + maskCode : "";
                annotations.describe(0, "update of the record in slot " + record.id() + ", " + how + mask);
            }
        }
        super.apply(record, maskCode);
    }

    /** Returns the first byte that has not been reported. */
    private int firstByte() {
        return c.array()[annotations.start()] & 0xFF;
    }

    /** Reports a new record. A code of its mask that is all of the mask is reported too; any other one with the mask. */
    private void describeNew(String meaning, int maskCode) {
        annotations.describeUpTo(c.position() - 1, 0, meaning);
        if (maskCode < Op.SHORT_MASKS) {
            annotations.describe(1, "mask " + maskCode);
        }
    }

    /** Whether a new record begins as a copy. */
    private boolean isLikeLast(int firstByte) {
        int position = c.position();
        c.moveTo(annotations.start() + 1);
        if (firstByte == Op.NEW_AT) {
            c.varInt();
        }
        long typeAndSource = c.varInt();
        c.moveTo(position);
        return (typeAndSource & 1) != 0;
    }

    /** Reports edits of lists that have been applied already. */
    private void describeEdits(TypeState type) {
        int position = c.position();
        c.moveTo(annotations.start() + 1);
        annotations.describe(0, "edits of the record's lists");
        boolean isMore;
        do {
            long list = c.varInt();
            long code = c.varInt();
            isMore = (list & 1) != 0;
            String path = annotations.path(type.lists().get((int) (list >>> 1)));
            annotations.describe(1, path + ": " + EDITS[(int) code & 3] + " " + (code >>> 2));
        } while (isMore);
        c.moveTo(position);
    }

    @Override
    protected long[] mask(TypeState type, int code) {
        int stored = type.masks().nextIndex();
        long[] mask = super.mask(type, code);
        if (code >= Op.BITMAP) {
            int leaves = 0;
            for (long word : mask) {
                leaves += Long.bitCount(word);
            }
            boolean isStored = code == Op.BITMAP_STORED || code == Op.SPARSE_STORED;
            String as = isStored ? ", kept as mask " + stored : "";
            annotations.describe(1, "mask of " + Annotations.plural(leaves, "value") + as);
        } else if (code >= Op.SHORT_MASKS) {
            int low = c.array()[c.position() - 1] & 0xFF;
            annotations.describe(1, "mask " + (Op.SHORT_MASKS + (code - Op.SHORT_MASKS << 8) + low));
        }
        return mask;
    }
}
