package io.deltawire.marshallable.internal.record;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireOptions;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Many messages of one key in a row, which a delta wire compares with the record of the last one before it looks for
 * theirs: then one of another key, of another class, a deletion, a new epoch. Each has the bytes that its tokens have.
 */
class BurstsTest {
    static class BurstGauge extends AbstractMarshallable {
        @Key
        long id;

        @Key
        String place;

        long reading;
        double level;
        String state;
        boolean isOn;
    }

    static final class OtherBurstGauge extends BurstGauge {}

    /** Without a key: each is an update of the last one of its class. */
    static final class BurstPulse extends AbstractMarshallable {
        long beats;
        double strength;
    }

    private static void change(BurstGauge gauge, Random random) {
        int changes = random.nextInt(64);
        // Mostly one number, as in most streams.
        if (changes < 24) {
            gauge.reading += random.nextInt(9) - 4;
        } else if (changes < 48) {
            gauge.level = Math.round(gauge.level * 10 + random.nextInt(200) - 100) / 10.0;
        } else {
            gauge.reading += (changes & 1) != 0 ? random.nextLong() >> random.nextInt(64) : 0;
            gauge.level = (changes & 2) != 0 ? random.nextGaussian() : gauge.level;
            gauge.state = (changes & 4) != 0 ? "state " + random.nextInt(5) : gauge.state;
            gauge.isOn ^= (changes & 8) != 0;
        }
    }

    @Test
    void bytesMatchTokens() {
        for (int seed = 0; seed < 8; seed++) {
            run(seed, WireOptions.DEFAULTS);
            run(seed, WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 300 << seed));
        }
    }

    private static void run(int seed, WireOptions options) {
        Random random = new Random(seed);
        ColumnsAndTokens both = new ColumnsAndTokens(options);
        BurstGauge[] gauges = new BurstGauge[1 + random.nextInt(6)];
        for (int i = 0; i < gauges.length; i++) {
            gauges[i] = new BurstGauge();
            gauges[i].id = i & 1;
            gauges[i].place = "place " + (i >> 1);
        }
        Set<Object> present = new HashSet<>();
        BurstGauge into = new BurstGauge();
        BurstGauge reused = new BurstGauge();
        BurstPulse pulse = new BurstPulse();
        BurstGauge last = null;
        for (int i = 0; i < 400; i++) {
            String message = "seed " + seed + ", burst " + i;
            BurstGauge gauge = gauges[random.nextInt(gauges.length)];
            for (int n = random.nextInt(24); n > 0; n--) {
                change(gauge, random);
                // An instance for each key, one for all keys, or a new one each time.
                BurstGauge given = gauge;
                int instance = random.nextInt(3);
                if (instance > 0) {
                    given = instance == 1 ? reused : new BurstGauge();
                    gauge.copyTo(given);
                    given.place = random.nextBoolean() ? gauge.place : String.valueOf(gauge.place.toCharArray());
                }
                both.write("gauge", given, into, message);
                present.add(Objects.hash(gauge.id, gauge.place));
                last = gauge;
            }
            switch (random.nextInt(12)) {
                case 0 -> {
                    if (last != null && present.remove(Objects.hash(last.id, last.place))) {
                        both.delete("gauge", last, message);
                    }
                }
                case 1 -> {
                    OtherBurstGauge other = new OtherBurstGauge();
                    other.id = gauge.id;
                    other.place = gauge.place;
                    other.reading = random.nextInt(3);
                    both.write("other", other, new OtherBurstGauge(), message);
                }
                case 2 -> {
                    for (int n = random.nextInt(20); n > 0; n--) {
                        pulse.beats++;
                        pulse.strength += random.nextInt(3) / 4.0;
                        both.write("pulse", pulse, new BurstPulse(), message);
                    }
                }
                case 3 -> {
                    BurstGauge stranger = new BurstGauge();
                    gauge.copyTo(stranger);
                    stranger.id = 1_000L + i;
                    both.write("gauge", stranger, into, message);
                }
                default -> {}
            }
        }
    }
}
