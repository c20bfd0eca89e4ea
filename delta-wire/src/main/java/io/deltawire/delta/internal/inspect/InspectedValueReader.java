package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.codec.ValueReader;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;

/** Reads values one by one, and reports for each how it was encoded (docs/spec/delta.md, sections 5.4 and 6.2). */
final class InspectedValueReader extends ValueReader {
    private final ByteCursor c;
    private final Annotations annotations;
    private final EncodedValue predicted = new EncodedValue();

    InspectedValueReader(ByteCursor cursor, PlainValueSkipper skipper, StateBounds bounds, Annotations annotations) {
        super(cursor, skipper, bounds);
        this.c = cursor;
        this.annotations = annotations;
    }

    @Override
    protected boolean tryReadSingle(RecordState record, int leaf) {
        return false; // readWord reports it
    }

    @Override
    protected void readWord(RecordState record, int first, long mask) {
        for (long left = mask; left != 0; left &= left - 1) {
            int leaf = first + Long.numberOfTrailingZeros(left);
            byte predicted = predictedKind(record, leaf);
            int from = c.position();
            super.readWord(record, first, Long.lowestOneBit(left));
            int end = c.position();
            c.moveTo(from);
            String how = encoding(predicted);
            c.moveTo(end);
            annotations.describeValue(record.type().leafNode(leaf), record.kind(leaf) == Kind.ABSENT, how);
        }
    }

    private byte predictedKind(RecordState record, int leaf) {
        record.type().predictor(leaf).predictValue(record, leaf, predicted);
        return predicted.kind();
    }

    /** Reads the codes of a good value at the cursor, and describes them. */
    private String encoding(byte predicted) {
        if (Kind.isNumeric(predicted)) {
            long difference = c.signed();
            if (difference != 0) {
                return "difference " + withSign(difference);
            }
        } else if (predicted == Kind.BOOL) {
            if (c.u8() != Op.ESCAPE) {
                return "the other one";
            }
        } else if (predicted == Kind.F64) {
            int code = c.u8();
            if (code != Op.ESCAPE) {
                return code >= 0x80 ? "double " + (code - 0x80) + " of the last ones" : "bits that differ";
            }
        } else if (predicted == Kind.TEXT) {
            long code = c.varInt();
            if (code != Op.ESCAPE) {
                return code == Op.TEXT_LITERAL
                        ? ""
                        : code == Op.TEXT_SEGMENTS
                                ? "in segments"
                                : "text " + (code - Op.TEXT_RING_BASE) + " of the last ones";
            }
        }
        return switch (c.u8()) {
            case Op.TEXT_RING -> "in full, text " + c.varInt() + " of the last ones";
            case Op.F64_RING -> "in full, double " + c.u8() + " of the last ones";
            case Op.FULL_TEXT_SEGMENTS -> "in full, in segments";
            case Op.MODEL -> "in full, as in the one that it is like";
            case Op.PARENT_NAME -> "in full, the name above";
            case Op.LAST_NON_NULL -> "in full, what it was before";
            default -> "in full";
        };
    }

    private static String withSign(long number) {
        return number > 0 ? "+" + number : String.valueOf(number);
    }
}
