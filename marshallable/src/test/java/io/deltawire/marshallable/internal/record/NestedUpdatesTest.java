package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireDataException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Long streams of nested objects, beyond the trial of predictors. Changes of a few leaves, of every kind, alone and
 * together, equal those by tokens.
 */
class NestedUpdatesTest {
    private static final int MESSAGES = 4_000;

    /** Past the second trial of predictors. */
    private static final int MANY_MESSAGES = 67_000;

    /** From here on the values leave their lines. */
    private static final int TURN = 64_000;

    enum LeafMode {
        SLOW,
        FAST
    }

    static class LeafPart extends AbstractMarshallable {
        long count;
        double price;
        float ratio;
        boolean flag;
        short step;
        String name = "part";
        Instant at = Instant.EPOCH;
        LeafMode mode = LeafMode.SLOW;

        void change(Random random, int i) {
            switch (random.nextInt(12)) {
                case 0 -> count += random.nextInt(9) - 4;
                case 1 -> price = random.nextInt(20_000) / 100.0;
                case 2 -> ratio = random.nextInt(1_000) / 10f;
                case 3 -> flag = !flag;
                case 4 -> step++;
                case 5 -> name = "n" + random.nextInt(10);
                case 6 -> at = at == null ? Instant.EPOCH : at.plusMillis(random.nextInt(5_000));
                case 7 -> mode = mode == LeafMode.SLOW ? LeafMode.FAST : LeafMode.SLOW;
                case 8 -> changeFar(random, i);
                default -> count += 2;
            }
        }

        private void changeFar(Random random, int i) {
            switch (random.nextInt(9)) {
                case 0 -> count = random.nextLong();
                case 1 -> price = random.nextDouble();
                case 2 -> price = Double.longBitsToDouble(random.nextLong());
                case 3 -> ratio = random.nextFloat();
                case 4 -> name = random.nextBoolean() ? null : "new " + i;
                case 5 -> name = random.nextBoolean() ? "2026-01-02" : "1.25";
                case 6 -> at = random.nextBoolean() ? null : Instant.ofEpochSecond(i, i);
                case 7 -> mode = null;
                default -> price = -0.0;
            }
        }
    }

    static class LeafWhole extends AbstractMarshallable {
        @Key
        String id;

        long sequence;
        Double last = 1.5;
        LeafPart part = new LeafPart();
        Long total = 5L;
        Integer lot = 3;
        Short tiny = 1;
        Byte least = 2;
        Float share = 0.5f;
        Boolean open = true;
        BigDecimal turnover = new BigDecimal("10.25");
        boolean live;
        List<LeafPart> parts = new ArrayList<>();
        float mean;
        String text = "a";
        LocalDate day = LocalDate.of(2026, 1, 1);
        Instant at = Instant.EPOCH;
        UUID uuid = new UUID(1, 2);
        LeafPart[] array = {new LeafPart(), new LeafPart()};

        void change(Random random, int i) {
            sequence += random.nextInt(20) == 0 ? 3 : 1;
            at = random.nextInt(8) == 0 ? at : at.plusSeconds(1);
            for (int n = random.nextInt(5); n > 0; n--) {
                changeOne(random, i);
            }
        }

        private void changeOne(Random random, int i) {
            switch (random.nextInt(24)) {
                case 0 -> last = random.nextInt(30) == 0 ? null : random.nextInt(5_000) / 100.0;
                case 1 -> total = random.nextInt(30) == 0 ? null : Long.valueOf(random.nextInt(1_000));
                case 2 -> lot = lot + 1;
                case 3 -> tiny = (short) (tiny + 2);
                case 4 -> least = (byte) (least + 1);
                case 5 -> share = random.nextInt(100) / 8f;
                case 6 -> open = !open;
                case 7 -> turnover = turnover.add(BigDecimal.valueOf(random.nextInt(500), 2));
                case 8 -> turnover = decimal(random);
                case 9 -> live = !live;
                case 10 -> mean = random.nextInt(300) / 10f;
                case 11 -> text = "t" + random.nextInt(6);
                case 12 -> day = day.plusDays(1);
                case 13 -> uuid = random.nextInt(20) == 0 ? new UUID(i, i) : uuid;
                case 14 -> rotate();
                case 15 -> resize(random);
                case 16, 17 -> part.change(random, i);
                case 18 -> array[random.nextInt(2)].change(random, i);
                case 19 -> parts.forEach(each -> each.change(random, i));
                default -> {
                    if (!parts.isEmpty()) {
                        parts.get(random.nextInt(parts.size())).change(random, i);
                    }
                }
            }
        }

        /** Keeps the number of items and moves each of them, so that a list edit is shortest. */
        private void rotate() {
            if (!parts.isEmpty()) {
                parts.remove(0);
                LeafPart part = new LeafPart();
                part.name = "rotated";
                parts.add(part);
            }
        }

