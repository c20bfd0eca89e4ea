package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Interfaces of every kind that events are made of, and a component that notes what it is called with. */
public final class Events {
    private Events() {}

    public enum Level {
        LOW,
        HIGH
    }

    public record Spot(int x, int y) {}

    public static class Purchase extends AbstractMarshallable {
        public String symbol;
        double price;
        long quantity;
        Level level;
        List<Spot> points = new ArrayList<>();

        public Purchase(String symbol, double price, long quantity) {
            this.symbol = symbol;
            this.price = price;
            this.quantity = quantity;
            this.level = Level.HIGH;
            points.add(new Spot(1, (int) quantity));
        }
    }

    public static final class LimitOrder extends Purchase {
        final double limit;

        LimitOrder(String symbol, double limit) {
            super(symbol, 1, 2);
            this.limit = limit;
        }
    }

    /** One of everything. */
    public interface Everything {
        void none();

        void bool(boolean value);

        void integers(byte a, short b, int c, long d);

        void floats(float a, double b);

        void character(char value);

        void text(String value);

        void sequence(CharSequence value);

        void boxed(Integer a, Double b, Boolean c);

        void level(Level value);

        void date(LocalDate value);

        void bytes(byte[] value);

        void point(Spot value);

        void order(Purchase value);

        void orders(List<Purchase> values);

        void map(Map<String, Long> value);

        void mixed(String name, long time, Purchase order, List<Spot> points);

        void any(Object value);

        void varargs(String... values);

        default void alias(String value) {
            text("default of " + value);
        }

        /** No event: it has an answer, so it runs where it is called. */
        default String greeting(String name) {
            return "hello " + name;
        }

        static void nothing() {}
    }

    public interface Saver<T> {
        void save(T value);

        void saveAll(List<T> values);
    }

    public interface OrderSaver extends Saver<Purchase> {}

    public interface OverridingSaver extends Saver<Purchase> {
        @Override
        void save(Purchase value);
    }

    public interface Balances {
        void onBalance(String name, double amount);

        void onClosed();
    }

    public interface Accounts {
        Balances to(String account);

        Steps first(int number);

        To<Purchase> via(long route);
    }

    /** A chain of calls on one interface. */
    public interface Steps {
        Steps second(String text);

        Steps third(int number);

        void done(String how);
    }

    public interface To<T> {
        void send(T value);
    }

    public interface Second {
        void second(long value);

        void text(String value);
    }

    /** A line for each call. */
    public static class Recorder implements Everything, Accounts, OrderSaver, Second {
        public final List<String> calls = new ArrayList<>();

        void note(String name, Object... arguments) {
            StringBuilder line = new StringBuilder(name);
            for (Object argument : arguments) {
                line.append(' ')
                        .append(
                                argument instanceof byte[] bytes
                                        ? java.util.Arrays.toString(bytes)
                                        : argument instanceof Object[] items
                                                ? java.util.Arrays.toString(items)
                                                : String.valueOf(argument));
            }
            calls.add(line.toString());
        }

        @Override
        public void none() {
            note("none");
        }

        @Override
        public void bool(boolean value) {
            note("bool", value);
        }

        @Override
        public void integers(byte a, short b, int c, long d) {
            note("integers", a, b, c, d);
        }

        @Override
        public void floats(float a, double b) {
            note("floats", a, b);
        }

        @Override
        public void character(char value) {
            note("character", value);
        }

        @Override
        public void text(String value) {
            note("text", value);
        }

        @Override
        public void sequence(CharSequence value) {
            note("sequence", value);
        }

        @Override
        public void boxed(Integer a, Double b, Boolean c) {
            note("boxed", a, b, c);
        }

        @Override
        public void level(Level value) {
            note("level", value);
        }

        @Override
        public void date(LocalDate value) {
            note("date", value);
        }

        @Override
        public void bytes(byte[] value) {
            note("bytes", value);
        }

        @Override
        public void point(Spot value) {
            note("point", value);
        }

        @Override
        public void order(Purchase value) {
            note("order", value);
        }

        @Override
        public void orders(List<Purchase> values) {
            note("orders", values);
        }

        @Override
        public void map(Map<String, Long> value) {
            note("map", value);
        }

        @Override
        public void mixed(String name, long time, Purchase order, List<Spot> points) {
            note("mixed", name, time, order, points);
        }

        @Override
        public void any(Object value) {
            note("any", value == null ? null : value.getClass().getSimpleName(), value);
        }

        @Override
        public void varargs(String... values) {
            note("varargs", (Object) values);
        }

        @Override
        public void alias(String value) {
            note("alias", value);
        }

        @Override
        public Balances to(String account) {
            note("to", account);
            return account.isEmpty()
                    ? null
                    : new Balances() {
                        @Override
                        public void onBalance(String name, double amount) {
                            note("onBalance of " + account, name, amount);
                        }

                        @Override
                        public void onClosed() {
                            note("onClosed of " + account);
                        }
                    };
        }

        @Override
        public Steps first(int number) {
            note("first", number);
            return new Steps() {
                @Override
                public Steps second(String text) {
                    note("second after " + number, text);
                    return this;
                }

                @Override
                public Steps third(int next) {
                    note("third after " + number, next);
                    return this;
                }

                @Override
                public void done(String how) {
                    note("done", how);
                }
            };
        }

        @Override
        public To<Purchase> via(long route) {
            note("via", route);
            return order -> note("send", order);
        }

        @Override
        public void save(Purchase value) {
            note("save", value);
        }

        @Override
        public void saveAll(List<Purchase> values) {
            note("saveAll", values);
        }

        @Override
        public void second(long value) {
            note("second", value);
        }
    }

    /** Calls every method. */
    public static void callAll(Everything out) {
        out.none();
        out.bool(true);
        out.integers((byte) -128, (short) 32767, Integer.MIN_VALUE, Long.MAX_VALUE);
        out.floats(0.1f, -0.0);
        out.floats(Float.NaN, Double.NEGATIVE_INFINITY);
        out.character('\u20AC');
        out.text("no: #1");
        out.text("");
        out.text(null);
        out.sequence("abc");
        out.boxed(1, 2.5, null);
        out.level(Level.LOW);
        out.date(LocalDate.of(2016, 7, 22));
        out.bytes(new byte[] {1, -2, 3});
        out.point(new Spot(3, 4));
        out.order(new Purchase("EURUSD", 1.1172, 1_000_000));
        out.order(new LimitOrder("EURUSD", 1.2));
        out.order(null);
        out.orders(List.of(new Purchase("A", 1, 1), new LimitOrder("B", 2)));
        out.orders(List.of());
        out.map(Map.of("a", 1L));
        out.mixed("m", 5, new Purchase("C", 3, 3), List.of(new Spot(5, 6)));
        out.mixed(null, 6, null, null);
        out.any(new LimitOrder("D", 4));
        out.any("text");
        out.any(7L);
        out.varargs("x", "y");
        out.varargs();
        out.alias("z");
    }

    public static void callAll(Accounts out) {
        out.to("vanuatu").onBalance("x", 80.0);
        out.to("tonga").onClosed();
        out.first(1).third(3).second("2").done("well");
        out.first(2).done("at once");
        out.via(9).send(new Purchase("E", 5, 5));
    }
}
