package io.deltawire.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.bench.model.Sample;
import io.deltawire.bench.model.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PeersTest {
    /** So many messages of a workload are enough: the benchmark itself checks all. */
    private static final int MOST = 500;

    @TestFactory
    List<DynamicTest> givesBackEveryMessage() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Peer peer : Peers.all()) {
            for (Workload workload : Workload.all()) {
                if (peer.supports(workload.type())) {
                    tests.add(DynamicTest.dynamicTest(
                            peer.name() + " " + workload, () -> assertGivesBack(peer, workload)));
                }
            }
        }
        return tests;
    }

    private static void assertGivesBack(Peer peer, Workload workload) throws Exception {
        int size = Math.min(MOST, workload.keys() > MOST / 2 ? MOST / 4 : workload.size());
        Codec encoder = peer.factory().apply(workload.type());
        Recording first = Recording.of(workload, encoder, size);
        first.check(workload, peer.factory().apply(workload.type()));
        // A codec that is reset begins again as a new one does.
        assertEquals(first.bytes().length, Recording.of(workload, encoder, size).bytes().length);
    }

    @Test
    void noticesAMessageThatDiffers() throws Exception {
        Workload workload = Workload.byName("w1");
        Peer peer = Peers.byName("floor-binary");
        Recording recording = Recording.of(workload, peer.factory().apply(workload.type()));
        recording.bytes()[recording.ends()[500] - 1] ^= 1;
        Codec decoder = peer.factory().apply(workload.type());
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> recording.check(workload, decoder));
        assertEquals("message 500 of w1: expected ", thrown.getMessage().substring(0, 28));
    }

    @Test
    void namesEachPeerOnce() {
        HashSet<String> names = new HashSet<>();
        for (Peer peer : Peers.all()) {
            assertEquals(true, names.add(peer.name()), peer.name());
        }
    }

    @Test
    void repeatsAWorkloadExactly() {
        for (Workload workload : Workload.all()) {
            Sample[] one = workload.records(() -> copyOf(workload));
            Sample[] two = workload.records(() -> copyOf(workload));
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < Math.min(MOST, workload.size()); i++) {
                    Sample first = workload.next(one, i);
                    if (round == 1) {
                        assertEquals(true, first.sameAs(workload.next(two, i)), workload + " message " + i);
                    }
                }
            }
        }
    }

    private static Sample copyOf(Workload workload) {
        return Peers.byName("jdk").factory().apply(workload.type()).newRecord(workload.type());
    }
}