        private static BigDecimal decimal(Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> BigDecimal.valueOf(random.nextLong(), 3);
                case 1 -> BigDecimal.valueOf(random.nextInt(1_000), random.nextInt(4));
                case 2 -> new BigDecimal("1E+5");
                case 3 -> new BigDecimal("12345678901234567890123.5");
                default -> BigDecimal.valueOf(999_999_999_999_999_999L, 2);
            };
        }

        private void resize(Random random) {
            int at = random.nextInt(parts.size() + 1);
            if (parts.size() > 4 || at < parts.size() && random.nextBoolean()) {
                parts.remove(at == parts.size() ? at - 1 : at);
            } else {
                parts.add(at, new LeafPart());
            }
        }
    }

    @Test
    void updatesMatchTokens() {
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            ColumnsAndTokens wires = new ColumnsAndTokens();
            LeafWhole[] states = new LeafWhole[1 + 2 * seed];
            for (int i = 0; i < states.length; i++) {
                states[i] = new LeafWhole();
                states[i].id = "w" + i;
            }
            LeafWhole into = new LeafWhole();
            for (int i = 0; i < MESSAGES; i++) {
                LeafWhole state = states[random.nextInt(states.length)];
                state.change(random, i);
                wires.write("whole", state, into, "seed " + seed + ", message " + i);
            }
        }
    }

    static class LeafLine extends AbstractMarshallable {
        @Key
        String id;

        long a;
        Long boxed = 0L;
        Instant at = Instant.EPOCH;
        BigDecimal sum = BigDecimal.valueOf(0, 2);
        LeafPart part = new LeafPart();
        boolean flag;
    }

    /**
     * Everything moves by the same each time, and now and then stands still, or jumps: the leaves are predicted, until
     * they are not.
     */
    @Test
    void predictedUpdatesMatchTokens() {
        Random random = new Random(5);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        LeafLine[] lines = {new LeafLine(), new LeafLine()};
        lines[0].id = "x";
        lines[1].id = "y";
        LeafLine into = new LeafLine();
        for (int i = 0; i < MANY_MESSAGES; i++) {
            LeafLine line = lines[i & 1];
            int step = i < TURN ? 2 : random.nextInt(9);
            line.a += random.nextInt(10) == 0 ? 0 : 7L * step;
            line.boxed += random.nextInt(10) == 0 ? 1 : 5L * step;
            line.at = random.nextInt(10) == 0 ? line.at : line.at.plusSeconds(step);
            line.sum = random.nextInt(10) == 0 ? line.sum : line.sum.add(BigDecimal.valueOf(125L * step, 2));
            line.part.count += random.nextInt(10) == 0 ? 0 : 3L * step;
            line.part.price += random.nextInt(10) == 0 ? 0 : 0.25 * step;
            if (line.part.at == null) {
                line.part.at = Instant.ofEpochSecond(i);
            } else if (random.nextInt(12) > 0) {
                line.part.at = line.part.at.plusMillis(10L * step);
            }
            line.flag ^= random.nextInt(3) == 0;
            if (random.nextInt(200) == 0) {
                line.sum = BigDecimal.valueOf(random.nextInt(100), 1);
                line.part.at = null;
                line.part.name = "s" + random.nextInt(5);
            }
            wires.write("line", line, into, "message " + i);
        }
    }

    static class LeafBoxes extends AbstractMarshallable {
        @Key
        int id = 1;

        Long a = 1L;
        Double b = 1.0;
        Object c = 1L;
    }

    /** What {@link LeafBoxes} is to who knows it so. */
    static class LeafNarrow extends AbstractMarshallable {
        @Key
        int id;

        Integer a;
        Float b;
        Short c;
    }

    @Test
    void narrowerBoxesAreReadOrRefusedAsEverywhere() {
        Random random = new Random(7);
        LeafBoxes boxes = new LeafBoxes();
        TypeRegistry types = TypeRegistry.create().register("LeafBoxes", LeafNarrow.class);
        int refused = 0;
        for (int i = 0; i < 600; i++) {
            boxes.a = random.nextInt(3) == 0 ? random.nextLong() >> random.nextInt(64) : Long.valueOf(random.nextInt());
            boxes.b = random.nextInt(3) == 0 ? random.nextDouble() : (double) random.nextFloat();
            boxes.c = (long) random.nextInt(40_000);
            String expected = read("binary", boxes, types);
            refused += expected.startsWith("expected") ? 1 : 0;
            assertEquals(expected, read("delta", boxes, types), () -> "of " + boxes);
        }
        assertTrue(refused > 50 && refused < 550, "refused " + refused);
    }

    /** What the second of two messages is read as, or what is wrong. */
    private static String read(String format, LeafBoxes boxes, TypeRegistry types) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(new LeafBoxes()).write(boxes);
        Wire reader = Wire.of(format, bytes, types.asOptions());
        reader.read(LeafNarrow.class);
        try {
            return reader.read(LeafNarrow.class).toString();
        } catch (WireDataException e) {
            return e.getMessage().replaceFirst("^[a-z]+: ", "").replaceFirst(" at .*", "");
        }
    }
}
