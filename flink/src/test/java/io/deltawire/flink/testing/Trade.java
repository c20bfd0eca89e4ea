package io.deltawire.flink.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import java.util.SplittableRandom;

/** A message of the tests. Its number says which one it is, and its note makes it long. */
public class Trade extends AbstractMarshallable {
    @Key
    public String symbol;

    public long number;
    public double price;
    public int size;
    public String note;

    public Trade() {}

    public Trade(long number) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        this.symbol = "S" + number % 13;
        this.number = number;
        this.price = 100 + random.nextInt(200) / 16.0;
        this.size = random.nextInt(10) * 100;
        this.note = text.toString();
    }
}
