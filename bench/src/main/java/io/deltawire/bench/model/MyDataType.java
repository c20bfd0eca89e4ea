package io.deltawire.bench.model;

import io.deltawire.marshallable.Key;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * The message of w1 and w2: three key fields, four that never change, and two that change. It is the example of an article about the delta
 * messages of Chronicle Wire, which the reports call "the article".
 */
public class MyDataType extends Sample {
    private static final ZonedDateTime TIME = ZonedDateTime.of(2016, 7, 22, 12, 34, 56, 789_000_000, ZoneId.of("UTC"));

    @Key
    public long firstId;

    @Key
    public int secondId;

    @Key
    public String thirdId;

    public String staticOne;
    public long staticTwo;
    public ZonedDateTime staticThree;
    public double staticFour;
    public long changesA;
    public double changesB;

    @Override
    public void begin(int key) {
        firstId = 1_010_101_010_101L + key;
        secondId = 2222 + key;
        thirdId = "thirdId-" + (1234 + key);
        staticOne = "staticOne-1234";
        staticTwo = 2_020_202_020_202L;
        staticThree = TIME.plusNanos(key * 1_000_000L);
        staticFour = 1_000_000.0;
        restart(key);
    }

    @Override
    public void restart(int key) {
        changesA = 3_000_000_000L + key * 7L;
        changesB = 123_456.0 + key * 3;
    }

    /** Changes the two numbers alternately. */
    @Override
    public void change(int index, int random) {
        int step = (random & 0xFF) % 60 + 1;
        // A branch would be mispredicted every other time, and each encoding time would include that.
        int amount = step * (random >> 31 | 1);
        if ((index & 1) == 0) {
            changesA += amount;
        } else {
            changesB += amount;
        }
    }

    @Override
    public MyDataType copy() {
        MyDataType copy = new MyDataType();
        copy.firstId = firstId;
        copy.secondId = secondId;
        copy.thirdId = thirdId;
        copy.staticOne = staticOne;
        copy.staticTwo = staticTwo;
        copy.staticThree = staticThree;
        copy.staticFour = staticFour;
        copy.changesA = changesA;
        copy.changesB = changesB;
        return copy;
    }

    @Override
    public boolean sameAs(Sample other) {
        return other instanceof MyDataType o
                && firstId == o.firstId
                && secondId == o.secondId
                && thirdId.equals(o.thirdId)
                && staticOne.equals(o.staticOne)
                && staticTwo == o.staticTwo
                && staticThree.equals(o.staticThree)
                && Double.compare(staticFour, o.staticFour) == 0
                && changesA == o.changesA
                && Double.compare(changesB, o.changesB) == 0;
    }

    @Override
    public String toString() {
        return firstId + " " + secondId + ' ' + thirdId + ' ' + staticOne + ' ' + staticTwo + ' ' + staticThree + ' '
                + staticFour + ' ' + changesA + ' ' + changesB;
    }
}
