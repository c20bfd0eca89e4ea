package io.deltawire.examples.fanout;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends prices to many clients over TCP. A client begins with one byte, the code of its {@link Subscription}, and then
 * reads a delta stream.
 *
 * <p>{@link #publish} never waits for a client: each client has a thread of its own that sends.
 */
final class PriceServer implements Closeable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    /** The stream of {@link Subscription#EACH_PRICE}, which is copied to all of its clients. */
    private final CopyingStream copies = new CopyingStream();

    private final Wire wire = Wire.of("delta", copies, DeltaFormat.forLive(WireOptions.DEFAULTS));

    private final Set<NewestPrices> newestPrices = ConcurrentHashMap.newKeySet();
    private final Map<String, Price> last = new LinkedHashMap<>();

    PriceServer() throws IOException {
        start("accept", this::acceptAll);
    }

    int port() {
        return socket.getLocalPort();
    }

    synchronized void publish(Price price) {
        last.put(price.symbol(), price);
        wire.write("price", price);
        newestPrices.forEach(client -> client.put(price));
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket connection = socket.accept();
            start("client", () -> serve(connection));
        }
    }

    private void serve(Socket connection) throws IOException {
        connections.add(connection);
        try (connection) {
            connection.setTcpNoDelay(true);
            int subscription = connection.getInputStream().read();
            if (subscription == Subscription.EACH_PRICE.code) {
                sendEachPrice(connection);
            } else if (subscription == Subscription.NEWEST_PRICES.code) {
                sendNewestPrices(connection);
            }
        } finally {
            connections.remove(connection);
        }
    }

    private void sendEachPrice(Socket connection) throws IOException {
        CopyingStream.Copy copy;
        synchronized (this) { // between two messages
            copy = copies.add(connection);
            wire.keyFrame(); // has the last price of each symbol, so the client can begin here
        }
        try {
            copy.send();
        } finally {
            copies.remove(copy);
        }
    }

    private void sendNewestPrices(Socket connection) throws IOException {
        NewestPrices client = new NewestPrices();
        synchronized (this) {
            last.values().forEach(client::put);
            newestPrices.add(client);
        }
        try {
            client.sendTo(connection.getOutputStream());
        } finally {
            newestPrices.remove(client);
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException | RuntimeException e) {
                        // The connection is closed, by the client or by us.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
