package io.deltawire.kafka.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import java.util.SplittableRandom;

/** A message of the tests. Its number says which one it is. */
public class Quote extends AbstractMarshallable {
    @Key
    public String symbol;

    public long number;
    public double bid;
    public double ask;
    public int size;
    public String venue;

    public Quote() {}

    public Quote(long number) {
        this(number, "S" + number % 13);
    }

    public Quote(long number, String symbol) {
        SplittableRandom random = new SplittableRandom(number);
        this.symbol = symbol;
        this.number = number;
        this.bid = 100 + random.nextInt(200) / 16.0;
        this.ask = bid + 0.0625;
        this.size = random.nextInt(10) * 100;
        this.venue = random.nextInt(8) == 0 ? "XLON" : "XNAS";
    }
}
