package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Objects alternate by columns: several classes on one record of a writer, and several kinds of calls on one reader.
 */
class AlternatingColumnsTest {
    static final class TurnLevel extends AbstractMarshallable {
        double price;
        long quantity;
    }

    static final class TurnBook extends AbstractMarshallable {
        @Key
        String symbol;

        long number;
        TurnLevel best = new TurnLevel();
        List<TurnLevel> levels = new ArrayList<>();
    }

    private static TurnBook book(String symbol, long number, double price) {
        TurnBook book = new TurnBook();
        book.symbol = symbol;
        book.number = number;
        book.best.price = price;
        for (int i = 0; i < 2; i++) {
            TurnLevel level = new TurnLevel();
            level.price = price + i;
            book.levels.add(level);
        }
        return book;
    }

    @Test
    void allOfAnObjectIsReadThoughTheLiveOneHasMostOfIt() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        TurnBook into = new TurnBook();
        for (int i = 0; i < 12; i++) {
            TurnBook one = book("one", i, 1);
            TurnBook other = book("other", i, 5);
            writer.write("book", one);
            writer.write("book", other);
            assertEquals(one, i % 3 == 2 ? reader.read(into) : reader.readByKey(TurnBook.class), "message " + i);
            assertEquals(other, reader.read(into), "message " + i);
        }
    }

    abstract static class TurnKey extends AbstractMarshallable implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(7);
        }
    }

    static final class TurnBoxed extends TurnKey {
        Integer count;
        long number;
    }

    static final class TurnPlain extends TurnKey {
        int count;
        long number;
    }

    interface TurnBoxedEvents {
        void on(TurnBoxed boxed);
    }

    interface TurnPlainEvents {
        void on(TurnPlain plain);
    }

    @Test
    void recordThatTwoClassesWriteAlternatelyLosesNoUpdate() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        TurnBoxedEvents boxedEvents = writer.methodWriter(TurnBoxedEvents.class);
        TurnPlainEvents plainEvents = writer.methodWriter(TurnPlainEvents.class);
        TurnBoxed boxed = new TurnBoxed();
        TurnPlain plain = new TurnPlain();
        boxed.count = 1;
        plain.count = 1;
        for (int i = 0; i < 60; i++) {
            long number = i % 3;
            if (i / 7 % 2 == 0) {
                boxed.number = number;
                boxedEvents.on(boxed);
            } else {
                plain.number = number;
                plainEvents.on(plain);
            }
            assertEquals(number, reader.read(TurnPlain.class).number, "message " + i);
        }
    }

    static final class TurnCount extends AbstractMarshallable {
        @Key
        String symbol;

        int count;
    }

    static final class TurnLongCount extends AbstractMarshallable {
        @Key
        String symbol;

        Long count;
    }

    interface TurnCounts {
        void count(TurnCount count);
    }

    @Test
    void liveObjectKeepsItsClassOverEpochs() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 100);
        Wire writer = Wire.of(new DeltaFormat(), bytes, options);
        Wire reader = Wire.of(new DeltaFormat(), bytes, options);
        TurnCounts counts = writer.methodWriter(TurnCounts.class);
        TurnCount count = new TurnCount();
        for (int i = 0; i < 900; i++) {
            count.symbol = "S" + i % 3;
            count.count = i;
            counts.count(count);
            if (i / 3 % 4 == 3) {
                assertEquals(i, reader.read(TurnLongCount.class).count);
            } else {
                assertEquals(count, reader.readByKey(TurnCount.class));
            }
        }
    }

    @Test
    void aListThatWasTooLongOnceIsOneValueInAllRecords() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        TurnBook into = new TurnBook();
        for (int i = 0; i < 1_600; i++) { // beyond the messages that are tried with every predictor
            TurnBook book = book("S" + i % 3, i, 1);
            if (i == 1_500) {
                for (int n = 0; n < 300; n++) {
                    book.levels.add(new TurnLevel());
                }
            }
            book.levels.get(0).quantity = i;
            wires.write("book", book, into, "message " + i);
        }
    }

    private static byte[] booksOfManySizes() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        for (int i = 0; i < 12; i++) {
            TurnBook book = book("one", i, 1);
            for (int n = i * 5 % 4; n > 0; n--) {
                book.levels.add(new TurnLevel());
            }
            if (i > 8) {
                book.levels.subList(1, book.levels.size()).clear();
            }
            writer.write("book", book);
        }
        return bytes.toByteArray();
    }

    @Test
    void damageIsReadByColumnsAsByTokens() {
        byte[] bytes = booksOfManySizes();
        for (int i = 0; i < 8 * bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i >>> 3] ^= (byte) (1 << (i & 7));
            Wire columns = Wire.of("delta", Bytes.wrapForRead(damaged));
            String tokens = Wires.readAll(Wires.byTokens(damaged), TurnBook.class, false);
            assertEquals(tokens, Wires.readAll(columns, TurnBook.class, true), "bit " + i);
        }
    }
}
