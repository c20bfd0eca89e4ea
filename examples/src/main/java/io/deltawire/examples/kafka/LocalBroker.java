package io.deltawire.examples.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;

/** A broker for trying things out: a process of its own with one node, which ends with this program. */
public final class LocalBroker implements AutoCloseable {
    private final String address;
    private final Process process;

    private LocalBroker(String address, Process process) {
        this.address = address;
        this.process = process;
    }

    /** Starts a broker that has its log in a folder. */
    public static LocalBroker start(Path folder) throws IOException {
        String address = "127.0.0.1:" + freePort();
        String controller = "127.0.0.1:" + freePort();
        Path properties = Files.write(
                folder.resolve("broker.properties"),
                List.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@" + controller,
                        "controller.listener.names=CONTROLLER",
                        "listeners=PLAINTEXT://" + address + ",CONTROLLER://" + controller,
                        "log.dirs=" + folder.resolve("log").toString().replace('\\', '/'),
                        "offsets.topic.replication.factor=1"));
        Path output = folder.resolve("broker.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalBroker.class.getName(),
                        properties.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        LocalBroker broker = new LocalBroker(address, process);
        try {
            broker.awaitStart(output);
            return broker;
        } catch (IOException e) {
            broker.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitStart(Path output) throws IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        for (; ; ) {
            try (Admin admin = Admin.create(Map.of(
                    "bootstrap.servers", address, "default.api.timeout.ms", "10000", "request.timeout.ms", "5000"))) {
                admin.describeCluster().nodes().get(10, TimeUnit.SECONDS);
                return;
            } catch (Exception e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("the broker does not start:\n" + Files.readString(output), e);
                }
            }
        }
    }

    /** Returns host and port. */
    public String address() {
        return address;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** The program of the process. It formats the new log, and ends when its input does. */
    public static void main(String[] arguments) {
        StorageTool.execute(new String[] {"format", "-t", "ZGVsdGF3aXJlZXhhbXBsZQ", "-c", arguments[0]}, System.out);
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {}
            } catch (IOException e) {
                // the example has ended
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
        Kafka.main(arguments);
    }
}
