package io.deltawire.examples.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

/** A component that executes statements by JDBC. A failure is an answer too, so the gateway goes on after it. */
final class DatabaseGateway implements Statements {
    private final Connection connection;
    private final Answers answers;

    DatabaseGateway(Connection connection, Answers answers) {
        this.connection = connection;
        this.answers = answers;
    }

    @Override
    public void update(long id, String sql, Object[] arguments) {
        try (PreparedStatement statement = prepare(sql, arguments)) {
            answers.updated(id, statement.executeLargeUpdate());
        } catch (SQLException e) {
            answers.failed(id, e);
        }
    }

    @Override
    public void query(long id, String sql, Object[] arguments) {
        try (PreparedStatement statement = prepare(sql, arguments);
                ResultSet result = statement.executeQuery()) {
            answers.rows(id, new Rows(result)); // written row by row, so the rows need not fit into memory twice
        } catch (SQLException | UncheckedSqlException e) {
            answers.failed(id, e);
        }
    }

    private PreparedStatement prepare(String sql, Object[] arguments) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** A result has failed while its rows were written. */
    static final class UncheckedSqlException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UncheckedSqlException(SQLException cause) {
            super(cause);
        }
    }

    /** The rows of a result as maps from the names of columns to values. */
    private static final class Rows implements Iterator<Map<String, Object>> {
        private final ResultSet result;
        private final ResultSetMetaData columns;
        private boolean hasNext;

        Rows(ResultSet result) throws SQLException {
            this.result = result;
            this.columns = result.getMetaData();
            this.hasNext = result.next();
        }

        @Override
        public boolean hasNext() {
            return hasNext;
        }

        @Override
        public Map<String, Object> next() {
            if (!hasNext) {
                throw new NoSuchElementException();
            }
            try {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), result.getObject(i));
                }
                hasNext = result.next();
                return row;
            } catch (SQLException e) {
                throw new UncheckedSqlException(e);
            }
        }
    }
}
