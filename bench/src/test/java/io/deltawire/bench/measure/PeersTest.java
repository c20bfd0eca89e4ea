package io.deltawire.bench.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PeersTest {
    /** Messages of a workload that are checked here. The benchmark checks all of them before it measures. */
    private static final int MAX_MESSAGES = 500;

    @TestFactory
    List<DynamicTest> everyPeerReadsBackWhatItWrote() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Peer peer : Peers.all()) {
            for (Workload workload : all()) {
                if (peer.supports(workload)) {
                    tests.add(DynamicTest.dynamicTest(
                            peer.name() + " " + workload, () -> assertReadsBack(peer, workload)));
                }
            }
        }
        return tests;
    }

    private static List<Workload> all() {
        return Stream.concat(Workloads.all().stream(), Workloads.shapes().stream())
                .toList();
    }

    private static void assertReadsBack(Peer peer, Workload workload) throws Exception {
        int size = Math.min(MAX_MESSAGES, workload.keys() > MAX_MESSAGES / 2 ? MAX_MESSAGES / 4 : workload.size());
        Codec encoder = peer.newCodec(workload);
        Recording first = Recording.of(workload, encoder, size);
        first.check(workload, peer.newCodec(workload));
        // A codec that is reset writes what a new one writes.
        assertEquals(first.bytes().length, Recording.of(workload, encoder, size).bytes().length);
    }

    /** Without the check a slip would replace the last report by an empty one. */
    @Test
    void rejectsAPrefixThatMatchesNoPeer() {
        assertEquals(Peers.all(), Peers.withPrefix(List.of("")));
        assertEquals(List.of(Peers.byName("kryo")), Peers.withPrefix(List.of("kryo")));
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Peers.withPrefix(List.of("kryo", "krio")));
        assertEquals(
                "no format's name begins with krio; there are ",
                thrown.getMessage().substring(0, 45));
    }

    @Test
    void recordingDetectsAMessageThatDiffers() throws Exception {
        Workload workload = Workloads.bySpec("w1");
        Peer peer = Peers.byName("floor-binary");
        Recording recording = Recording.of(workload, peer.newCodec(workload));
        recording.bytes()[recording.ends()[500] - 1] ^= 1;
        Codec decoder = peer.newCodec(workload);
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> recording.check(workload, decoder));
        assertEquals("message 500 of w1: expected ", thrown.getMessage().substring(0, 28));
    }

    @Test
    void floorWritesTheSameBytesAsTheBinaryFormat() throws Exception {
        for (String spec : List.of("w1", "w2/1", "w2/64", "w4")) {
            Workload workload = Workloads.bySpec(spec);
            byte[] byHand = Recording.of(workload, Peers.byName("floor-binary").newCodec(workload), MAX_MESSAGES)
                    .bytes();
            byte[] byWire = Recording.of(
                            workload, Peers.byName("deltawire-binary").newCodec(workload), MAX_MESSAGES)
                    .bytes();
            assertArrayEquals(byWire, byHand, spec);
        }
    }

    @Test
    void namesOfPeersAreUnique() {
        HashSet<String> names = new HashSet<>();
        for (Peer peer : Peers.all()) {
            assertEquals(true, names.add(peer.name()), peer.name());
        }
    }

    @Test
    void secondPassOverAWorkloadIsTheSameAsTheFirst() {
        for (Workload workload : all()) {
            Object[] one = workload.records(Codec::newInstance);
            Object[] two = workload.records(Codec::newInstance);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < Math.min(MAX_MESSAGES, workload.size()); i++) {
                    Object first = workload.next(one, i);
                    if (round == 1) {
                        assertEquals(true, workload.isSame(first, workload.next(two, i)), workload + " message " + i);
                    }
                }
            }
        }
    }
}
