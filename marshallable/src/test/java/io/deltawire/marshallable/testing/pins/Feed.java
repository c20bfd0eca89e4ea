package io.deltawire.marshallable.testing.pins;

import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.pins.Samples.Instrument;
import io.deltawire.marshallable.testing.pins.Samples.Level;
import io.deltawire.marshallable.testing.pins.Samples.PinnedQuote;
import io.deltawire.marshallable.testing.pins.Samples.Side;
import io.deltawire.marshallable.testing.pins.Samples.Spot;
import io.deltawire.marshallable.testing.pins.Samples.Trade;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Events with every kind of argument, and with chains of calls. */
interface Feed {
    void none();

    void bool(boolean value);

    void numbers(byte a, short b, int c, long d, float e, double f, char g);

    void time(long value);

    void text(String value);

    void sequence(CharSequence value);

    void boxes(Integer a, Double b, Boolean c);

    void side(Side value);

    void date(LocalDate value);

    void instant(Instant value);

    void decimal(BigDecimal value);

    void uuid(UUID value);

    void bytes(byte[] value);

    void spot(Spot value);

    void quote(PinnedQuote value);

    void trade(Trade value);

    void instrument(Instrument value);

    void levels(List<Level> values);

    void counts(Map<String, Long> values);

    void fill(@Key String symbol, long time, double price, Side side, List<Spot> spots);

    void any(Object value);

    void names(String... values);

    Balances to(String account);

    Steps first(int number);

    /** Where a chain ends. */
    interface Balances {
        void onBalance(String name, double amount);

        void onClosed();
    }

    /** A chain of any length. */
    interface Steps {
        Steps second(String text);

        void done(Spot at);
    }
}
