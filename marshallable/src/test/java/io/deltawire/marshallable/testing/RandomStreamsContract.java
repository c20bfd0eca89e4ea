package io.deltawire.marshallable.testing;

import io.deltawire.wire.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of all {@link RandomStreams}. */
public abstract class RandomStreamsContract {
    public abstract RandomStreams<?> streams();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void updatesMatchTokens(int seed) {
        streams().updates(seed, Effort.times(1_500));
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 21, 31})
    void epochsKeyFramesAndDeletionsMatchTokens(int seed) {
        streams().all(seed, Effort.times(1_200));
    }

    @Test
    void damageIsReadAsTokensTell() {
        streams().damage(5, 12);
    }
}
