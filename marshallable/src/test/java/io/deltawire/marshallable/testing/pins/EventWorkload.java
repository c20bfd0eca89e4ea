package io.deltawire.marshallable.testing.pins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.pins.Samples.Bond;
import io.deltawire.marshallable.testing.pins.Samples.Future;
import io.deltawire.marshallable.testing.pins.Samples.Instrument;
import io.deltawire.marshallable.testing.pins.Samples.Level;
import io.deltawire.marshallable.testing.pins.Samples.PinnedQuote;
import io.deltawire.marshallable.testing.pins.Samples.Side;
import io.deltawire.marshallable.testing.pins.Samples.Spot;
import io.deltawire.marshallable.testing.pins.Samples.Trade;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Calls of interfaces written as events: every kind of argument, chains, histories of messages, and events about the
 * stream and of deletions where the format tells them from others. Into a table goes one method whose argument is an
 * object.
 */
final class EventWorkload implements Workload {
    private static final TypeRegistry TYPES = Samples.newTypes();

    private final boolean hasHistory;

    /** @param hasHistory whether each event goes through a component that passes it on, with its history */
    EventWorkload(boolean hasHistory) {
        this.hasHistory = hasHistory;
    }

    /** The calls of one seed. */
    private static final class Calls {
        private final Dice dice;
        private final int methods;
        private final List<PinnedQuote> quotes = new ArrayList<>();
        private Trade trade = new Trade(1, "A", BigDecimal.ONE, 1, Instant.EPOCH, new Spot(1, 2), Side.BUY);
        private final Map<String, Long> counts = new LinkedHashMap<>();
        private final List<Level> levels = new ArrayList<>();
        private long time = 1_700_000_000_000L;
        private double price = 100;
        private BigDecimal amount = new BigDecimal("1.50");
        private Instant at = Instant.EPOCH;

        Calls(long seed, WireFormat format, WireOptions options) {
            dice = new Dice(seed);
            boolean isTable = format.features().contains(Feature.TABLE);
            boolean hasChains = options.get(BinaryYamlFormat.FRAMING) != BinaryYamlFormat.Framing.NONE;
            methods = isTable ? 1 : hasChains ? 34 : 30;
            for (int key = 1 << dice.below(6); key > 0; key--) {
                quotes.add(new PinnedQuote(key));
            }
        }

        /** Makes one call, or one chain of calls. */
        void call(Feed out) {
            switch (dice.below(methods)) {
                case 0, 1, 2, 3, 4, 5 -> out.quote(dice.oneOf(quotes).change(dice));
                case 6 -> out.none();
                case 7 -> out.bool(dice.oneIn(2));
                case 8 -> callNumbers(out);
                case 9 -> {
                    time = dice.move(time, 20);
                    out.time(time);
                }
                case 10 -> out.text(dice.oneIn(9) ? null : dice.text());
                case 11 -> out.sequence(dice.text());
                case 12 -> out.boxes((int) dice.move(1, 1), dice.price(2), dice.oneIn(3) ? null : true);
                case 13 -> out.side(dice.oneIn(2) ? Side.BUY : Side.SELL);
                case 14 -> out.date(dice.date());
                case 15 -> {
                    at = dice.instant(at);
                    out.instant(at);
                }
                case 16 -> {
                    amount = dice.decimal(amount);
                    out.decimal(amount);
                }
                case 17 -> out.uuid(dice.uuid());
                case 18 -> out.bytes(dice.bytes(dice.below(40)));
                case 19 -> out.spot(new Spot(dice.below(9), dice.below(9)));
                case 20, 21 -> {
                    trade = dice.oneIn(30) ? trade : trade.change(dice);
                    out.trade(trade);
                }
                case 22 -> out.instrument(instrument());
                case 23 -> callLevels(out);
                case 24 -> callCounts(out);
                case 25, 26, 27 -> callFill(out);
                case 28 -> out.any(dice.oneIn(2) ? dice.text() : dice.oneIn(2) ? instrument() : dice.nextLong());
                case 29 -> out.names(dice.oneIn(3) ? new String[] {} : new String[] {dice.text(), dice.text()});
                case 30 -> callBalance(out);
                case 31 -> out.to("account" + dice.below(9)).onClosed();
                default -> callSteps(out);
            }
        }

        /** Says of a record that it is gone, as it was written last. */
        void callDeletion(Feed out) {
            out.quote(dice.oneOf(quotes));
        }

        /** Says something about the stream. */
        void callMeta(Feed out) {
            if (methods == 1) {
                call(out);
            } else {
                out.text(dice.text());
            }
        }

        private void callNumbers(Feed out) {
            long number = dice.nextLong();
            char code = (char) ('a' + dice.below(26));
            out.numbers((byte) number, (short) number, (int) number, number, dice.rate(1), dice.price(price), code);
        }

        private Instrument instrument() {
            if (dice.oneIn(2)) {
                return new Bond(dice.text(), dice.price(5), dice.date());
            }
            Future future = new Future();
            future.month = dice.below(12);
            future.venue = dice.oneOf(Samples.VENUES);
            return future;
        }

