package io.deltawire.kafka.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Assumptions;

/** A broker of one node on the loopback interface, in a process of its own that ends with this one. */
public final class Broker implements AutoCloseable {
    private final Path folder;
    private final Path properties;
    private final Path output;
    private final String address;
    private Process process;

    /** Starts a broker. Skips the test if the class path has none. */
    public static Broker start(Path folder) throws IOException {
        try {
            Class.forName("kafka.Kafka", false, Broker.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            Assumptions.abort(
                    "the class path has no Kafka broker (org.apache.kafka:kafka_2.13): broker tests are left out");
        }
        return new Broker(folder);
    }

    private Broker(Path folder) throws IOException {
        this.folder = folder;
        this.properties = folder.resolve("broker.properties");
        this.output = folder.resolve("broker.txt");
        int port = freePort();
        int controller = freePort();
        this.address = "127.0.0.1:" + port;
        Files.write(
                properties,
                List.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@127.0.0.1:" + controller,
                        "controller.listener.names=CONTROLLER",
                        "listeners=PLAINTEXT://" + address + ",CONTROLLER://127.0.0.1:" + controller,
                        "log.dirs=" + logFolder().toString().replace('\\', '/'),
                        "num.partitions=1",
                        "offsets.topic.num.partitions=1",
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "group.initial.rebalance.delay.ms=0",
                        "log.cleaner.enable=false",
                        "log.flush.interval.messages=1",
                        "auto.create.topics.enable=true"));
        startProcess();
    }

    private Path logFolder() {
        return folder.resolve("log");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts the process again after {@link #kill}. Returns when the broker answers. */
    public void startProcess() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerMain.class.getName(),
                        properties.toString(),
                        logFolder().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        Map<String, Object> probe =
                Map.of("bootstrap.servers", address, "default.api.timeout.ms", "10000", "request.timeout.ms", "5000");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        for (; ; ) {
            try (Admin admin = Admin.create(probe)) {
                admin.describeCluster().nodes().get(10, TimeUnit.SECONDS);
                return;
            } catch (Exception e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("the broker does not start:\n" + Files.readString(output), e);
                }
            }
        }
    }

    /** Kills the process, as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Returns host and port. */
    public String address() {
        return address;
    }

    /** Returns a client for administration. */
    public Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", address));
    }

    /** Returns the size of the log of a partition in bytes. */
    public long logBytes(String topic, int partition) throws IOException {
        return Files.size(logFolder().resolve(topic + "-" + partition).resolve("00000000000000000000.log"));
    }

    @Override
    public void close() {
        kill();
    }
}
