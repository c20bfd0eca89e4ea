package io.deltawire.examples.database;

/** What can be asked of the database. The first argument names the request, and is part of each answer. */
interface Statements {
    void update(long id, String sql, Object[] arguments);

    void query(long id, String sql, Object[] arguments);
}
