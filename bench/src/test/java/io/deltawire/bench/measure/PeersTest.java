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
    /** So many messages of a workload are enough: the benchmark itself checks all. */
    private static final int MOST = 500;

    @TestFactory
    List<DynamicTest> givesBackEveryMessage() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Peer peer : Peers.all()) {
            for (Workload workload : all()) {
                if (peer.supports(workload)) {
                    tests.add(DynamicTest.dynamicTest(
                            peer.name() + " " + workload, () -> assertGivesBack(peer, workload)));
                }
            }
        }
        return tests;
    }

    private static List<Workload> all() {
        return Stream.concat(Workloads.all().stream(), Workloads.shapes().stream())
                .toList();
    }

    private static void assertGivesBack(Peer peer, Workload workload) throws Exception {
        int size = Math.min(MOST, workload.keys() > MOST / 2 ? MOST / 4 : workload.size());
        Codec encoder = peer.codec(workload);
        Recording first = Recording.of(workload, encoder, size);
        first.check(workload, peer.codec(workload));
        // A codec that is reset begins again as a new one does.
        assertEquals(first.bytes().length, Recording.of(workload, encoder, size).bytes().length);
    }

    /** Nothing would be measured, and the report of before overwritten. */
    @Test
    void aNameThatNoFormatHasIsRefused() {
        assertEquals(Peers.all(), Peers.beginningWith(List.of("")));
        assertEquals(List.of(Peers.byName("kryo")), Peers.beginningWith(List.of("kryo")));
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Peers.beginningWith(List.of("kryo", "krio")));
        assertEquals(
                "no format's name begins with krio; there are ",
                thrown.getMessage().substring(0, 45));
    }

    @Test
    void noticesAMessageThatDiffers() throws Exception {
        Workload workload = Workloads.bySpec("w1");
        Peer peer = Peers.byName("floor-binary");
        Recording recording = Recording.of(workload, peer.codec(workload));
        recording.bytes()[recording.ends()[500] - 1] ^= 1;
        Codec decoder = peer.codec(workload);
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> recording.check(workload, decoder));
        assertEquals("message 500 of w1: expected ", thrown.getMessage().substring(0, 28));
    }

    /** What is possible is shown for the same bytes. */
    @Test
    void writesByHandWhatTheWireWrites() throws Exception {
        for (String spec : List.of("w1", "w2/1", "w2/64", "w4")) {
            Workload workload = Workloads.bySpec(spec);
            byte[] byHand = Recording.of(workload, Peers.byName("floor-binary").codec(workload), MOST)
                    .bytes();
            byte[] byWire = Recording.of(
                            workload, Peers.byName("deltawire-binary").codec(workload), MOST)
                    .bytes();
            assertArrayEquals(byWire, byHand, spec);
        }
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
        for (Workload workload : all()) {
            Object[] one = workload.records(PeersTest::newRecord);
            Object[] two = workload.records(PeersTest::newRecord);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < Math.min(MOST, workload.size()); i++) {
                    Object first = workload.next(one, i);
                    if (round == 1) {
                        assertEquals(true, workload.isSame(first, workload.next(two, i)), workload + " message " + i);
                    }
                }
            }
        }
    }

    private static Object newRecord(Class<?> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }
}
