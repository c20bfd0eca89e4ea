package com.acme;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/** Writes three quotes to each of the wires that come with the one dependency, and reads them. */
public final class Quotes {
    /** A quote. */
    static final class Quote extends AbstractMarshallable {
        @Key
        private final String symbol;

        private final double bid;

        Quote(String symbol, double bid) {
            this.symbol = symbol;
            this.bid = bid;
        }
    }

    private Quotes() {}

    /** Runs the example. */
    public static void main(String[] args) {
        System.out.print(new Quote("EURUSD", 1.25));
        for (String format : new String[] {"yaml", "binary", "delta"}) {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            try (Wire wire = Wire.of(format, file)) {
                for (int i = 0; i < 3; i++) {
                    wire.write("quote", new Quote("EURUSD", 1.25 + i));
                }
            }
            int count = 0;
            Wire wire = Wire.of(format, new ByteArrayInputStream(file.toByteArray()));
            while (wire.next()) {
                Quote quote = wire.read(Quote.class);
                if (!quote.equals(new Quote("EURUSD", 1.25 + count++))) {
                    throw new AssertionError(format + ": " + quote);
                }
            }
            System.out.println("read " + count + " quotes from " + format);
        }
    }
}
