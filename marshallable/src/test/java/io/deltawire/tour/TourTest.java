package io.deltawire.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tour of what most programs do: write, read, switch the format, continue a dump, follow a file, send events. */
@SuppressWarnings("UnusedVariable") // fields are read by the codecs
class TourTest {
    static class Quote extends AbstractMarshallable implements KeyedMarshallable {
        private final String symbol;
        private final double bid, ask;
        private final long time;

        Quote(String symbol, double bid, double ask, long time) {
            this.symbol = symbol;
            this.bid = bid;
            this.ask = ask;
            this.time = time;
        }

        @Override
        public void writeKey(Bytes<?> bytes) { // quotes of one symbol update one another
            bytes.writeUtf8(symbol);
        }
    }

    @Test
    void textIsYamlAndComesBackEqual() throws IOException {
        Quote quote = new Quote("EURUSD", 1.1172, 1.1173, 1469190896789L);
        System.out.print(quote);
        Quote same = Marshallable.fromString(Quote.class, quote.toString());
        assertEquals(quote, same);
    }

    static Bytes<?> record(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (int i = 0; i < 1000; i++) {
            wire.write("quote", new Quote("EURUSD", 1.1172 + i % 10 / 1e4, 1.1182 + i % 7 / 1e4, 1469190896789L + i));
        }
        return bytes;
    }

    @Test
    void everyFormatGivesTheSameObjects() {
        long[] sizes = new long[4];
        String[] formats = {"yaml", "json", "binary", "delta"};
        for (int f = 0; f < formats.length; f++) {
            Bytes<?> bytes = record(formats[f]);
            sizes[f] = bytes.readRemaining();
            Wire wire = Wire.of(formats[f], bytes);
            List<Quote> quotes = new ArrayList<>();
            while (wire.next()) {
                if (wire.event().equals("quote")) {
                    quotes.add(wire.read(Quote.class));
                }
            }
            assertEquals(1000, quotes.size());
            assertEquals(new Quote("EURUSD", 1.1172 + 3 / 1e4, 1.1182 + 3 / 1e4, 1469190896792L), quotes.get(3));
        }
        assertTrue(sizes[3] * 10 < sizes[2], "delta " + sizes[3] + ", binary " + sizes[2]);
    }

    @Test
    void dumpIsReadWithoutTheClass() throws IOException {
        byte[] dump = record("delta").toByteArray();
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();
        try (WireIn in = WireFormats.byName("delta")
                        .newReader(
                                dump,
                                WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
                WireOut out = WireFormats.byName("yaml").newWriter(yaml, WireOptions.DEFAULTS)) {
            Transcoder.copyAll(in, out);
        }
        String text = yaml.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("---\nquote: !Quote {\n  symbol: EURUSD,\n  bid: 1.1172,\n"), text.substring(0, 80));
    }

    static Wire appendTo(Path file) throws IOException {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        return Wire.append("delta", file, options);
    }

