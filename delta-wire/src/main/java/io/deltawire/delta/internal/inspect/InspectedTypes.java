package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.state.Predictor;
import io.deltawire.delta.internal.state.ReaderTypes;
import io.deltawire.delta.internal.state.RecordTable;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads announcements, and reports each of their entries. */
final class InspectedTypes extends ReaderTypes {
    private final Annotations annotations;
    /** Whether the start of an announcement of predictors has not been reported. */
    private boolean isAtFirstPredictor;

    InspectedTypes(
            ByteCursor cursor,
            PlainValueSkipper skipper,
            StateBounds bounds,
            RecordTable slots,
            Annotations annotations) {
        super(cursor, skipper, bounds, slots);
        this.annotations = annotations;
    }

    @Override
    protected void readEntries(TypeState type, int count) {
        boolean isNew = type.nodeCount() == 1 && type.leafCount() == 0; // only the root
        annotations.describe(
                0, (isNew ? "new type " : "more of type ") + type.id() + ": " + Annotations.plural(count, "place"));
        super.readEntries(type, count);
    }

    @Override
    protected SchemaNode readEntry(TypeState type, SchemaNode before) {
        int leaves = type.leafCount();
        int nodes = type.nodeCount();
        SchemaNode node = super.readEntry(type, before);
        if (type.nodeCount() > nodes + 1 || node == before && type.nodeCount() > nodes) {
            int values = type.leafCount() - leaves;
            annotations.describe(
                    1,
                    "the same below it as below another: " + Annotations.plural(values, "value")
                            + (values == 0 ? "" : " from " + leaves));
            return node;
        }
        if (node == before) {
            annotations.describe(1, "a value too at " + annotations.name(type.leafNode(leaves)));
            return node;
        }
        String kind = switch (node.kind()) {
            case Op.NODE_FIELD -> "field ";
            case Op.NODE_EVENT -> "event ";
            case Op.NODE_ITEM -> "item ";
            case Op.NODE_KEY -> "key ";
            default -> "";
        };
        String leaf = type.leafCount() > leaves ? ", value " + leaves : "";
        annotations.describe(1, kind + annotations.name(node) + leaf);
        return node;
    }

    @Override
    public void readPredictors() {
        isAtFirstPredictor = true;
        super.readPredictors();
        annotations.describe(1, "no more");
    }

    @Override
    protected boolean tryReadPredictor(TypeState type) {
        if (isAtFirstPredictor) {
            annotations.describe(0, "predictors of type " + type.id());
            isAtFirstPredictor = false;
        }
        long entry = annotations.nextNumber();
        boolean isRead = super.tryReadPredictor(type);
        if (isRead) {
            String leaf = annotations.path(type.leafNode((int) (entry >>> 2)));
            annotations.describe(
                    1, leaf + " as " + Predictor.of((int) entry & 3).description());
        }
        return isRead;
    }

    @Override
    public void readKeys() {
        super.readKeys();
        TypeState type = type(annotations.firstNumber());
        String names = Arrays.stream(type.keyLeaves())
                .mapToObj(leaf -> annotations.path(type.leafNode(leaf)))
                .collect(Collectors.joining(", "));
        annotations.describe(0, "key of type " + type.id() + ": " + names);
    }
}
