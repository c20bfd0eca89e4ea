package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A key by annotation and the same key by {@code writeKey} are the same record, and the same bytes. */
class KeyFormsTest {
    static class AnnotatedKey extends AbstractMarshallable {
        @Key
        String symbol;

        @Key
        long venue;

        double price;
        Long size;
    }

    /** A name as long as the other one's, so that the bytes are as many. */
    static class WrittenByOwn extends AbstractMarshallable implements KeyedMarshallable {
        String symbol;
        long venue;
        double price;
        Long size;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(symbol).writeLong(venue);
        }
    }

    @Test
    void bothKeysMakeTheSameMessages() {
        Bytes<?> annotated = Bytes.allocateElasticOnHeap();
        Bytes<?> written = Bytes.allocateElasticOnHeap();
        Wire one = Wire.of("delta", annotated);
        Wire other = Wire.of("delta", written);
        SplittableRandom random = new SplittableRandom(12);
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            AnnotatedKey a = new AnnotatedKey();
            a.symbol = "S" + random.nextInt(20);
            a.venue = random.nextInt(3);
            a.price = random.nextInt(40) == 0 ? Double.NaN : random.nextInt(1000) / 8.0;
            a.size = random.nextInt(10) == 0 ? null : (Long) (long) random.nextInt(100);
            WrittenByOwn b = new WrittenByOwn();
            b.symbol = a.symbol;
            b.venue = a.venue;
            b.price = a.price;
            b.size = a.size;
            long from = annotated.writePosition();
            one.write("quote", a);
            other.write("quote", b);
            if (i > 0) { // the first one has the names of the types
                assertArrayEquals(from(written, from), from(annotated, from), "message " + i);
            }
            expected.add(a);
        }
        for (Object each : expected) {
            assertEquals(each, one.read(AnnotatedKey.class));
        }
    }

    private static byte[] from(Bytes<?> bytes, long start) {
        byte[] copy = new byte[(int) (bytes.writePosition() - start)];
        bytes.read(start, copy, 0, copy.length);
        return copy;
    }
}
