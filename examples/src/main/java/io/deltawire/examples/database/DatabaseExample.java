package io.deltawire.examples.database;

import io.deltawire.journal.Journal;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.Map;

/** Statements come from a journal, and the answers of the database go to another one. */
public final class DatabaseExample {
    private DatabaseExample() {}

    /** @param arguments the folder of the journals; a temporary one without it */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("database");
        try (Journal requests = Journal.open(folder.resolve("requests"));
                Journal results = Journal.open(folder.resolve("results"));
                Connection connection = DriverManager.getConnection("jdbc:h2:mem:example")) {
            Statements client = requests.appender().methodWriter(Statements.class);
            client.update(
                    1,
                    "create table trades (id bigint primary key, symbol varchar, price double, traded date)",
                    new Object[0]);
            String insert = "insert into trades values (?, ?, ?, ?)";
            client.update(2, insert, new Object[] {1L, "EURUSD", 1.25, LocalDate.of(2026, 11, 27)});
            client.update(3, insert, new Object[] {2L, "GBPUSD", 1.5, LocalDate.of(2026, 11, 28)});
            client.update(4, insert, new Object[] {2L, "USDJPY", 150.0, null});
            client.query(5, "select * from trades where price > ? order by id", new Object[] {1.0});

            serve(requests, results, connection);
            print(results);
        }
    }

    /** Executes the statements that have no answer yet. */
    static void serve(Journal requests, Journal results, Connection connection) {
        MessageHistory history = new MessageHistory();
        Answers answers = results.appender()
                .methodWriterBuilder(Answers.class)
                .history(history)
                .build();
        MethodReader reader = requests.tailer()
                .afterLastWritten(1, results)
                .methodReader(builder -> builder.history(1, history).build(new DatabaseGateway(connection, answers)));
        while (reader.readOne()) {}
    }

    private static void print(Journal results) {
        MethodReader reader = results.tailer().methodReader(new Answers() {
            @Override
            public void updated(long id, long rows) {
                System.out.println(id + ": " + rows + " rows");
            }

            @Override
            public void rows(long id, Iterator<Map<String, Object>> rows) {
                rows.forEachRemaining(row -> System.out.println(id + ": " + row));
            }

            @Override
            public void failed(long id, Throwable reason) {
                System.out.println(
                        id + ": " + reason.getMessage().lines().findFirst().orElse(""));
            }
        });
        while (reader.readOne()) {}
    }
}
