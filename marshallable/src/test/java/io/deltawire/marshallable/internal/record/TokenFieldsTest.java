package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Objects with some fields that are written by tokens equal, on a delta wire, those by tokens alone, and so do the
 * bytes.
 */
class TokenFieldsTest {
    static {
        Types.registerNested(TokenFieldsTest.class);
    }

    enum TokenSide {
        BUY,
        SELL
    }

    static class TokenLevel extends AbstractMarshallable {
        double price;
        long quantity;
        int orders;
        String tag;
        float share;
        Instant at;

        void change(Random random) {
            for (int n = random.nextInt(4); n >= 0; n--) {
                switch (random.nextInt(6)) {
                    case 0 -> price += 0.25;
                    case 1 -> quantity += random.nextInt(9);
                    case 2 -> orders = random.nextInt(4);
                    case 3 -> tag = random.nextInt(3) == 0 ? null : "t" + random.nextInt(4);
                    case 4 -> share = random.nextInt(4) / 4f;
                    default -> at = random.nextInt(9) == 0 ? null : Instant.ofEpochSecond(random.nextInt(1_000));
                }
            }
        }
    }

    static final class TokenNamed extends TokenLevel {
        String name;
    }

    /** Differs from its superclass by its name alone. */
    static final class TokenTwin extends TokenLevel {}

    static class TokenBook extends AbstractMarshallable {
        @Key
        UUID id;

        @Key
        String symbol;

        double last;
        Integer count;
        Long total;
        Double mean;
        Float ratio;
        Boolean open;
        Short small;
        BigDecimal price;
        BigInteger large;
        Duration age;
        OptionalInt maybe = OptionalInt.empty();
        Instant time;
        TokenSide side;
        String note;
        TokenLevel best;
        Object any;
        List<TokenLevel> levels = new ArrayList<>();
        TokenLevel[] array;
        ArrayList<TokenLevel> one = new ArrayList<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        Set<TokenSide> sides = EnumSet.noneOf(TokenSide.class);
        double[] numbers = {};
        byte[] bytes;
        StringBuilder builder = new StringBuilder();
        Optional<String> hint = Optional.empty();
        URI uri;
        float end;
    }

    private static TokenBook newBook(int index) {
        TokenBook book = new TokenBook();
        book.id = new UUID(7, index);
        book.symbol = "S" + index;
        return book;
    }

    /** The same level of the other one of two classes. */
    private static TokenLevel twin(TokenLevel level) {
        TokenLevel twin = level instanceof TokenTwin ? new TokenLevel() : new TokenTwin();
        if (level != null) {
            level.copyTo(twin);
        }
        return twin;
    }

