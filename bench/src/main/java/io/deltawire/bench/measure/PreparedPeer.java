package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;

/**
 * A format that has proved itself on a workload: it encoded and decoded all messages once, and they came back equal. Only such a format is
 * timed.
 *
 * @param peer the format
 * @param workload the messages
 * @param encoder the codec that wrote the recording
 * @param decoder the codec that read the recording; its input is set
 * @param recording the encoded messages
 */
public record PreparedPeer(Peer peer, Workload workload, Codec encoder, Codec decoder, Recording recording) {
    /** The last result: JMH passes names only and creates three benchmarks of each pair, so that the work is done once. */
    private static PreparedPeer last;

    /** Prepares a format by its name and the specification of the workload, unless it was prepared last. */
    static PreparedPeer of(String peerName, String workloadSpec) throws Exception {
        if (last == null
                || !last.peer.name().equals(peerName)
                || !last.workload.spec().equals(workloadSpec)) {
            last = of(Peers.byName(peerName), Workloads.bySpec(workloadSpec));
        }
        return last;
    }

    /**
     * Encodes and decodes the workload.
     *
     * @throws IllegalStateException if a message came back different
     */
    public static PreparedPeer of(Peer peer, Workload workload) throws Exception {
        Codec encoder = peer.newCodec(workload);
        Codec decoder = peer.newCodec(workload);
        Recording recording = Recording.of(workload, encoder);
        recording.check(workload, decoder);
        return new PreparedPeer(peer, workload, encoder, decoder, recording);
    }
}
