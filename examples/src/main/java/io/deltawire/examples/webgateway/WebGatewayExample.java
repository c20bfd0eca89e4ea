package io.deltawire.examples.webgateway;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.Random;

/** A delta stream of random prices that a browser shows, until it is stopped. */
public final class WebGatewayExample {
    private static final WireOptions LIVE = DeltaFormat.forLive(WireOptions.DEFAULTS);

    private WebGatewayExample() {}

    /** Takes the port of the server, or none for 8080. */
    public static void main(String[] arguments) throws IOException {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080;
        Pipe pipe = Pipe.open(); // stands for the connection to a server of prices
        Thread market = new Thread(() -> writePrices(pipe), "market");
        market.setDaemon(true);
        market.start();
        try (PriceGateway gateway = new PriceGateway(port);
                Wire wire = Wire.of("delta", Channels.newInputStream(pipe.source()), LIVE)) {
            System.out.println("open http://localhost:" + gateway.port() + "/");
            MethodReader reader = wire.methodReader(gateway);
            while (reader.readOne()) {}
        }
    }

    private static void writePrices(Pipe pipe) {
        String[] symbols = {"EURUSD", "GBPUSD", "USDJPY"};
        Random random = new Random();
        try (Wire wire = Wire.of("delta", Channels.newOutputStream(pipe.sink()), LIVE)) {
            Prices prices = wire.methodWriter(Prices.class);
            while (true) {
                double bid = 1 + random.nextInt(1000) / 1e4;
                prices.onPrice(new Price(symbols[random.nextInt(symbols.length)], bid, bid + 1e-4));
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException e) {
            // The reader has closed the pipe.
        }
    }
}
