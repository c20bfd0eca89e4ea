package io.deltawire.marshallable.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Subclasses of BigDecimal: neither the same instance nor an equal one proves that the number is unchanged. */
class ExtendedNumbersTest {
    /** Exceeds the number of messages in which predictors are tried and every field is compared. */
    private static final int TRIALS = 1_000;

    /** A total that goes on. */
    static class ExtendedTotal extends BigDecimal {
        private static final long serialVersionUID = 1;

        private BigDecimal now = BigDecimal.ZERO;

        ExtendedTotal() {
            super(0);
        }

        void add(long more) {
            now = now.add(BigDecimal.valueOf(more, 2));
        }

        @Override
        public BigInteger unscaledValue() {
            return now.unscaledValue();
        }

        @Override
        public int scale() {
            return now.scale();
        }

        @Override
        public int precision() {
            return now.precision();
        }
    }

    static class ExtendedPrices extends AbstractMarshallable {
        @Key
        String id = "x";

        long count;
        BigDecimal total;
    }

    @Test
    void aTotalThatGoesOnIsWrittenAgain() {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        ExtendedPrices prices = new ExtendedPrices();
        ExtendedTotal total = new ExtendedTotal();
        ExtendedPrices into = new ExtendedPrices();
        for (int i = 0; i < TRIALS; i++) {
            prices.count++;
            total.add(i % 3);
            prices.total = i % 7 == 0 ? new BigDecimal(0) : total;
            wire.write("prices", prices);
            wire.read(into);
            assertEquals(i % 7 == 0 ? prices.total : total.now, into.total, "message " + i);
        }
    }
}
