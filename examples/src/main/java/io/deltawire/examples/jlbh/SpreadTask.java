package io.deltawire.examples.jlbh;

import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/**
 * The task of a JLBH benchmark: a quote goes through a wire to a component, and what the component calls goes through another
 * wire. JLBH calls {@link #run} at a fixed rate, with the time at which the quote was due.
 */
final class SpreadTask implements JLBHTask {
    private final String format;
    private final Bytes<?> quoteBytes = Bytes.allocateElasticOnHeap(1 << 10);
    private final Bytes<?> spreadBytes = Bytes.allocateElasticOnHeap(1 << 10);
    private final Quote quote = new Quote("EURUSD", 1.25, 1.5);
    private Quotes quotes;
    private MethodReader quoteReader;
    private MethodReader spreadReader;
    private JLBH jlbh;

    /** The number of spreads that have arrived. */
    private long arrived;

    SpreadTask(String format) {
        this.format = format;
    }

    @Override
    public void init(JLBH benchmark) {
        jlbh = benchmark;
        NanoSampler firstStage = jlbh.addProbe("quote to component");
        NanoSampler secondStage = jlbh.addProbe("component to spread");
        Wire quoteWire = Wire.of(format, quoteBytes);
        Wire spreadWire = Wire.of(format, spreadBytes);
        quotes = quoteWire.methodWriter(Quotes.class);
        Spreads spreads = spreadWire.methodWriter(Spreads.class);
        long[] called = {0};
        Quotes component = (start, each) -> {
            called[0] = System.nanoTime();
            firstStage.sampleNanos(called[0] - start);
            spreads.onSpread(start, each.symbol, each.ask - each.bid);
        };
        Spreads last = (start, symbol, spread) -> {
            long now = System.nanoTime();
            secondStage.sampleNanos(now - called[0]);
            arrived++;
            jlbh.sample(now - start);
        };
        quoteReader = quoteWire.methodReaderBuilder().reuseArguments().build(component);
        spreadReader = spreadWire.methodReaderBuilder().reuseArguments().build(last);
    }

    @Override
    public void run(long startTimeNs) {
        quote.bid += 0.25;
        quote.ask += 0.25;
        quotes.onQuote(startTimeNs, quote);
        quoteReader.readOne();
        spreadReader.readOne();
        quoteBytes.clear(); // all of it has been read
        spreadBytes.clear();
    }

    /** Returns the number of spreads that have arrived. */
    long arrived() {
        return arrived;
    }
}
