package io.deltawire.examples.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.MessageHistory;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyExampleTest {
    @Test
    void printsATableAsItsReadmeDoes() throws Throwable {
        String output = Example.output(() -> LatencyExample.main(new String[] {"1000"}));
        assertEquals(withoutNumbers(Example.readme(LatencyExample.class)), withoutNumbers(output));
    }

    private static String withoutNumbers(String table) {
        return table.replaceAll(" +[0-9]+(?=[ \n])", " #");
    }

    @Test
    void percentilesAreOfTheDifferencesOfAHistory() {
        long[] time = {0};
        LatencyTable table = new LatencyTable(List.of("wire"), 100);
        for (int i = 1; i <= 100; i++) {
            MessageHistory history = new MessageHistory(() -> time[0]);
            history.arrived(1, i);
            time[0] += i;
            history.arrived(2, i);
            table.add(history);
        }
        String expected = """
                ns                      50%      90%      99%    99.9%      max
                wire                     50       90       99      100      100
                all                      50       90       99      100      100
                """;
        assertEquals(expected, table.toString().replace("\r\n", "\n"));
    }
}
