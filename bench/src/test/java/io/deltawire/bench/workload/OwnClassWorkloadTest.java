package io.deltawire.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.bench.measure.Peers;
import io.deltawire.bench.measure.PreparedPeer;
import io.deltawire.bench.measure.Recording;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnClassWorkloadTest {
    enum Side {
        BUY,
        SELL
    }

    static final class Order {
        private final String symbol;
        private Side side;
        private double price;
        private BigDecimal fee;
        private Instant time;
        private List<Leg> legs;
        private Map<String, Integer> counts;
        private transient String note;

        Order(String symbol) {
            this.symbol = symbol;
        }
    }

    record Leg(String venue, long quantity) {}

    @TempDir
    private Path folder;

    /** Makes the workload from its specification, as the measured process does. */
    private static Workload of(Path data, String... key) {
        return Workloads.bySpec(
                OwnClassWorkload.of(Order.class.getName(), data, List.of(key)).spec());
    }

    @Test
    void checkFindsAMissingClassPathOrFile() throws Exception {
        Path data = Files.writeString(folder.resolve("orders.jsonl"), "{\"symbol\":\"A\"}\n");
        OwnClassWorkload.checkInputs(Order.class.getName(), folder + File.pathSeparator + folder + "/*", data);
        assertRejects("--class: no class com.acme.Nope on the class path", "com.acme.Nope", "", null);
        assertRejects("--classpath: no such file or folder: nope.jar", Order.class.getName(), "nope.jar", null);
        Path other = Files.writeString(folder.resolve("x.txt"), "");
        assertRejects("expected the name to end in the name of a format", Order.class.getName(), "", other);
        for (String name : List.of("missing.csv", "missing")) {
            Path missing = folder.resolve(name);
            assertThrows(
                    NoSuchFileException.class, () -> OwnClassWorkload.checkInputs(Order.class.getName(), "", missing));
        }
    }

    private static void assertRejects(String expected, String className, String classPath, Path data) {
        Exception e = assertThrows(
                IllegalArgumentException.class, () -> OwnClassWorkload.checkInputs(className, classPath, data));
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }

    /** Objects without some of the data would be smaller than the records of the file. */
    @Test
    void rejectsAFieldThatTheClassLacks() throws Exception {
        Workload workload =
                of(Files.writeString(folder.resolve("others.jsonl"), "{\"symbol\":\"A\",\"pricee\":1.5}\n"));
        Exception e = assertThrows(WireDataException.class, workload::size);
        assertTrue(e.getMessage().contains("did you mean \"price\"?"), e.getMessage());
    }

    @Test
    void everyFormatButTablesReadsBackRandomObjects() throws Exception {
        Workload workload = of(null, "symbol");
        for (WireFormat format : DeltawireFormats.all()) {
            if (!DeltawireFormats.isTable(format)) {
                assertNotNull(PreparedPeer.of(Peers.byName("deltawire-" + format.name()), workload));
            }
        }
    }

    @Test
    void fillsAllFieldsAndChangesFewOfThemInAnUpdate() throws Exception {
        Workload workload = of(null, "symbol");
        Object[] records = workload.records(type -> null);
        Order order = (Order) records[0];
        assertTrue(order.side != null && order.fee != null && order.time != null && !order.counts.isEmpty());
        assertTrue(!order.legs.isEmpty() && order.legs.get(0).venue() != null);
        assertEquals(null, order.note);
        assertEquals(64, workload.keys());
        Recording delta =
                PreparedPeer.of(Peers.byName("deltawire-delta"), workload).recording();
        Recording whole =
                PreparedPeer.of(Peers.byName("deltawire-binary"), workload).recording();
        assertTrue(delta.meanSizeAfter(64) < whole.meanSizeAfter(64) / 5, delta.meanSizeAfter(64) + " bytes");
    }

    @Test
    void repeatsTheObjectsOfAShortFile() throws Exception {
        Path file = Files.writeString(
                folder.resolve("orders.csv"), "symbol,side,price\nEURUSD,BUY,1.25\nUSDJPY,SELL,150.5\n");
        Workload workload = of(file);
        Order second = (Order) workload.records(type -> null)[1];
        assertEquals("USDJPY", second.symbol);
        assertEquals(Side.SELL, second.side);
        assertEquals(150.5, second.price);
        assertEquals(1_000, workload.size());
    }

    @Test
    void comparesFieldsOfAClassWithoutEquals() {
        Workload workload = of(null, "symbol");
        Object[] one = workload.records(type -> null);
        Object[] two = of(null, "symbol").records(type -> null);
        assertTrue(workload.isSame(one[3], two[3]));
        ((Order) two[3]).price += 1;
        assertFalse(workload.isSame(one[3], two[3]));
        assertTrue(workload.difference(one[3], two[3]).startsWith("expected price: "));
    }
}
