package io.deltawire.marshallable.testing.pins;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Random values that stay, move and jump as in real streams. Only {@code nextLong} of the generator is used, whose
 * algorithm the JDK documents, so that every JDK gives the same values.
 */
final class Dice {
    private static final String[] TEXTS = {
        "",
        " ",
        "open",
        "closed",
        "no",
        "null",
        "~",
        "true",
        "007",
        "1e6",
        "12:30:45",
        "2016-07-22",
        "a: b",
        "a #b",
        "- a",
        "a\nb",
        "tab\there",
        "quote\"s",
        "it's",
        "[a]",
        "{a}",
        "!tag",
        "&a",
        "*a",
        "a,b",
        "\u00e9",
        "\u65e5\u672c",
        "\ud83d\ude00",
        "\u0007",
        "\u2028",
        "trailing ",
        "Infinity",
        "0x1F",
        "EURUSD",
        "GBPUSD",
        "a text of more than thirty-two characters"
    };
    private static final long[] FAR = {
        0,
        1,
        -1,
        127,
        128,
        -128,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        4294967295L,
        4294967296L,
        9007199254740993L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final double[] ODD = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        1e-7,
        1e16,
        1e300,
        2e23,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        10.357019999999999,
        16777217.0,
        5e-324,
        1.0E23
    };

    private final SplittableRandom random;
    private long ticks = 1_000;

    Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    long nextLong() {
        return random.nextLong();
    }

    /** The next number of a sequence that all records share. */
    long tick() {
        return ++ticks;
    }

    /** A number from 0 up to, not including, the bound. */
    int below(int bound) {
        return (int) ((random.nextLong() >>> 33) % bound);
    }

    /** Returns whether an event occurs that has one chance in the given number. */
    boolean oneIn(int cases) {
        return below(cases) == 0;
    }

    /** A number that mostly stays, or goes up by the same step, and sometimes jumps. */
    long move(long from, long step) {
        return switch (below(10)) {
            case 0, 1, 2, 3 -> from;
            case 4, 5, 6, 7 -> from + step;
            case 8 -> from + below(200) - 100;
            default -> oneIn(3) ? FAR[below(FAR.length)] : oneIn(2) ? random.nextLong() >> below(64) : from - step;
        };
    }

    /** A price of two decimals that mostly moves by a few cents. */
    double price(double from) {
        return switch (below(12)) {
            case 0, 1, 2, 3 -> from;
            case 4, 5, 6, 7, 8 -> cents(from, below(11) - 5);
            case 9 -> below(1_000_000) / 100.0;
            case 10 -> below(1 << 20) / 1048576.0;
            default -> oneIn(2) ? ODD[below(ODD.length)] : Double.longBitsToDouble(random.nextLong());
        };
    }

    private static double cents(double from, int cents) {
        return Math.abs(from) < 1e12 ? (Math.rint(from * 100) + cents) / 100 : cents / 100.0;
    }

    float rate(float from) {
        return switch (below(6)) {
            case 0, 1, 2 -> from;
            case 3, 4 -> below(1000) / 10f;
            default -> oneIn(3) ? (float) ODD[below(ODD.length)] : Float.intBitsToFloat((int) random.nextLong());
        };
    }

    String text() {
        return oneIn(3) ? TEXTS[below(TEXTS.length)] : oneIn(6) ? letters(below(400)) : "text" + below(150);
    }

    private String letters(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            int point = oneIn(9) ? below(0x10000) : 0x20 + below(0x60);
            text.append((char) (point >= 0xD800 && point < 0xE000 || point == 0xFFFE ? 'x' : point));
        }
        return text.toString();
    }

    Instant instant(Instant from) {
        return switch (below(6)) {
            case 0 -> from;
            case 1, 2, 3 -> from.plusMillis(250);
            case 4 -> from.plusNanos(below(1_000_000_000));
            default -> Instant.ofEpochSecond(below(Integer.MAX_VALUE), oneIn(2) ? 0 : below(1_000_000_000));
        };
    }

    LocalDate date() {
        return LocalDate.ofEpochDay(below(40_000));
    }

    BigDecimal decimal(BigDecimal from) {
        return switch (below(8)) {
            case 0, 1 -> from;
            case 2, 3, 4 -> BigDecimal.valueOf(below(100_000), 2);
            case 5 -> from.scale() == 2 && from.precision() < 15 ? from.add(new BigDecimal("0.01")) : BigDecimal.ONE;
            case 6 -> BigDecimal.valueOf(random.nextLong(), below(30) - 5);
            default -> new BigDecimal(integer(), below(40));
        };
    }

    BigInteger integer() {
        return new BigInteger(bytes(1 + below(20)));
    }

    UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextLong();
        }
        return bytes;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    byte[] keyOf(long key) {
        return Long.toString(key).getBytes(StandardCharsets.US_ASCII);
    }
}
