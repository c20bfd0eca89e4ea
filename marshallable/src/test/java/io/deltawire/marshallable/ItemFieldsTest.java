package io.deltawire.marshallable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Arrays, lists and maps of scalars are on a delta wire what they are by tokens alone, and so are the bytes. */
class ItemFieldsTest {
    static final double[] SHARED = {1, 2};

    static class ItemArrays extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        double[] doubles = {};
        long[] longs = SHARED.length == 2 ? new long[3] : null;
        int[] ints = {1};
        float[] floats = {0.1f, 0.2f, 3};
        short[] shorts = {1, 2};
        boolean[] booleans = {true, false, true};
        double[] shared = SHARED;
        char[] chars = {'a'};
        byte[] bytes = {1};
        long quantity;
    }

    private static double number(Random random) {
        return switch (random.nextInt(14)) {
            case 0 -> -0.0;
            case 1 -> Double.NaN;
            case 2 -> Double.longBitsToDouble(0x7ff8_0000_0000_0000L + random.nextInt(3));
            case 3 -> random.nextGaussian();
            case 4 -> random.nextInt(5);
            default -> random.nextInt(1_000) / 100.0;
        };
    }

    private static float single(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> -0.0f;
            case 1 -> Float.intBitsToFloat(0x7fc0_0000 + random.nextInt(3));
            case 2 -> Float.intBitsToFloat(0x7f80_0001 + random.nextInt(2));
            case 3 -> (float) random.nextGaussian();
            default -> random.nextInt(1_000) / 100f;
        };
    }

    /** The size that a field is to have: mostly the one that it has, at times none, or more than go to columns. */
    private static int size(int size, Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> 0;
            case 1 -> random.nextInt(6);
            case 2 -> size + 1;
            case 3 -> Math.max(0, size - 1);
            case 4 -> random.nextInt(30) == 0 ? 258 : size;
            default -> Math.min(size, 12);
        };
    }

    private static void change(ItemArrays arrays, Random random) {
        int times = 1 + (random.nextInt(4) == 0 ? random.nextInt(6) : 0);
        switch (random.nextInt(11)) {
            case 0 -> arrays.price = number(random);
            case 1 -> arrays.quantity += random.nextInt(3);
            case 2 -> {
                arrays.doubles = Arrays.copyOf(arrays.doubles, size(arrays.doubles.length, random));
                for (int n = Math.min(times, arrays.doubles.length); n > 0; n--) {
                    arrays.doubles[random.nextInt(arrays.doubles.length)] = number(random);
                }
            }
            case 3 -> {
                arrays.longs = Arrays.copyOf(arrays.longs, size(arrays.longs.length, random));
                for (int n = Math.min(times, arrays.longs.length); n > 0; n--) {
                    arrays.longs[random.nextInt(arrays.longs.length)] += random.nextInt(9) == 0 ? 1L << 61 : 3;
                }
            }
            case 4 -> {
                arrays.ints = Arrays.copyOf(arrays.ints, size(arrays.ints.length, random));
                for (int n = Math.min(times, arrays.ints.length); n > 0; n--) {
                    arrays.ints[random.nextInt(arrays.ints.length)] += random.nextInt(9) == 0 ? 1 << 30 : -3;
                }
            }
            case 5 -> {
                arrays.floats = Arrays.copyOf(arrays.floats, size(arrays.floats.length, random));
                for (int n = Math.min(times, arrays.floats.length); n > 0; n--) {
                    arrays.floats[random.nextInt(arrays.floats.length)] = single(random);
                }
            }
            case 6 -> {
                arrays.shorts = Arrays.copyOf(arrays.shorts, size(arrays.shorts.length, random));
                for (int n = Math.min(times, arrays.shorts.length); n > 0; n--) {
                    arrays.shorts[random.nextInt(arrays.shorts.length)] -= 1_000;
                }
            }
            case 7 -> {
                arrays.booleans = Arrays.copyOf(arrays.booleans, size(arrays.booleans.length, random));
                for (int n = Math.min(times, arrays.booleans.length); n > 0; n--) {
                    arrays.booleans[random.nextInt(arrays.booleans.length)] ^= true;
                }
            }
            case 8 -> arrays.chars = Integer.toString(random.nextInt(100)).toCharArray();
            case 9 -> {
                int to = random.nextInt(arrays.doubles.length + 1);
                int length = arrays.doubles.length - to;
                double[] moved = new double[arrays.doubles.length]; // an item comes or goes, so that others move
                System.arraycopy(arrays.doubles, 0, moved, 0, to);
                System.arraycopy(arrays.doubles, to, moved, to, length);
                if (length > 1) {
                    System.arraycopy(arrays.doubles, to + 1, moved, to, length - 1);
                }
                arrays.doubles = moved;
            }
            default -> {
                arrays.shared = random.nextBoolean() ? SHARED : random.nextBoolean() ? null : new double[] {2, 3};
                if (random.nextInt(8) == 0) {
                    arrays.longs = new long[] {random.nextInt(9), 2, 3};
                }
            }
        }
    }

    @Test
    void arraysAreThoseOfTokens() {
        Random random = new Random(11);
        for (int round = 0; round < 16; round++) {
            int changes = 1 + round % 4;
            compare(
                    round,
                    random,
                    ItemArrays::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        return item;
                    },
                    item -> {
                        for (int n = random.nextInt(changes + 1); n > 0; n--) {
                            change(item, random);
                        }
                    });
        }
    }

    private interface Named<T> {
        T named(T item, int index);
    }

    private static <T> void compare(
            int round,
            Random random,
            java.util.function.Supplier<T> made,
            Named<T> named,
            java.util.function.Consumer<T> change) {
        IntFunction<T> make = i -> named.named(made.get(), i);
        List<T> items = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            items.add(make.apply(i));
        }
        ColumnsAndTokens wires = new ColumnsAndTokens();
        T into = made.get();
        for (int i = 0; i < 2_000; i++) {
            if (random.nextInt(300) == 0) {
                items.add(make.apply(items.size()));
            }
            T item = items.get(random.nextInt(items.size()));
            change.accept(item);
            wires.write("item", item, into, "round " + round + ", message " + i);
        }
    }

    /** Numbers that move in a line, or are what those of other records are, in arrays of several sizes. */
    @Test
    void predictedArraysAreThoseOfTokens() {
        Random random = new Random(12);
        for (int round = 0; round < 8; round++) {
            int kind = round % 4;
            int[] step = {0};
            compare(
                    round,
                    random,
                    ItemArrays::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        item.longs = new long[1 + i % 5];
                        item.doubles = new double[1 + i % 3];
                        return item;
                    },
                    item -> {
                        int i = step[0]++;
                        boolean isOff = random.nextInt(30) == 0;
                        for (int n = 0; n < item.longs.length; n++) {
                            item.longs[n] = kind % 2 == 0 ? item.longs[n] + (isOff ? 2 : 7 + n) : i / 9;
                        }
                        for (int n = 0; n < item.doubles.length; n++) {
                            item.doubles[n] = kind < 2 ? item.doubles[n] + 0.25 : i / 11 * 0.5;
                        }
                        item.floats[0] = i / 8 * 0.1f;
                        item.ints[0] += isOff ? 4 : 3;
                        if (random.nextInt(60) == 0) {
                            item.longs = Arrays.copyOf(item.longs, 1 + random.nextInt(5));
                        }
                    });
        }
    }
}
