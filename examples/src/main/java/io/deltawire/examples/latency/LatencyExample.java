package io.deltawire.examples.latency;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/** Two components with a wire before, between and after them. Histories tell where the time goes. */
public final class LatencyExample {
    private static final List<String> STAGES =
            List.of("wire of quotes", "SpreadCalculator", "wire of spreads", "SpreadWatch", "wire of alerts");

    private LatencyExample() {}

    /** Takes the number of messages, or none for 200,000. As many come before them to warm up. */
    public static void main(String[] arguments) {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
        Bytes<?> first = Bytes.allocateElasticOnHeap();
        Bytes<?> second = Bytes.allocateElasticOnHeap();
        Bytes<?> third = Bytes.allocateElasticOnHeap();
        Wire quotes = Wire.of("delta", first);
        Wire spreads = Wire.of("delta", second);
        Wire alerts = Wire.of("delta", third);

        // Each component shares one history between its reader and its writer.
        Quotes market = quotes.methodWriterBuilder(Quotes.class)
                .history(new MessageHistory())
                .build();
        MessageHistory inCalculator = new MessageHistory();
        MethodReader calculator = quotes.methodReaderBuilder()
                .history(1, inCalculator)
                .reuseArguments()
                .build(new SpreadCalculator(spreads.methodWriterBuilder(Spreads.class)
                        .history(inCalculator)
                        .build()));
        MessageHistory inWatch = new MessageHistory();
        MethodReader watch = spreads.methodReaderBuilder()
                .history(2, inWatch)
                .build(new SpreadWatch(alerts.methodWriterBuilder(Alerts.class)
                        .history(inWatch)
                        .build()));
        MessageHistory atEnd = new MessageHistory();
        Alerts ignore = (symbol, isWide) -> {};
        MethodReader end = alerts.methodReaderBuilder().history(3, atEnd).build(ignore);

        LatencyTable table = new LatencyTable(STAGES, count);
        Quote quote = new Quote("EURUSD", 0, 0);
        for (int i = -count; i < count; i++) {
            quote.bid = i & 0xff;
            quote.ask = quote.bid + (i & 0xf) / 16.0;
            market.onQuote(quote);
            readAll(calculator);
            readAll(watch);
            readAll(end);
            if (i >= 0) {
                table.add(atEnd);
            }
            first.clear(); // allowed because all has been read
            second.clear();
            third.clear();
        }
        System.out.print(table);
    }

    private static void readAll(MethodReader reader) {
        while (reader.readOne()) {}
    }
}
