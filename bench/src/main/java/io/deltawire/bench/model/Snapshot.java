package io.deltawire.bench.model;

import io.deltawire.marshallable.Key;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The message of w3: an order book in 40 fields, two to four of which change from one message to the next. */
public class Snapshot extends Sample {
    private static final List<Field> FIELDS = Arrays.stream(Snapshot.class.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .toList();
    private static final String[] VENUES = {"XLON", "XNYS", "XPAR", "XETR"};

    @Key
    public String symbol;

    public String venue;
    public long time;
    public long sequence;
    public double bidPrice1;
    public long bidQuantity1;
    public double bidPrice2;
    public long bidQuantity2;
    public double bidPrice3;
    public long bidQuantity3;
    public double bidPrice4;
    public long bidQuantity4;
    public double bidPrice5;
    public long bidQuantity5;
    public double bidPrice6;
    public long bidQuantity6;
    public double bidPrice7;
    public long bidQuantity7;
    public double bidPrice8;
    public long bidQuantity8;
    public double bidPrice9;
    public long bidQuantity9;
    public double askPrice1;
    public long askQuantity1;
    public double askPrice2;
    public long askQuantity2;
    public double askPrice3;
    public long askQuantity3;
    public double askPrice4;
    public long askQuantity4;
    public double askPrice5;
    public long askQuantity5;
    public double askPrice6;
    public long askQuantity6;
    public double askPrice7;
    public long askQuantity7;
    public double askPrice8;
    public long askQuantity8;
    public double askPrice9;
    public long askQuantity9;

    @Override
    public void begin(int key) {
        symbol = "SYM" + (1000 + key);
        venue = VENUES[key % VENUES.length];
        restart(key);
    }

    @Override
    public void restart(int key) {
        time = 1_469_190_896_789_000_000L + key * 1_000L;
        sequence = key;
        double mid = 100 + key;
        bidPrice1 = (mid * 100 - 1) / 100;
        bidQuantity1 = 100L + key;
        askPrice1 = (mid * 100 + 1) / 100;
        askQuantity1 = 120L + key;
        bidPrice2 = (mid * 100 - 2) / 100;
        bidQuantity2 = 200L + key;
        askPrice2 = (mid * 100 + 2) / 100;
        askQuantity2 = 240L + key;
        bidPrice3 = (mid * 100 - 3) / 100;
        bidQuantity3 = 300L + key;
        askPrice3 = (mid * 100 + 3) / 100;
        askQuantity3 = 360L + key;
        bidPrice4 = (mid * 100 - 4) / 100;
        bidQuantity4 = 400L + key;
        askPrice4 = (mid * 100 + 4) / 100;
        askQuantity4 = 480L + key;
        bidPrice5 = (mid * 100 - 5) / 100;
        bidQuantity5 = 500L + key;
        askPrice5 = (mid * 100 + 5) / 100;
        askQuantity5 = 600L + key;
        bidPrice6 = (mid * 100 - 6) / 100;
        bidQuantity6 = 600L + key;
        askPrice6 = (mid * 100 + 6) / 100;
        askQuantity6 = 720L + key;
        bidPrice7 = (mid * 100 - 7) / 100;
        bidQuantity7 = 700L + key;
        askPrice7 = (mid * 100 + 7) / 100;
        askQuantity7 = 840L + key;
        bidPrice8 = (mid * 100 - 8) / 100;
        bidQuantity8 = 800L + key;
        askPrice8 = (mid * 100 + 8) / 100;
        askQuantity8 = 960L + key;
        bidPrice9 = (mid * 100 - 9) / 100;
        bidQuantity9 = 900L + key;
        askPrice9 = (mid * 100 + 9) / 100;
        askQuantity9 = 1080L + key;
    }

    /** Changes time and sequence, and then nothing, a quantity, or a quantity and its price. */
    @Override
    public void change(int index, int random) {
        time += 1_000 + (random & 0x3FFF);
        sequence++;
        int kind = (random >>> 14) % 3;
        if (kind > 0) {
            changeLevel((random >>> 16) % 9, kind == 2, (random >>> 20 & 0xFF) - 127);
        }
    }

    private void changeLevel(int level, boolean price, int amount) {
        switch (level) {
            case 0:
                bidQuantity1 += amount;
                bidPrice1 = price ? Math.rint(bidPrice1 * 100 + Math.signum(amount)) / 100 : bidPrice1;
                break;
            case 1:
                askQuantity2 += amount;
                askPrice2 = price ? Math.rint(askPrice2 * 100 + Math.signum(amount)) / 100 : askPrice2;
                break;
            case 2:
                bidQuantity3 += amount;
                bidPrice3 = price ? Math.rint(bidPrice3 * 100 + Math.signum(amount)) / 100 : bidPrice3;
                break;
            case 3:
                askQuantity4 += amount;
                askPrice4 = price ? Math.rint(askPrice4 * 100 + Math.signum(amount)) / 100 : askPrice4;
                break;
            case 4:
                bidQuantity5 += amount;
                bidPrice5 = price ? Math.rint(bidPrice5 * 100 + Math.signum(amount)) / 100 : bidPrice5;
                break;
            case 5:
                askQuantity6 += amount;
                askPrice6 = price ? Math.rint(askPrice6 * 100 + Math.signum(amount)) / 100 : askPrice6;
                break;
            case 6:
                bidQuantity7 += amount;
                bidPrice7 = price ? Math.rint(bidPrice7 * 100 + Math.signum(amount)) / 100 : bidPrice7;
                break;
            case 7:
                askQuantity8 += amount;
                askPrice8 = price ? Math.rint(askPrice8 * 100 + Math.signum(amount)) / 100 : askPrice8;
                break;
            case 8:
                bidQuantity9 += amount;
                bidPrice9 = price ? Math.rint(bidPrice9 * 100 + Math.signum(amount)) / 100 : bidPrice9;
                break;
            default:
                throw new IllegalArgumentException("level " + level);
        }
    }

    @Override
    public Snapshot copy() {
        Snapshot copy = new Snapshot();
        try {
            for (Field field : FIELDS) {
                field.set(copy, field.get(this));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return copy;
    }

    @Override
    public boolean sameAs(Sample other) {
        if (!(other instanceof Snapshot)) {
            return false;
        }
        try {
            for (Field field : FIELDS) {
                if (!Objects.equals(field.get(this), field.get(other))) {
                    return false;
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }
}
