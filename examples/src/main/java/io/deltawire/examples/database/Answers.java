package io.deltawire.examples.database;

import java.util.Iterator;
import java.util.Map;

/** The answers of the database. */
interface Answers {
    void updated(long id, long rows);

    void rows(long id, Iterator<Map<String, Object>> rows);

    void failed(long id, Throwable reason);
}
