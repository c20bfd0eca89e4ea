package io.deltawire.bench.model;

/** The arguments of the method call of e2: six numbers. */
public class Trade extends Sample {
    private static final long serialVersionUID = 1;

    public long instrument;
    public long time;
    public double price;
    public double quantity;
    public int count;
    public boolean isBuy;

    @Override
    public void begin(int key) {
        instrument = 7_000_001L + key;
        restart(key);
    }

    @Override
    public void restart(int key) {
        time = 1_469_190_896_789L + key;
        price = (112_345 + key) / 1e5;
        quantity = 1_000 + key;
        count = key;
        isBuy = (key & 1) == 0;
    }

    @Override
    public void change(int index, int random) {
        time += (random & 0xFF) + 1;
        price = Math.round(price * 1e5 + (random >> 8 & 0x1F) - 16) / 1e5;
        quantity += (random >> 13 & 7) - 3;
        count++;
        isBuy = random < 0;
    }

    @Override
    public Trade copy() {
        Trade copy = new Trade();
        copy.set(instrument, time, price, quantity, count, isBuy);
        return copy;
    }

    public void set(
            long newInstrument, long newTime, double newPrice, double newQuantity, int newCount, boolean newIsBuy) {
        instrument = newInstrument;
        time = newTime;
        price = newPrice;
        quantity = newQuantity;
        count = newCount;
        isBuy = newIsBuy;
    }

    @Override
    public boolean sameAs(Sample other) {
        return other instanceof Trade o
                && instrument == o.instrument
                && time == o.time
                && Double.compare(price, o.price) == 0
                && Double.compare(quantity, o.quantity) == 0
                && count == o.count
                && isBuy == o.isBuy;
    }

    @Override
    public String toString() {
        return instrument + " " + time + ' ' + price + ' ' + quantity + ' ' + count + ' ' + isBuy;
    }
}