    @Test
    void writerGoesOnAfterOneThatWasKilled(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("quotes.dw");
        for (int writer = 0; writer < 3; writer++) {
            Wire wire = appendTo(file);
            assertThrows(IOException.class, () -> appendTo(file));
            wire.write("quote", new Quote("EURUSD", 1.25, 1.5, 1469190896789L + writer));
            wire.write("quote", new Quote("GBPUSD", 1.25, 1.5, 1469190896789L + writer));
            long written = Files.size(file) - (writer == 1 ? 1 : 0);
            wire.close();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(written); // as if it had been killed
            }
        }
        appendTo(file).close();
        List<Quote> quotes = new ArrayList<>();
        try (Wire wire = Wire.of("delta", Files.newInputStream(file))) {
            while (wire.next()) {
                quotes.add(wire.read(Quote.class));
            }
        }
        assertEquals(5, quotes.size());
        assertEquals(new Quote("GBPUSD", 1.25, 1.5, 1469190896791L), quotes.get(4));
    }

    static Wire listenTo(InputStream connection) {
        return Wire.of(new DeltaFormat(), connection, DeltaFormat.forLive(WireOptions.DEFAULTS));
    }

    @Test
    @Timeout(60)
    void whatComesOnAStreamIsReadBeforeItsChecksum() throws IOException {
        Pipe pipe = Pipe.open();
        Wire sender = Wire.of(
                new DeltaFormat(), Channels.newOutputStream(pipe.sink()), DeltaFormat.forLive(WireOptions.DEFAULTS));
        try (Wire listener = listenTo(Channels.newInputStream(pipe.source()))) {
            for (int i = 0; i < 100; i++) {
                Quote quote = new Quote("EURUSD", 1.25, 1.5, 1469190896789L + i);
                sender.write("quote", quote);
                assertEquals(quote, listener.read(Quote.class)); // else this would block
            }
            sender.close();
            assertFalse(listener.next());
        }
    }

    /** A reader that follows a file has nothing to read for a while. */
    @Test
    void whatAFileGetsIsReadBeforeItsChecksum(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("quotes.dw");
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE);
        try (Wire writer = appendTo(file);
                Wire reader = Wire.of(new DeltaFormat(), Files.newInputStream(file), options)) {
            for (int i = 0; i < 100; i++) {
                assertFalse(reader.next());
                Quote quote = new Quote("EURUSD", 1.25, 1.5, 1469190896789L + i);
                writer.write("quote", quote);
                assertEquals(quote, reader.read(Quote.class));
            }
        }
    }

    static void receive(ReadableByteChannel connection, ByteBuffer chunk, Bytes<?> bytes, MethodReader reader)
            throws IOException {
        while (connection.read(chunk.clear()) > 0) {
            bytes.writeSome(chunk.flip());
            while (reader.readOne()) {} // all received bytes together
            bytes.compact(); // keeps the beginning of an incomplete message
        }
    }

    @Test
    void whatComesOnAConnectionIsReadAsItComes() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        for (String format : List.of("binary", "delta")) {
            List<Quote> received = new ArrayList<>();
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            MethodReader reader = Wire.of(format, bytes).methodReader((QuoteListener) received::add);
            Bytes<?> sent = Bytes.allocateElasticOnHeap();
            QuoteListener sender = Wire.of(format, sent).methodWriter(QuoteListener.class);
            for (int i = 0; i < 1000; i++) {
                sender.onQuote(new Quote("EURUSD", 1.1172 + i % 10 / 1e4, 1.1182, 1469190896789L + i));
                int length = Math.min(100, (int) sent.readRemaining()); // some is left for the next time
                byte[] piece = new byte[length];
                sent.read(piece);
                pipe.sink().write(ByteBuffer.wrap(piece));
                receive(pipe.source(), ByteBuffer.allocate(64), bytes, reader);
            }
            pipe.sink().write(ByteBuffer.wrap(sent.toByteArray()));
            receive(pipe.source(), ByteBuffer.allocate(64), bytes, reader);
            assertEquals(1000, received.size());
            assertEquals(new Quote("EURUSD", 1.1172 + 9 / 1e4, 1.1182, 1469190897788L), received.get(999));
            assertEquals(0, bytes.readRemaining());
            assertTrue(bytes.realCapacity() < 10_000, "the Bytes grows");
        }
        pipe.source().close();
        pipe.sink().close();
    }

    interface QuoteListener {
        void onQuote(Quote quote);
    }

    static class Spreads implements QuoteListener { // a component: takes one interface, calls another
        final SpreadListener next;

        Spreads(SpreadListener next) {
            this.next = next;
        }

        @Override
        public void onQuote(Quote quote) {
            next.onSpread(quote.symbol, quote.ask - quote.bid);
        }
    }

    interface SpreadListener {
        void onSpread(String symbol, double spread);
    }

    @Test
    void callsAreEvents() throws IOException {
        Wire quotes = Wire.of("delta", Bytes.allocateElasticOnHeap());
        Wire spreads = Wire.of("yaml", Bytes.allocateElasticOnHeap());
        QuoteListener listener = quotes.methodWriter(QuoteListener.class);
        MethodReader reader = quotes.methodReader(new Spreads(spreads.methodWriter(SpreadListener.class)));

        listener.onQuote(new Quote("EURUSD", 1.25, 1.5, 1469190896789L)); // written to one wire
        while (reader.readOne()) {} // read from there; what the component calls goes to the other
        System.out.print(spreads.toYaml());
        assertEquals("# position: 0\n---\nonSpread: [EURUSD, 0.25]\n", spreads.toYaml());
    }
}
