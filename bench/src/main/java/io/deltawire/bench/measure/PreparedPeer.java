package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;

/**
 * A format made ready for a workload: everything encoded, decoded and compared once, so that nothing is timed that does
 * not give back what it was given.
 *
 * @param peer the format
 * @param workload the messages
 * @param encoder has written them
 * @param decoder has read them
 * @param recording their bytes
 */
public record PreparedPeer(Peer peer, Workload workload, Codec encoder, Codec decoder, Recording recording) {
    /** JMH makes the benchmark of nothing but names; in a process there is one pair at a time. */
    private static PreparedPeer last;

    public static PreparedPeer of(String peerName, String workloadSpec) throws Exception {
        if (last == null
                || !last.peer.name().equals(peerName)
                || !last.workload.spec().equals(workloadSpec)) {
            last = of(Peers.byName(peerName), Workloads.bySpec(workloadSpec));
        }
        return last;
    }

    public static PreparedPeer of(Peer peer, Workload workload) throws Exception {
        Codec encoder = peer.codec(workload);
        Codec decoder = peer.codec(workload);
        Recording recording = Recording.of(workload, encoder);
        recording.check(workload, decoder);
        return new PreparedPeer(peer, workload, encoder, decoder, recording);
    }
}
