package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.RandomStreams;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireDataException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Immutable values in nested objects are the same by columns and by tokens. */
class InnerValuesTest {
    static {
        Types.registerNested(InnerValuesTest.class);
    }

    interface InsidePart {}

    static class InsideTask extends AbstractMarshallable implements InsidePart {
        long n;
        UUID id = new UUID(1, 2);
        Duration taken = Duration.ofMillis(1_500);
        Integer tries = 1;
    }

    /** All kinds of them. */
    static final class InsideAll extends InsideTask {
        BigInteger big = BigInteger.TEN;
        Byte small = 1;
        Short middle = 2;
        Character mark = 'm';
        OptionalInt maybe = OptionalInt.empty();
        OptionalLong perhaps = OptionalLong.of(5);
        Year year = Year.of(2020);
        YearMonth month = YearMonth.of(2020, 1);
        MonthDay day = MonthDay.of(2, 29);
        OffsetTime time = OffsetTime.of(10, 15, 30, 0, ZoneOffset.UTC);
        Period period = Period.ofDays(3);
        ZoneId zone = ZoneId.of("Europe/Oslo");
        ZoneOffset offset = ZoneOffset.ofHours(2);
        Currency currency = Currency.getInstance("EUR");
        Locale locale = Locale.GERMANY;
        InsideTask task = new InsideTask();
        double x;
    }

    static class InsideWhole extends AbstractMarshallable {
        @Key
        String id;

        long count;
        InsideTask task = new InsideTask();
        InsidePart part = new InsideAll();
        List<InsidePart> parts = new ArrayList<>(List.of(new InsideTask(), new InsideAll(), new InsideTask()));
        List<InsideTask> tasks = new ArrayList<>(List.of(new InsideTask(), new InsideTask(), new InsideTask()));
        Map<String, InsideTask> named = new LinkedHashMap<>();
        UUID own = new UUID(3, 4);
        double last;
    }

    private static InsideWhole whole(int i) {
        InsideWhole whole = new InsideWhole();
        whole.id = "w" + i;
        whole.named.put("a", new InsideTask());
        whole.named.put("b", new InsideAll());
        return whole;
    }

    /** @param calm how rarely the layout changes */
    private static void change(InsideWhole whole, Random random, int calm) {
        switch (random.nextInt(10)) {
            case 0 -> whole.count++;
            case 1 -> whole.last += 0.5;
            case 2 -> whole.own = new UUID(3, random.nextInt(3));
            case 3, 4 -> {
                change(whole.task, random, calm);
                whole.task = random.nextInt(2 * calm) == 0 ? made(random) : whole.task;
            }
            case 5 -> {
                if (whole.part != null) {
                    change((InsideTask) whole.part, random, calm);
                }
                whole.part = random.nextInt(calm) > 0 ? whole.part : random.nextInt(3) == 0 ? null : made(random);
            }
            case 6 -> {
                int at = random.nextInt(whole.parts.size());
                change((InsideTask) whole.parts.get(at), random, calm);
                if (random.nextInt(calm) == 0) {
                    whole.parts.set(at, made(random));
                }
            }
            case 7 -> {
                whole.tasks.forEach(task -> task.n++);
                whole.tasks.get(1).id = new UUID(9, random.nextInt(3));
            }
            case 8 -> {
                if (random.nextInt(calm) == 0) {
                    whole.tasks.add(random.nextInt(3), made(random));
                    whole.tasks.remove(random.nextInt(4));
                }
                change(whole.tasks.get(random.nextInt(3)), random, calm);
            }
            default -> change(whole.named.get(random.nextBoolean() ? "a" : "b"), random, calm);
        }
    }

    private static InsideTask made(Random random) {
        return random.nextBoolean() ? new InsideTask() : new InsideAll();
    }

