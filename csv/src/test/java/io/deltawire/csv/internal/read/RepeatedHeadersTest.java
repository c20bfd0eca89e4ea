package io.deltawire.csv.internal.read;

import static io.deltawire.wire.testing.Trees.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Files that another writer has continued, with a header of its own. */
class RepeatedHeadersTest {
    private static Object event(String name, Object value) {
        return map(new Name(name), value);
    }

    private static void assertEndsWithError(String csv, int records, String expected) {
        try (WireIn in = Csv.reader(Csv.DEFAULTS, csv)) {
            for (int i = 0; i < records; i++) {
                assertTrue(in.nextMessage());
            }
            assertEquals(
                    expected,
                    assertThrows(MalformedWireException.class, in::nextMessage).getMessage());
            assertFalse(in.nextMessage(), "what follows cannot be read right");
        }
    }

    @Test
    void sameHeaderIsSkipped() {
        String events = "@dw:event,@dw:value\r\ncount,5\r\n";
        assertEquals(List.of(event("count", 5L), event("count", 5L)), Csv.read(events + events));
        String typed = "@dw:type,a,b\nT,1,x\n";
        assertEquals(Csv.read(typed + "T,1,x\n"), Csv.read(typed + typed));
        String inGroup = "leg.@dw:type,leg.a\nT,1\n";
        assertEquals(Csv.read(inGroup + "T,1\n"), Csv.read(inGroup + inGroup), "and says nothing of kinds");
    }

    @Test
    void headerOfAnotherTableIsAnErrorAndEndsTheInput() {
        String expected =
                "csv: expected a record or the header of this table again, but found that of another one at line 3, column 1, path $";
        assertEndsWithError("@dw:event,@dw:value\ncount,5\n@dw:event,@dw:value{}\nside,1\n", 1, expected);
        assertEndsWithError("@dw:event,@dw:value\ncount,5\n@dw:event,@dw:type,a\nside,T,1\n", 1, expected);
        assertEndsWithError("leg.@dw:type,leg.a\nT,1\nother.@dw:type,other.a\nT,1\n", 1, expected);
        assertEndsWithError("@dw:event,@dw:value\ncount,5\n@dw:event,@dw:value,x\nside,1,2\n", 1, expected);
        assertEndsWithError("@dw:event,@dw:value\ncount,5\n@dw:event\nside\n", 1, expected);
        assertEndsWithError(".@dw:type,.a\nT,1\n.@dw:type,.b\nT,1\n", 1, expected);
        assertEndsWithError("@dw:event,@dw:value\n@dw:event,x\n", 0, expected.replace("line 3", "line 2"));
    }

    /** A {@code Bytes} that is filled again may begin with the header once. An error before does not matter. */
    @Test
    void bytesThatAreFilledAgainMayBeginWithTheHeader() {
        for (String header : new String[] {"@dw:event,@dw:value\n", "@dw:type,b\n", "a,b\n"}) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            bytes.append(header).append("x,1\n");
            WireIn in = new CsvFormat().newReader(bytes, Csv.DEFAULTS);
            Object first = Trees.readAll(in).get(0);
            bytes.clear();
            bytes.append(header).append("x,1\n");
            assertEquals(List.of(first), Trees.readAll(in), header);
            if (header.startsWith("@")) {
                bytes.append("@dw:type,other\nx,1\n");
                bytes.append("@dw:event,other\nx,1\n");
                assertThrows(MalformedWireException.class, in::nextMessage);
                assertFalse(in.nextMessage());
                bytes.clear();
                bytes.append("x,1\n");
                assertEquals(List.of(first), Trees.readAll(in), header);
            } else {
                bytes.clear();
                bytes.append(header).append(header).append("x,1\n");
                assertEquals(List.of(map("a", "a", "b", "b"), first), Trees.readAll(in), header);
            }
        }
    }

    @Test
    void eventsAndTypesNamedLikeSuchColumnsAreInQuotes() {
        Object[] messages = {event("@dw:event", "@dw:value"), event("a.@dw:type", "x"), event("@dw:type", "y")};
        String csv = Csv.write(messages);
        assertEquals("@dw:event,@dw:value\r\n\"@dw:event\",@dw:value\r\n\"a.@dw:type\",x\r\n\"@dw:type\",y\r\n", csv);
        assertEquals(List.of(messages), Csv.read(csv));
    }

    @Test
    void repeatedHeaderIsNotRecognisedWithoutTypesAndEvents() {
        assertEquals(List.of(map("name", "Ann"), map("name", "name")), Csv.read("name\nAnn\nname\n"));
    }

    @Test
    void valuesOfEventsAreTypedCellByCell() {
        Object[] messages = {event("say", "hello"), event("count", 5L), event("rate", 2.5), event("say", "7")};
        assertEquals(List.of(messages), Csv.read(Csv.write(messages)));
        assertEquals(
                List.of(event("rate", 2.5), event("count", 5L)), Csv.read("@dw:event,@dw:value\nrate,2.5\ncount,5\n"));
    }

    @Test
    void aTableInQuotesIsReadByItsText() {
        Object read = Csv.read("\"@dw:event\",\"@dw:value\"\n\"count\",\"5\"\n").get(0);
        assertEquals(event("count", 5L), read);
    }
}
