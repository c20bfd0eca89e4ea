package io.deltawire.examples.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import io.deltawire.journal.Journal;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.RecordedException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseExampleTest {
    @TempDir
    Path folder;

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(
                DatabaseExample.class, () -> DatabaseExample.main(new String[] {folder.toString()}));
    }

    @Test
    void aRestartedGatewayAnswersWhatIsNew() throws Exception {
        List<String> answers = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            try (Journal requests = Journal.open(folder.resolve("requests"));
                    Journal results = Journal.open(folder.resolve("results"));
                    Connection connection = DriverManager.getConnection("jdbc:h2:mem:run" + run)) {
                Statements client = requests.appender().methodWriter(Statements.class);
                client.query(run, "select 10 + ? as n", new Object[] {run});
                client.query(100 + run, "select from nowhere", new Object[0]);
                DatabaseExample.serve(requests, results, connection);
            }
        }
        try (Journal results = Journal.open(folder.resolve("results"))) {
            MethodReader reader = results.tailer().methodReader(new Answers() {
                @Override
                public void updated(long id, long rows) {
                    answers.add("updated");
                }

                @Override
                public void rows(long id, Iterator<Map<String, Object>> rows) {
                    rows.forEachRemaining(row -> answers.add(id + " " + row));
                }

                @Override
                public void failed(long id, Throwable reason) {
                    assertTrue(((RecordedException) reason).originalClass().startsWith("org.h2."));
                    answers.add(id + " failed");
                }
            });
            while (reader.readOne()) {}
        }
        assertEquals(List.of("0 {n=10}", "100 failed", "1 {n=11}", "101 failed", "2 {n=12}", "102 failed"), answers);
    }
}