    private static void change(InsideTask task, Random random, int calm) {
        boolean isNull = random.nextInt(calm) == 0;
        int n = random.nextInt(4);
        if (task instanceof InsideAll all && random.nextInt(4) > 0) {
            change(all, random, calm, isNull, n);
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> task.n++;
            case 1 -> task.id = isNull ? null : new UUID(1, n);
            case 2 -> task.taken = isNull ? null : random.nextBoolean() ? task.taken : Duration.ofMillis(n * 700L);
            default -> task.tries = isNull ? null : (Integer) n;
        }
    }

    private static void change(InsideAll all, Random random, int calm, boolean isNull, int n) {
        switch (random.nextInt(17)) {
            case 0 -> all.big = isNull ? null : BigInteger.TEN.pow(random.nextInt(8) == 0 ? 30 : n);
            case 1 -> all.small = isNull ? null : (Byte) (byte) n;
            case 2 -> all.middle = isNull ? null : (Short) (short) (n * 100);
            case 3 -> all.mark = isNull ? null : (Character) (char) ('0' + n * 20);
            case 4 -> all.maybe = isNull ? OptionalInt.empty() : OptionalInt.of(n);
            case 5 -> all.perhaps = isNull ? OptionalLong.empty() : OptionalLong.of(n);
            case 6 -> all.year = isNull ? null : Year.of(2_000 + n);
            case 7 -> all.month = isNull ? null : YearMonth.of(2_000, 1 + n);
            case 8 -> all.day = isNull ? null : MonthDay.of(1 + n, 3);
            case 9 -> all.time = isNull ? null : OffsetTime.of(n, 0, n == 2 ? 1 : 0, 0, ZoneOffset.ofHours(n));
            case 10 -> all.period = isNull ? null : Period.ofMonths(n);
            case 11 -> all.zone = isNull ? null : ZoneId.of(n == 0 ? "UTC" : n == 1 ? "Asia/Tokyo" : "Z");
            case 12 -> all.offset = isNull ? null : ZoneOffset.ofHours(n);
            case 13 -> all.currency = isNull ? null : Currency.getInstance(n < 2 ? "NOK" : "USD");
            case 14 -> all.locale = isNull ? null : n < 2 ? Locale.UK : Locale.JAPAN;
            case 15 -> change(all.task, random, calm);
            default -> all.x += 0.25;
        }
    }

