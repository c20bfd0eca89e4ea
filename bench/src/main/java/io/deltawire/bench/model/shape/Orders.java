package io.deltawire.bench.model.shape;

import java.io.Serializable;

/** A record that holds orders of two classes. */
public abstract class Orders extends ObjectShape {
    private static final long serialVersionUID = 1;

    /** An order in a book, of one of two kinds. */
    public sealed interface RestingOrder extends Serializable permits Limit, Pegged {
        /** Changes one field of the order. */
        void step(int random);
    }

    /** An order with a price. */
    public static final class Limit implements RestingOrder {
        private static final long serialVersionUID = 1;

        public double price;
        public long size;

        @Override
        public void step(int random) {
            price = stepPrice(price, random);
        }
    }

    /** An order whose price follows that of the market. */
    public static final class Pegged implements RestingOrder {
        private static final long serialVersionUID = 1;

        public long size;
        public int offset;
        public String to;

        @Override
        public void step(int random) {
            size += (random >>> 20 & 63) - 31;
        }
    }

    static Limit limit(int cents, long size) {
        Limit order = new Limit();
        order.price = cents / 100.0;
        order.size = size;
        return order;
    }

    static Pegged pegged(int offset, long size) {
        Pegged order = new Pegged();
        order.offset = offset;
        order.size = size;
        order.to = "PRIMARY";
        return order;
    }
}