        private void callLevels(Feed out) {
            if (levels.size() > 8) {
                levels.subList(0, 3).clear();
            }
            levels.add(dice.below(levels.size() + 1), new Level(100 + dice.below(40) / 4.0, dice.below(100)));
            levels.get(dice.below(levels.size())).change(dice);
            out.levels(levels);
        }

        private void callCounts(Feed out) {
            String key = "k" + dice.below(9);
            counts.put(key, dice.move(counts.getOrDefault(key, 1L), 1));
            out.counts(counts);
        }

        private void callFill(Feed out) {
            price = dice.price(price);
            List<Spot> spots = dice.oneIn(3) ? List.of() : List.of(new Spot(1, 2), new Spot(dice.below(9), 3));
            out.fill("SYM" + dice.below(20), time++, price, dice.oneIn(9) ? null : Side.SELL, spots);
        }

        private void callBalance(Feed out) {
            Feed.Balances balances = out.to("account" + dice.below(9));
            String name = dice.text();
            price = dice.price(price);
            balances.onBalance(name, price);
        }

        private void callSteps(Feed out) {
            Feed.Steps steps = out.first(dice.below(5));
            if (dice.oneIn(2)) {
                steps = steps.second(dice.text());
            }
            steps.done(new Spot(dice.below(9), 1));
        }
    }

    /** Which writer a call goes through. */
    private static int writerOf(Dice choices) {
        int choice = choices.below(40);
        return choice == 0 ? 1 : choice == 1 ? 2 : 0;
    }

    @Override
    public WireOptions options(WireOptions options, long seed) {
        return options.with(MarshallableOptions.TYPES, TYPES);
    }

    @Override
    public void write(Target target, long seed, int messages) {
        Calls calls = new Calls(seed, target.format(), target.options());
        try (Wire wire = target.openWire()) {
            if (hasHistory) {
                passOn(calls, target, wire, messages);
            } else {
                Dice choices = new Dice(seed + 1);
                Feed data = wire.methodWriter(Feed.class);
                Feed meta = wire.methodWriterBuilder(Feed.class).metaData().build();
                Feed deletions = wire.out().keepsRecords()
                        ? wire.methodWriterBuilder(Feed.class).deletions().build()
                        : data;
                for (int i = 0; i < messages; i++) {
                    switch (writerOf(choices)) {
                        case 0 -> calls.call(data);
                        case 1 -> calls.callMeta(meta);
                        default -> calls.callDeletion(deletions);
                    }
                }
            }
        }
    }

    /** Writes the calls to a wire of the same format, from which a component passes them on. */
    private static void passOn(Calls calls, Target target, Wire out, int messages) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        long[] now = {1000};
        MessageHistory history = new MessageHistory(() -> now[0]++);
        try (Wire first = Wire.of(target.format(), bytes, target.options())) {
            Feed source = first.methodWriter(Feed.class);
            for (int i = 0; i < messages; i++) {
                calls.call(source);
            }
        }
        try (Wire in = Wire.of(target.format(), Bytes.wrapForRead(bytes.toByteArray()), target.options())) {
            Feed next = out.methodWriterBuilder(Feed.class).history(history).build();
            MethodReader reader = in.methodReaderBuilder()
                    .refuseUnknownEvents()
                    .history(11, history)
                    .build(next);
            readAll(reader);
        }
    }

    @Override
    public void check(WireFormat format, WireOptions options, byte[] bytes, long seed, int messages) {
        Dice choices = new Dice(seed + 1);
        Calls calls = new Calls(seed, format, options);
        List<Notes> expected = List.of(new Notes(() -> ""), new Notes(() -> ""), new Notes(() -> ""));
        int meta = hasKinds(format, options) ? 1 : 0;
        int deletion = format.features().contains(Feature.RECORDS) ? 2 : 0;
        for (int i = 0; i < messages; i++) {
            switch (hasHistory ? 0 : writerOf(choices)) {
                case 0 -> calls.call(expected.get(0).as(Feed.class));
                case 1 -> calls.callMeta(expected.get(meta).as(Feed.class));
                default -> calls.callDeletion(expected.get(deletion).as(Feed.class));
            }
        }
        List<Notes> found = List.of(new Notes(() -> ""), new Notes(() -> ""), new Notes(() -> ""));
        try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes), options)) {
            MethodReaderBuilder builder = wire.methodReaderBuilder().refuseUnknownEvents();
            if (!hasHistory) {
                builder.metaDataTo(found.get(1).as(Feed.class))
                        .deletionsTo(found.get(2).as(Feed.class));
            }
            if (hasHistory) {
                builder.history(22, new MessageHistory(() -> 5));
            }
            if ((seed & 1) == 1) {
                builder.reuseArguments();
            }
            readAll(builder.build(found.get(0).as(Feed.class)));
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(expected.get(i).calls(), found.get(i).calls(), "seed " + seed);
        }
    }

    /** Whether messages about the stream are distinguished from data. */
    private static boolean hasKinds(WireFormat format, WireOptions options) {
        return format.isBinary() && options.get(BinaryYamlFormat.FRAMING) != BinaryYamlFormat.Framing.NONE;
    }

    private static void readAll(MethodReader reader) {
        while (reader.readOne()) {
            // the component takes it
        }
    }
}
