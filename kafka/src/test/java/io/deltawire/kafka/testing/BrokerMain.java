package io.deltawire.kafka.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** Formats the folder of a broker if it is new, and runs the broker until the standard input ends. */
public final class BrokerMain {
    private static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qk";

    private BrokerMain() {}

    /** @param args the file with the properties of the broker, and the folder of its log */
    public static void main(String[] args) {
        if (!Files.exists(Path.of(args[1], "meta.properties"))) {
            StorageTool.execute(new String[] {"format", "-t", CLUSTER_ID, "-c", args[0]}, System.out);
        }
        Thread watch = new Thread(BrokerMain::awaitEndOfInput);
        watch.setDaemon(true);
        watch.start();
        Kafka.main(new String[] {args[0]});
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            // the test has ended
        }
        Runtime.getRuntime().halt(0);
    }
}
