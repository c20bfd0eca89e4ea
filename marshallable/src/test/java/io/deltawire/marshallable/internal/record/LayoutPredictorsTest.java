package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.ColumnsBesideTokens;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Predictors of leaves in nested objects, some of which only tokens reveal, are chosen as by tokens. A value that is
 * predicted to change but stays is written.
 */
class LayoutPredictorsTest {
    static class SteppedPart extends AbstractMarshallable {
        Short number = 1;
        UUID ref = new UUID(1, 2);
        long size;
    }

    static class Stepped extends AbstractMarshallable {
        @Key
        String id;

        long sequence;
        Short step = 1;
        UUID session = new UUID(3, 4);
        SteppedPart part = new SteppedPart();
        List<SteppedPart> parts = new ArrayList<>();

        Stepped() {}

        Stepped(int key, int size) {
            id = "K" + key;
            for (int i = 0; i < size; i++) {
                parts.add(new SteppedPart());
            }
        }
    }

    /** Nothing else reveals that the number stayed this time, after it rose by the same step in each message before. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBoxThatIsPredictedToMoveButStaysIsWritten(boolean isInside) {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        Stepped object = new Stepped(1, 1);
        Stepped into = new Stepped();
        for (int i = 0; i < 700; i++) {
            object.sequence += i % 3;
            if (i % 10 < 8 && isInside) {
                object.part.number = (short) (object.part.number + 1);
            } else if (i % 10 < 8) {
                object.step = (short) (object.step + 1);
            }
            wires.write("object", object, into, "message " + i);
        }
    }

    /**
     * What a predictor costs is charged also where a value stays that differs from another record's, or was to move.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void predictorsAreChosenAsByTokens(int seed) {
        Random random = new Random(seed);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        List<Stepped> objects = new ArrayList<>();
        for (int i = 0; i < 2 + seed % 3; i++) {
            objects.add(new Stepped(i, seed % 3));
        }
        Stepped into = new Stepped();
        UUID now = new UUID(5, 6);
        for (int i = 0; i < 900; i++) {
            Stepped object = objects.get(i % objects.size());
            object.sequence++;
            if (i % 2 < objects.size() && random.nextInt(12) == 0) {
                now = new UUID(5, i);
            }
            if (random.nextInt(8) == 0) {
                object.part.ref = now;
                object.session = now;
            }
            if (random.nextInt(3) > 0) {
                object.part.number = (short) (object.part.number + 1);
                object.step = (short) (object.step + 1);
            }
            wires.write("object", object, into, "seed " + seed + ", message " + i);
        }
    }

    /** Costs outlast an epoch, including those of leaves that the type does not have in the next one. */
    @Test
    void typeThatRestartsWithFewerLeavesContinues() {
        ColumnsBesideTokens wires = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        Stepped object = new Stepped(1, 12);
        for (int i = 0; i < 700; i++) {
            if (i == 100) {
                object.parts.clear();
            }
            if (i == 100 || i == 110) {
                wires.keyFrame(); // the second time the epoch has used so little that the type's memory is given up
            }
            object.sequence++;
            object.part.size += i % 4;
            for (SteppedPart part : object.parts) {
                part.size += 1 + i % 2;
            }
            wires.write(object);
        }
    }
}
