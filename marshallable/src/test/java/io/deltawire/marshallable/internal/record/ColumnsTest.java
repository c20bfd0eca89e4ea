package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Objects that are written to a delta wire and read by columns equal those by tokens, and so do the bytes. */
class ColumnsTest {
    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "sold";
            }
        }
    }

    static class ColumnsQuote extends AbstractMarshallable {
        @Key
        String symbol;

        @Key
        private int venue;

        Side side;
        double price;
        float ratio;
        long quantity;
        short level;
        byte flags;
        boolean open;
        Instant time;
        LocalDate day;
        String note;

        int venue() {
            return venue;
        }
    }

    /** The same fields, one of which no column can hold. */
    static final class ColumnsByTokens extends ColumnsQuote {
        List<String> none;
    }

    private static void change(ColumnsQuote quote, Random random) {
        switch (random.nextInt(14)) {
            case 0 -> quote.side = random.nextBoolean() ? null : Side.values()[random.nextInt(2)];
            case 1 -> quote.price = random.nextInt(1_000_000) / 100.0;
            case 2 -> quote.price = random.nextGaussian();
            case 3 ->
                quote.price = new double[] {-0.0, 0, Double.NaN, Double.NEGATIVE_INFINITY, 5e-324}[random.nextInt(5)];
            case 4 -> quote.ratio = random.nextBoolean() ? random.nextInt(100) / 10f : random.nextFloat();
            case 5 -> quote.quantity += random.nextInt(200) - 100;
            case 6 -> quote.quantity = random.nextLong();
            case 7 -> quote.level = (short) random.nextInt();
            case 8 -> quote.flags = (byte) random.nextInt();
            case 9 -> quote.open = !quote.open;
            case 10 -> quote.time = random.nextInt(3) == 0 ? null : Instant.ofEpochMilli(random.nextInt(1 << 30));
            case 11 -> quote.day = random.nextInt(3) == 0 ? null : LocalDate.ofEpochDay(random.nextInt(30_000));
            case 12 -> quote.note = new String[] {null, "", "12.50", "2024-01-31", "a", "b\u20ac"}[random.nextInt(6)];
            default -> {
                // nothing changes
            }
        }
    }

    private static ColumnsQuote newQuote(String symbol, Random random) {
        ColumnsQuote quote = new ColumnsQuote();
        quote.symbol = symbol;
        for (int i = 0; i < 20; i++) {
            change(quote, random);
        }
        if (random.nextBoolean()) { // with fewer decimals than others have, or none
            quote.price = random.nextInt(1_000) * new double[] {1, 10, 0.1, 0.01, 0.001}[random.nextInt(5)];
        }
        return quote;
    }

    /** Values that suit the predictors for lines and for the last value of the type. */
    private static void follow(ColumnsQuote quote, int index, int round) {
        quote.time = index % 50 == 0 ? null : Instant.ofEpochSecond(1_700_000_000L + index / 7);
        quote.level = (short) (index / 5);
        quote.open = index / 9 % 2 == 0;
        quote.note = round % 4 == 1 ? null : "note " + index / 11;
        if (round % 4 == 1) {
            quote.quantity += index % 40 == 0 ? 17 : 5;
            quote.price = Math.round(quote.price * 100 + (index % 30 == 0 ? 2L : 25L)) / 100.0;
            quote.ratio += 0.5f;
        } else {
            quote.quantity = index / 6;
            int eighth = index / 8;
            quote.price = eighth % 3 == 2 ? 0.1 + 0.2 : eighth * 0.25;
        }
    }

    @Test
    void bytesAndObjectsMatchTokens() {
        Random random = new Random(11);
        for (int round = 0; round < 20; round++) {
            List<ColumnsQuote> quotes = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                ColumnsQuote quote = new ColumnsQuote();
                quote.symbol = random.nextInt(10) == 0 ? null : "S" + i;
                quote.venue = i;
                quotes.add(quote);
            }
            Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
            Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
            Bytes<?> forLive = Bytes.allocateElasticOnHeap();
            Wire columns = Wire.of("delta", byColumns);
            Wire tokens = Wire.of("delta", byTokens);
            RecordKeyEncoder keys = new RecordKeyEncoder(CodecContext.ofDefaults("delta"));
            Wire reader = Wire.of("delta", byColumns);
            Wire live = Wire.of("delta", forLive);
            ColumnsQuote target = new ColumnsQuote();
            long at = 0;
            for (int i = 0; i < 2_000; i++) {
                if (random.nextInt(25) == 0) {
                    quotes.add(newQuote("N" + i, random));
                }
                ColumnsQuote quote = quotes.get(random.nextInt(quotes.size()));
                change(quote, random);
                if (round % 2 == 1) {
                    follow(quote, i, round);
                }
                columns.write("quote", quote);
                tokens.out().beginMessage();
                keys.announce(quote, tokens.out());
                tokens.out().beginObject();
                tokens.out().field("quote");
                Wire.writeObject(tokens.out(), quote);
                tokens.out().endObject();
                tokens.out().endMessage();
                assertArrayEquals(
                        ColumnsAndTokens.bytesFrom(byTokens, at),
                        ColumnsAndTokens.bytesFrom(byColumns, at),
                        "message " + i);
                forLive.write(byTokens, at, byTokens.writePosition() - at);
                at = byTokens.writePosition();
                assertEquals(quote, reader.read(target), "message " + i);
                assertEquals("quote", reader.event());
                ColumnsQuote same = live.readByKey(ColumnsQuote.class);
                assertEquals(quote, same, "live " + i);
            }
        }
    }

    @Test
    void aLiveObjectIsTheSameForAKey() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        ColumnsQuote a = quote("A");
        ColumnsQuote b = quote("B");
        wire.write("quote", a).write("quote", b);
        a.price = 2;
        wire.write("quote", a);
        b.note = "x";
        wire.write("quote", b);
        a.side = Side.SELL;
        wire.write("quote", a);
        Wire reader = Wire.of("delta", bytes);
        ColumnsQuote first = reader.readByKey(ColumnsQuote.class);
        ColumnsQuote second = reader.readByKey(ColumnsQuote.class);
        assertNotSame(first, second);
        assertSame(first, reader.readByKey(ColumnsQuote.class));
        assertEquals(2, first.price);
        // The live object misses a message that is read by another call, and the next one makes up for it.
        assertEquals("x", reader.read(new ColumnsQuote()).note);
        assertSame(first, reader.readByKey(ColumnsQuote.class));
        assertEquals(a, first);
        assertNull(reader.readByKey(ColumnsQuote.class));
    }

    @Test
    void aLiveObjectThatMissedAMessageGetsItsChanges() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        ColumnsQuote a = quote("A");
        wire.write("quote", a);
        a.price = 2;
        wire.write("quote", a);
        a.quantity = 9;
        wire.write("quote", a);
        Wire reader = Wire.of("delta", bytes);
        ColumnsQuote live = reader.readByKey(ColumnsQuote.class);
        reader.read(new ColumnsQuote());
        assertSame(live, reader.readByKey(ColumnsQuote.class));
        assertEquals(a, live);
    }

    @Test
    void objectsOfOtherFieldsGoByTokens() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        ColumnsByTokens quote = new ColumnsByTokens();
        quote.symbol = "A";
        quote.none = List.of("x");
        wire.write("quote", quote).write("quote", quote);
        Wire reader = Wire.of("delta", bytes);
        assertEquals(quote, reader.read(new ColumnsByTokens()));
        assertEquals(quote, reader.readByKey(ColumnsByTokens.class));
    }

    @Test
    void aTextThatIsTooLongIsRefusedAndTheStreamGoesOn() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOptions options = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS, new WireLimits(100, 1 << 20, 10, 100, 100, 100, 1 << 20, 10, 10));
        Wire wire = Wire.of("delta", bytes, options);
        ColumnsQuote quote = quote("A");
        wire.write("quote", quote).write("quote", quote);
        quote.note = "01234567890";
        Assertions.assertThrows(WireDataException.class, () -> wire.write("quote", quote));
        quote.note = "ok";
        wire.write("quote", quote);
        Wire reader = Wire.of("delta", bytes);
        reader.read(new ColumnsQuote());
        reader.read(new ColumnsQuote());
        assertEquals(quote, reader.read(new ColumnsQuote()));
    }

    private static ColumnsQuote quote(String symbol) {
        ColumnsQuote quote = new ColumnsQuote();
        quote.symbol = symbol;
        quote.price = 1.5;
        return quote;
    }
}
