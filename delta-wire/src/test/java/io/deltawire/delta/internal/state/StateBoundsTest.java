package io.deltawire.delta.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import org.junit.jupiter.api.Test;

/** A reader accepts what has been announced, rejects more, and accepts all of it again in the next epoch. */
class StateBoundsTest {
    private static final int MAX = 2_000;

    private final StateBounds bounds = new StateBounds(new ByteCursor(WireLimits.DEFAULTS));

    private void inTwoEpochs(Runnable takesAll, Runnable takesMore) {
        for (int epoch = 0; epoch < 2; epoch++) {
            bounds.reset(10, MAX);
            takesAll.run();
            assertThrows(MalformedWireException.class, takesMore::run);
        }
    }

    @Test
    void stateMayTakeTheAnnouncedSize() {
        inTwoEpochs(
                () -> {
                    bounds.charge(MAX / 2);
                    bounds.charge(MAX / 2);
                    bounds.release(500);
                    bounds.charge(500);
                    assertEquals(MAX, bounds.stateBytes());
                },
                () -> bounds.charge(1));
    }

    @Test
    void textsOfAnEpochMayTakeTwiceAsMuch() {
        inTwoEpochs(
                () -> {
                    bounds.countSent(MAX);
                    bounds.countSent(MAX);
                    bounds.checkSent();
                },
                () -> {
                    bounds.countSent(1);
                    bounds.checkSent();
                });
    }

    @Test
    void ringsMayTakeFourTimesTheStateOf16MiB() {
        inTwoEpochs(
                () -> {
                    for (int i = 0; i < 64; i++) {
                        bounds.chargeRings(1 << 20);
                    }
                },
                () -> bounds.chargeRings(1));
    }

    @Test
    void keysAndSlotsMayReachTheAnnouncedNumber() {
        inTwoEpochs(() -> bounds.checkKeys(9, 9), () -> bounds.checkKeys(10, 9));
        inTwoEpochs(() -> bounds.checkKeys(9, 9), () -> bounds.checkKeys(9, 10));
    }
}
