package io.deltawire.marshallable.testing;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of all {@link RandomStreams}. */
public abstract class RandomStreamsContract {
    public abstract RandomStreams<?> streams();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void updatesMatchTokens(int seed) {
        streams().updates(seed, 3_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 21, 31})
    void epochsKeyFramesAndDeletionsMatchTokens(int seed) {
        streams().all(seed, 2_500);
    }

    @Test
    void damageIsReadAsTokensTell() {
        streams().damage(5, 12);
    }
}
