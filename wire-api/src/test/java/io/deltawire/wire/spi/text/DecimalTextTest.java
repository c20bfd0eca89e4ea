package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalTextTest {
    private static final String LETTERS = "0123456789.-+eE ,";

    private final Random random = new Random(18);

    private static boolean isWritten(BigDecimal value) {
        byte[] into = new byte[DecimalText.MAX_BYTES + 2];
        int after = DecimalText.write(into, 2, value);
        if (after < 0) {
            return false;
        }
        assertEquals(value.toString(), new String(into, 2, after - 2, StandardCharsets.ISO_8859_1));
        return true;
    }

    private static boolean isParsed(String text) {
        byte[] ascii = ("x" + text + "7").getBytes(StandardCharsets.ISO_8859_1);
        BigDecimal value = DecimalText.parse(ascii, 1, ascii.length - 1);
        if (value == null) {
            return false;
        }
        assertEquals(new BigDecimal(text), value, text); // the scale too
        return true;
    }

    private BigDecimal value() {
        BigInteger unscaled = random.nextInt(10) == 0
                ? new BigInteger(random.nextInt(100), random)
                : BigInteger.valueOf(random.nextLong() >> random.nextInt(64));
        return new BigDecimal(unscaled, random.nextInt(40) - 10);
    }

    @Test
    void formatsAndParsesLikeBigDecimal() {
        int written = 0;
        int parsed = 0;
        for (int i = 0; i < 1_000_000; i++) {
            BigDecimal value = value();
            written += isWritten(value) ? 1 : 0;
            parsed += isParsed(value.toString()) ? 1 : 0;
            isParsed(edited(value.toString()));
            isParsed(edited(edited(value.toString())));
        }
        assertTrue(written > 300_000 && parsed > 300_000, written + " and " + parsed);
    }

    @Test
    void leavesOtherNumbersToBigDecimal() {
        for (int scale = -2; scale < 30; scale++) {
            for (int digits = 1; digits < 21; digits++) {
                BigDecimal nines = new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), scale);
                BigDecimal one = new BigDecimal(BigInteger.TEN.pow(digits - 1), scale);
                boolean isUsual = scale >= 0 && digits <= 18 && scale - digits <= 5;
                assertEquals(isUsual, isWritten(nines), nines::toString);
                assertEquals(isUsual, isWritten(one.negate()), one::toString);
            }
            isWritten(new BigDecimal(BigInteger.ZERO, scale));
            isParsed(new BigDecimal(BigInteger.ZERO, scale).toString());
        }
        for (String text :
                new String[] {"", "-", ".", "-.", "1.", ".1", "-.5", "1..2", "--1", "+1", "00", "-0", "-00.10"}) {
            isParsed(text);
        }
    }

    private String edited(String text) {
        StringBuilder edited = new StringBuilder(text);
        int at = random.nextInt(text.length() + 1);
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        if (random.nextBoolean() && at < text.length()) {
            edited.setCharAt(at, letter);
        } else {
            edited.insert(at, letter);
        }
        return edited.toString();
    }
}
