package io.deltawire.flink.testing;

import java.net.URI;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink's mini cluster with four slots, to which jobs are sent as to any other one. */
public final class Cluster {
    private final MiniCluster cluster;
    private final URI address;

    /** Starts a cluster. */
    public Cluster() throws Exception {
        Configuration config = new Configuration();
        config.setString("rest.bind-port", "0");
        config.setString("rest.address", "localhost");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(2)
                .build());
        cluster.start();
        address = cluster.getRestAddress().get();
    }

    /**
     * Returns an environment that sends jobs here.
     *
     * @param restarts how often a job may be restarted
     */
    public StreamExecutionEnvironment environment(int parallelism, int restarts) {
        Configuration config = new Configuration();
        config.setString("restart-strategy.type", restarts == 0 ? "none" : "fixed-delay");
        config.setString("restart-strategy.fixed-delay.attempts", Integer.toString(restarts));
        config.setString("restart-strategy.fixed-delay.delay", "1 ms");
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createRemoteEnvironment(address.getHost(), address.getPort(), config);
        environment.setParallelism(parallelism);
        return environment;
    }

    /** Stops it. */
    public void stop() throws Exception {
        cluster.closeAsync().get();
    }
}
