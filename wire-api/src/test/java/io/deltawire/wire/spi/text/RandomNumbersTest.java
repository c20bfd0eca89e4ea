package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random bit patterns to text and back to the same bits, and the same text on every JDK: the texts' SHA-256 is compared
 * with one that is written down here. A million by default; all hundred million take about a minute:
 *
 * <pre>{@code
 * ./mvnw -pl wire-api -am test -Dtest=RandomNumbersTest -Dsurefire.failIfNoSpecifiedTests=false -Dnumbers.random=100000000
 * }</pre>
 */
class RandomNumbersTest {
    private static final long COUNT = Long.getLong("numbers.random", 1_000_000);

    /** The count of numbers, and the SHA-256 of their texts, one per line. */
    private static final Map<Long, String> DIGESTS = Map.of(
            1_000_000L, "d1758b476971c16ddbf12007b4bc48246afec8d98786bf41417121d7fdd233b5",
            100_000_000L, "fdf4c38baebd1e8481d110dce3fce9c5bd6326b21b99532800a576690111e98d");

    @Test
    void writesRandomBitPatternsAsTheSameTextEverywhereAndReadsThemBack() throws Exception {
        SplittableRandom random = new SplittableRandom(20160722);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] block = new byte[1 << 16];
        int at = 0;
        for (long i = 1; i <= COUNT; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                int end = NumberText.writeFloat64(block, at, value);
                double read = NumberText.parseFloat64(block, at, end);
                if (Double.doubleToRawLongBits(read) != Double.doubleToRawLongBits(value)) {
                    fail(value + " was read back as " + read);
                }
                block[end] = '\n';
                at = end + 1;
            }
            if (at > block.length - NumberText.MAX_FLOAT64 - 1 || DIGESTS.containsKey(i)) {
                digest.update(block, 0, at);
                at = 0;
                check(i, digest);
            }
        }
        digest.update(block, 0, at);
        System.out.println("random numbers: " + COUNT + ", SHA-256 of their texts " + hex(digest));
    }

    private static void check(long count, MessageDigest digest) throws CloneNotSupportedException {
        String expected = DIGESTS.get(count);
        if (expected != null) {
            assertEquals(expected, hex((MessageDigest) digest.clone()), count + " numbers");
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
