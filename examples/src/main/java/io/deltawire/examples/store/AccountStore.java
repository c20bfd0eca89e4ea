package io.deltawire.examples.store;

import io.deltawire.journal.Journal;
import io.deltawire.journal.JournalAppender;
import io.deltawire.journal.JournalTailer;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A key-value store: a map in memory, and a journal with each change of it. When the store is opened, the journal gives
 * the map back. One process uses a store at a time, from any number of threads.
 */
final class AccountStore implements Closeable {
    private final Journal journal;
    private final JournalAppender changes;
    private final Map<String, Account> accounts = new TreeMap<>();

    AccountStore(Path folder) {
        journal = Journal.open(folder);
        changes = journal.appender(); // first, because it repairs what a crash has left
        JournalTailer tailer = journal.tailer().toNewestRecords();
        while (tailer.next()) {
            boolean isDeletion = tailer.isDeletion();
            Account account = tailer.readByKey(Account.class); // the one object of its key, with what has changed
            if (isDeletion) {
                accounts.remove(account.id);
            } else {
                accounts.put(account.id, account);
            }
        }
        tailer.close();
    }

    /** Returns a copy of an account, or null if there is none. */
    synchronized Account get(String id) {
        Account account = accounts.get(id);
        return account == null ? null : account.deepCopy();
    }

    /** Adds an account or replaces the one with its key. Only the fields that differ are written. */
    synchronized void put(Account account) {
        changes.write("account", account);
        accounts.put(account.id, account.deepCopy());
    }

    /** Removes an account; returns whether there was one. */
    synchronized boolean remove(String id) {
        Account account = accounts.get(id);
        if (account != null) {
            changes.delete("account", account);
            accounts.remove(id);
        }
        return account != null;
    }

    synchronized int size() {
        return accounts.size();
    }

    @Override
    public void close() {
        journal.close();
    }

    /** Returns all accounts as YAML. */
    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder();
        accounts.values().forEach(text::append);
        return text.toString();
    }
}
