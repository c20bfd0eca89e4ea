package io.deltawire.examples.webgateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.deltawire.marshallable.Wire;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Gives browsers the newest price of each symbol: a page at {@code /}, and JSON Lines at {@code /prices}. It is a component
 * as any other, which a method reader of a delta wire calls; the server's threads only read its map.
 */
final class PriceGateway implements Prices, Closeable {
    private final Map<String, Price> newest = new ConcurrentSkipListMap<>();
    private final HttpServer server;

    /**
     * @param port the port to listen to, or 0 for any that is free
     */
    PriceGateway(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext(
                "/prices", only("/prices", exchange -> send(exchange, "application/jsonl", newestAsJson())));
        server.createContext("/", only("/", exchange -> send(exchange, "text/html; charset=utf-8", page())));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void onPrice(Price price) {
        newest.put(price.symbol(), price); // a record cannot change, so threads may share it
    }

    private byte[] newestAsJson() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of("json", bytes)) { // each request has a wire of its own
            newest.values().forEach(wire.methodWriter(Prices.class)::onPrice);
        }
        return bytes.toByteArray();
    }

    private static byte[] page() throws IOException {
        try (InputStream page = PriceGateway.class.getResourceAsStream("prices.html")) {
            return page.readAllBytes();
        }
    }

    /** The server calls a handler for all paths that begin with its own. */
    private static HttpHandler only(String path, HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    exchange.sendResponseHeaders(404, -1);
                } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                    exchange.sendResponseHeaders(405, -1);
                } else {
                    handler.handle(exchange);
                }
            }
        };
    }

    private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