    private static RandomStreams<InsideWhole> streams(int calm) {
        return new RandomStreams<>(InnerValuesTest::whole, (whole, random) -> change(whole, random, calm));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 20, 300})
    void updatesMatchTokens(int calm) {
        for (int seed = 0; seed < 4; seed++) {
            streams(calm).updates(seed, 2_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 100})
    void streamsMatchTokens(int calm) {
        streams(calm).all(calm, 2_000);
    }

    static class InsideFew extends AbstractMarshallable {
        @Key
        String id;

        InsideTask task = new InsideTask();
        OptionalInt maybe = OptionalInt.of(2);
        long n;
    }

    private static InsideFew few(int i) {
        InsideFew few = new InsideFew();
        few.id = "f" + i;
        return few;
    }

    @Test
    void damageIsReadByColumnsAsByTokens() {
        new RandomStreams<>(InnerValuesTest::few, (InsideFew few, Random random) -> {
                    few.n++;
                    change(few.task, random, 5);
                })
                .damage(2, 25);
    }

    /** Values that count up or repeat those of the record before. */
    @Test
    void predictedValuesMatchTokens() {
        int[] step = {0};
        for (int seed = 0; seed < 6; seed++) {
            int kind = seed;
            new RandomStreams<>(InnerValuesTest::whole, (whole, random) -> {
                        int i = step[0]++;
                        boolean isOff = random.nextInt(30) == 0;
                        InsideAll all = whole.part instanceof InsideAll is ? is : new InsideAll();
                        whole.part = all;
                        int n = kind % 2 == 0 ? Math.floorDiv(i, 9) : i * 3 + (isOff ? 1 : 0);
                        all.big = BigInteger.valueOf(n);
                        all.middle = (short) (n % 100);
                        all.year = Year.of(kind < 4 ? n % 9_000 : 2_000);
                        all.taken = Duration.ofMillis(kind < 3 ? n : 7);
                        all.task.id = new UUID(5, kind % 3 == 0 ? Math.floorDiv(i, 7) : 1);
                        if (isOff) {
                            change(whole, random, 9);
                        }
                    })
                    .updates(seed, 1_500);
        }
    }

    /** An equal value is taken from where it was, so no new object is made. */
    @Test
    void valuesThatStayAreTheSameObjects() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        List<InsideFew> items = List.of(few(0), few(1), few(2));
        InsideFew into = few(0);
        UUID[] ids = new UUID[3];
        for (int i = 0; i < 900; i++) {
            InsideFew item = items.get(i % 3);
            item.task.n = i;
            item.task.id = new UUID(i % 3, i < 500 ? 1 : 2);
            item.task.taken = Duration.ofSeconds(i);
            writer.write("few", item);
            assertEquals(item, reader.read(into));
            if (i > 10 && i != 500 && i != 501 && i != 502) {
                assertSame(ids[i % 3], into.task.id, "message " + i);
            }
            ids[i % 3] = into.task.id;
        }
    }

    static final class InsideBig extends BigInteger {
        private static final long serialVersionUID = 1;

        int text = 5;

        InsideBig() {
            super("5");
        }

        @Override
        public String toString() {
            return String.valueOf(text);
        }
    }

    /** A custom number class may return anything, so it is asked for its value each time. */
    @Test
    void numberOfAnotherClassMatchesTokens() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        InsideWhole into = whole(0);
        InsideWhole whole = whole(0);
        InsideAll all = (InsideAll) whole.part;
        for (int i = 0; i < 900; i++) {
            all.big = i % 30 < 10 ? BigInteger.valueOf(5) : new InsideBig();
            all.x++;
            wires.write("whole", whole, into, "message " + i);
        }
    }

    /** A value that cannot be written is the same error as by tokens, and the record is unchanged. */
    @Test
    void whatCannotBeWrittenChangesNothing() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        InsideWhole into = whole(0);
        InsideWhole whole = whole(0);
        InsideAll all = (InsideAll) whole.part;
        for (int i = 0; i < 900; i++) {
            whole.count = i;
            all.n = i % 3;
            all.big = BigInteger.TEN.pow(i % 5);
            wires.write("whole", whole, into, "message " + i);
            if (i % 100 == 50) {
                all.n++;
                all.id = new UUID(i, i);
                all.locale = new Locale("a", "B", "c");
                String message = wires.refused("whole", whole);
                assertTrue(message.contains("has no language tag"), message);
                all.locale = Locale.UK;
            }
        }
    }

    static class InsideAsTexts extends AbstractMarshallable {
        String id;
        String taken;
        Integer tries;
        long n;
    }

    static class InsideFewTexts extends AbstractMarshallable {
        @Key
        String id;

        InsideAsTexts task = new InsideAsTexts();
        int maybe;
        long n;
    }

    /** A value that does not fit its field is an error with its path, and the stream continues. */
    @Test
    void misfitIsReportedWithItsPath() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Few", InsideFewTexts.class).asOptions());
        Wire reader = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Few", InsideFew.class).asOptions());
        InsideFewTexts texts = new InsideFewTexts();
        texts.id = "f";
        InsideFew into = few(0);
        for (int i = 0; i < 60; i++) {
            boolean isWrong = i % 20 == 15;
            texts.n = i;
            texts.task.id = isWrong ? "no such thing" : new UUID(1, i / 9).toString();
            texts.task.taken = "PT" + (1 + i % 5) + "S";
            writer.write("few", texts);
            if (isWrong) {
                WireDataException error = assertThrows(WireDataException.class, () -> reader.read(into));
                assertTrue(error.getMessage().contains("task.id"), error.getMessage());
            } else {
                reader.read(into);
                assertEquals(i, into.n);
                assertEquals(new UUID(1, i / 9), into.task.id);
                assertEquals(Duration.ofSeconds(1 + i % 5), into.task.taken);
            }
        }
    }
}