    private static void change(TokenBook book, Random random) {
        switch (random.nextInt(32)) {
            case 0 -> book.last = random.nextInt(1_000) / 100.0;
            case 1 -> book.count = random.nextInt(3) == 0 ? null : (Integer) random.nextInt(1_000);
            case 2 -> book.total = book.total == null ? 1L : (Long) (book.total + 5);
            case 3 -> book.mean = random.nextBoolean() ? (Double) Double.NaN : (Double) (random.nextInt(100) / 10.0);
            case 4 -> book.mean = Double.longBitsToDouble(0x7ff8_0000_0000_0000L + random.nextInt(3));
            case 5 -> book.ratio = random.nextInt(5) == 0 ? null : (Float) (random.nextInt(4) * 0.5f - 0.0f);
            case 6 -> book.open = random.nextInt(3) == 0 ? null : (Boolean) random.nextBoolean();
            case 7 -> book.small = (short) random.nextInt(300);
            case 8 -> book.price = new BigDecimal(BigInteger.valueOf(random.nextInt(50)), random.nextInt(4));
            case 9 -> book.large = BigInteger.valueOf(random.nextLong()).pow(1 + random.nextInt(3));
            case 10 -> book.age = Duration.ofMillis(random.nextInt(10_000));
            case 11 -> book.maybe = random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(5));
            case 12 -> book.time = Instant.ofEpochMilli(random.nextInt(1 << 30));
            case 13 -> book.side = random.nextInt(3) == 0 ? null : TokenSide.values()[random.nextInt(2)];
            case 14 -> book.note = random.nextInt(3) == 0 ? null : "n" + random.nextInt(20);
            case 15 ->
                book.best = switch (random.nextInt(5)) {
                    case 0 -> null;
                    case 1 -> new TokenNamed();
                    case 2 -> new TokenLevel();
                    default -> twin(book.best);
                };
            case 16 -> {
                book.best = book.best == null ? new TokenLevel() : book.best;
                book.best.change(random);
            }
            case 17 ->
                book.any = new Object[] {null, 5L, "text", 1.5, List.of(1L, "b"), new TokenLevel()}[random.nextInt(6)];
            case 18, 19 -> {
                TokenLevel level = new TokenLevel();
                level.price = random.nextInt(100) / 4.0;
                book.levels.add(random.nextInt(book.levels.size() + 1), level);
            }
            case 20 -> {
                if (!book.levels.isEmpty()) {
                    book.levels.remove(random.nextInt(book.levels.size()));
                }
            }
            case 21 -> {
                if (!book.levels.isEmpty()) {
                    book.levels.get(random.nextInt(book.levels.size())).change(random);
                }
            }
            case 22 -> book.counts.merge("k" + random.nextInt(6), 1, Integer::sum);
            case 23 -> book.counts.remove("k" + random.nextInt(6));
            case 24 -> book.sides = random.nextBoolean() ? EnumSet.of(TokenSide.BUY) : EnumSet.allOf(TokenSide.class);
            case 25 -> book.numbers = random.doubles(random.nextInt(5)).toArray();
            case 26 -> book.bytes = random.nextInt(4) == 0 ? null : new byte[] {(byte) random.nextInt(3), 2};
            case 27 -> book.builder.append((char) ('a' + random.nextInt(3)));
            case 28 -> book.hint = random.nextBoolean() ? Optional.empty() : Optional.of("h" + random.nextInt(3));
            case 29 -> {
                book.array = random.nextInt(9) == 0 ? null : book.array == null ? new TokenLevel[2] : book.array;
                if (book.array != null) {
                    int at = random.nextInt(2);
                    book.array[at] = book.array[at] == null ? new TokenLevel() : book.array[at];
                    book.array[at].change(random);
                }
            }
            case 30 -> {
                if (book.one.isEmpty() || random.nextInt(20) == 0) {
                    book.one.clear();
                    book.one.add(new TokenLevel());
                }
                book.one.get(0).change(random);
            }
            default -> {
                book.uri = URI.create(random.nextBoolean() ? "HTTP://a/" : "http://a/"); // which are equal
                book.end += 0.25f;
            }
        }
        if (book.builder.length() > 8) {
            book.builder.setLength(0);
        }
    }

    @Test
    void bytesAndObjectsMatchTokens() {
        Random random = new Random(5);
        for (int round = 0; round < 12; round++) {
            List<TokenBook> books = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                books.add(newBook(i));
            }
            ColumnsAndTokens wires = new ColumnsAndTokens();
            TokenBook into = new TokenBook();
            int changes = 1 + round % 4;
            for (int i = 0; i < 1_500; i++) {
                if (random.nextInt(200) == 0) {
                    books.add(newBook(books.size()));
                }
                TokenBook book = books.get(random.nextInt(books.size()));
                for (int n = random.nextInt(changes + 1); n > 0; n--) {
                    change(book, random);
                }
                wires.write("book", book, into, "round " + round + ", message " + i);
            }
        }
    }

    /** All fields are immutable values, so updates of the others may be encoded in one pass. */
    static class TokenPosition extends AbstractMarshallable {
        String account;

        @Key
        Integer number;

        @Key
        UUID id;

        double price;
        long quantity;
        Long version;
        BigDecimal margin;
        Double rate;
        Instant time;
        boolean open;
        Character code;
    }

    private static void move(TokenPosition position, Random random, int step) {
        position.price += (random.nextInt(5) - 2) * 0.25;
        position.quantity += random.nextInt(100);
        switch (random.nextInt(12)) {
            case 0 -> position.version = position.version == null ? 0L : null;
            case 1 -> position.margin = new BigDecimal(random.nextInt(3)).setScale(random.nextInt(3));
            case 2 -> position.rate = random.nextInt(3) == 0 ? null : (Double) (random.nextInt(9) / 8.0);
            case 3 -> position.time = Instant.ofEpochMilli(1_700_000_000_000L + 1_000L * step);
            case 4 -> position.open = !position.open;
            case 5 -> position.code = random.nextInt(3) == 0 ? null : (Character) (char) ('a' + random.nextInt(3));
            case 6 -> position.account = random.nextInt(3) == 0 ? null : "A" + random.nextInt(9);
            default -> {
                if (step % 3 == 0 && position.version != null) {
                    position.version++;
                }
            }
        }
    }

    @Test
    void valuesAloneMatchTokens() {
        Random random = new Random(8);
        for (int round = 0; round < 6; round++) {
            List<TokenPosition> positions = new ArrayList<>();
            ColumnsAndTokens wires = new ColumnsAndTokens();
            TokenPosition into = new TokenPosition();
            for (int i = 0; i < 3_000; i++) {
                if (positions.isEmpty() || random.nextInt(100) == 0) {
                    TokenPosition made = new TokenPosition();
                    made.number = round % 2 == 0 ? null : (Integer) positions.size();
                    made.id = new UUID(1, positions.size());
                    positions.add(made);
                }
                TokenPosition position = positions.get(random.nextInt(positions.size()));
                if (round < 3) {
                    move(position, random, i);
                } else { // what predictors are made for
                    position.version = position.version == null ? 0L : (Long) (position.version + 3);
                    position.rate = (i - i % 10) / 80.0;
                    position.time = Instant.ofEpochSecond(i / 7);
                    position.quantity += i % 40 == 0 ? 7 : 5;
                    position.margin = BigDecimal.valueOf(i / 50, 2);
                }
                wires.write("position", position, into, "round " + round + ", message " + i);
            }
        }
    }

    /** Writes itself, and names the record of the message that it is in. */
    static final class TokenKeyed implements WriteMarshallable, ReadMarshallable {
        long number;
        boolean isNamed;

        @Override
        public void writeMarshallable(WireOut out) {
            if (isNamed) {
                out.recordKey(new byte[] {1}, 0, 1);
            }
            out.field("number");
            out.int64(number);
        }

        @Override
        public void readMarshallable(WireIn in) {
            in.fieldName();
            number = in.int64();
        }
    }

    static final class TokenHolder extends AbstractMarshallable {
        @Key
        long id;

        TokenKeyed inner = new TokenKeyed();
    }

    @Test
    void codeByHandThatNamesTheRecordDoesSoAsByTokens() {
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = Wire.of("delta", byColumns);
        Wire tokens = Wire.of("delta", byTokens);
        TokenHolder holder = new TokenHolder();
        for (int i = 0; i < 20; i++) {
            holder.inner.number = i;
            holder.inner.isNamed = i % 3 == 0;
            columns.write("e", holder);
            ColumnsAndTokens.writeTokens(tokens, "e", holder);
            assertArrayEquals(byTokens.toByteArray(), byColumns.toByteArray(), "message " + i);
        }
    }

    @Test
    void twoFieldsByTheirNumbersInARowAreRefused() {
        WireOut out = Wire.of("delta", Bytes.allocateElasticOnHeap()).out();
        Shape shape = CodecSet.BUILT_IN.ofObject(TokenLevel.class).plan().shape();
        for (int i = 0; i < 3; i++) {
            out.beginMessage();
            out.beginObject(shape);
            out.field(0);
            out.float64(1);
            out.field(1);
            assertThrows(IllegalStateException.class, () -> out.field(2));
            out.cancelMessage();
            out.beginMessage();
            out.beginObject(shape);
            out.field(0);
            out.float64(1);
            out.endObject();
            out.endMessage();
        }
    }

    /** Levels that follow a line, or repeat those of other books. */
    @Test
    void predictedObjectsMatchTokens() {
        Random random = new Random(2);
        for (int round = 0; round < 4; round++) {
            ColumnsAndTokens wires = new ColumnsAndTokens();
            List<TokenBook> books = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                TokenBook book = newBook(i);
                book.best = new TokenLevel();
                for (int n = 0; n < 3; n++) {
                    book.levels.add(new TokenLevel());
                }
                books.add(book);
            }
            TokenBook into = new TokenBook();
            for (int i = 0; i < 3_000; i++) {
                TokenBook book = books.get(random.nextInt(4));
                List<TokenLevel> levels = new ArrayList<>(book.levels);
                levels.add(book.best);
                for (TokenLevel level : levels) {
                    boolean isOff = random.nextInt(30) == 0;
                    level.quantity = round % 2 == 0 ? level.quantity + (isOff ? 2 : 7) : i / 9;
                    level.price = (i - i % 5) * 0.05;
                    level.at = round < 2 ? Instant.ofEpochSecond(i / 4) : level.at;
                    level.orders += isOff ? 0 : 3;
                    level.tag = "t" + i / 20;
                }
                wires.write("book", book, into, "round " + round + ", message " + i);
            }
        }
    }

    @Test
    void randomClassesMatchTokens() throws ReflectiveOperationException {
        SplittableRandom random = new SplittableRandom(9);
        RandomClasses classes = new RandomClasses(random, "TokenFields");
        for (int round = 0; round < 60; round++) {
            Class<?> type = classes.defineSettable(1 + random.nextInt(30));
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
            Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
            Wire columns = Wire.of("delta", byColumns);
            Wire tokens = Wire.of("delta", byTokens);
            Wire reader = Wire.of("delta", byColumns);
            Wire live = Wire.of("delta", byTokens);
            Object object = classes.fill(codec.newInstance(null, null));
            Object into = codec.newInstance(null, null);
            long at = 0;
            for (int i = 0; i < 300; i++) {
                if (random.nextInt(3) > 0) {
                    Object other = classes.fill(codec.newInstance(null, null));
                    for (FieldPlan field : codec.plan().fields()) {
                        if (random.nextInt(6) == 0) {
                            field.set(object, field.get(other));
                        }
                    }
                }
                String what = "round " + round + ", message " + i;
                columns.write("event", object);
                ColumnsAndTokens.writeTokens(tokens, "event", object);
                assertArrayEquals(
                        ColumnsAndTokens.bytesFrom(byTokens, at), ColumnsAndTokens.bytesFrom(byColumns, at), what);
                at = byTokens.writePosition();
                assertTrue(WireEquality.haveEqualFields(object, reader.read(into), codec.equality()), what);
                assertTrue(WireEquality.haveEqualFields(object, live.readByKey(type), codec.equality()), what);
            }
        }
    }

    @Test
    void manyEpochsKeepObjects() {
        WireOptions options = WireOptions.DEFAULTS.with(io.deltawire.delta.DeltaFormat.BLOCK_BYTES, 512);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(new io.deltawire.delta.DeltaFormat(), bytes, options);
        Random random = new Random(3);
        List<TokenBook> books = new ArrayList<>();
        List<TokenBook> written = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            books.add(newBook(i));
        }
        for (int i = 0; i < 2_000; i++) {
            TokenBook book = books.get(i % 5);
            change(book, random);
            writer.write("book", book);
            written.add((TokenBook) book.deepCopy());
        }
        writer.close();
        Wire reader = Wire.of(new io.deltawire.delta.DeltaFormat(), bytes, options);
        List<TokenBook> live = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            if (i % 3 == 0) {
                assertTrue(reader.next());
            }
            TokenBook book = reader.readByKey(TokenBook.class);
            assertEquals(written.get(i), book);
            if (i < 5) {
                live.add(book);
            }
            assertSame(live.get(i % 5), book, "message " + i);
        }
        assertFalse(reader.next());
    }

    @Test
    void aMessageThatCannotBeWrittenChangesNothing() {
        WireOptions options = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS, new WireLimits(100, 1 << 20, 40, 1_000, 1_024, 1_000, 1 << 20, 50, 10));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(new io.deltawire.delta.DeltaFormat(), bytes, options);
        TokenBook book = newBook(1);
        for (int i = 0; i < 5; i++) {
            book.total = (long) i;
            writer.write("book", book);
        }
        book.builder.append("x".repeat(41));
        book.total = 100L;
        WireDataException error = assertThrows(WireDataException.class, () -> writer.write("book", book));
        assertTrue(error.getMessage().contains("at most 40 chars"), error.getMessage());
        book.builder.setLength(0);
        book.any = book;
        error = assertThrows(WireDataException.class, () -> writer.write("book", book));
        assertTrue(error.getMessage().contains("any"), error.getMessage());
        book.any = null;
        writer.write("book", book);
        writer.close();
        Wire reader = Wire.of("delta", bytes);
        for (int i = 0; i < 5; i++) {
            assertEquals(i, reader.read(TokenBook.class).total);
        }
        assertEquals(book, reader.read(TokenBook.class));
        assertFalse(reader.next());
    }
}
