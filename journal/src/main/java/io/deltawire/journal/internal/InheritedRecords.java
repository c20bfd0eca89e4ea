package io.deltawire.journal.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.journal.internal.JournalFiles.Entry;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The records that earlier appenders of a journal have written. An appender adopts them, so that its key frames have all
 * keys, and not only those that it has written itself.
 *
 * <p>A stream does not hold the keys of its records; the writer computes them from objects. So the appender adopts the
 * records of an event when the application first says by which class or interface it writes that event, before it writes
 * one. The last file that begins with all records, and those after it, are then read twice: once as objects, for the
 * keys, and once to copy the last message of each key to the writer. Without a class or interface, a record stays in the files.
 *
 * <p>A <i>kind</i> names the messages whose records do not mix: an event, with or without history, or a type.
 *
 * <p>Not thread-safe.
 */
public final class InheritedRecords {
    /** Stands for the key of a message without one. */
    private static final byte[] NO_KEY = {};

    private final List<Entry> files;
    private final WireOptions options;

    /** The kinds that are not adopted yet. */
    private final Set<String> kinds = new HashSet<>();

    /** The events and classes of objects that were looked for. */
    private final Set<Object> tried = new HashSet<>();

    /** Whether all that was tried could be adopted. */
    private boolean isComplete = true;

    private InheritedRecords(List<Entry> files, WireOptions options) {
        this.files = files;
        this.options = options;
    }

    /**
     * Returns the records in the files of a journal.
     *
     * @return null if they cannot be adopted, because no file begins with all records, or a later one is damaged or of a
     *     format without records
     */
    public static InheritedRecords of(List<Entry> all, WireOptions options) throws IOException {
        int first = indexOfAllRecords(all, options);
        if (first < 0) {
            return null;
        }
        List<Entry> files = List.copyOf(all.subList(first, all.size()));
        for (Entry file : files) {
            if (!WireFormats.byName(file.format()).features().contains(WireFormat.Feature.RECORDS)) {
                return null;
            }
        }
        InheritedRecords records = new InheritedRecords(files, options);
        try {
            records.readAll(in -> {
                String kind = kindOf(in);
                if (kind != null) {
                    records.kinds.add(kind);
                }
            });
        } catch (WireException e) {
            return null; // readers of the files report the damage
        }
        return records;
    }

    /** Returns the index of the last file that begins with the newest state of all keys and has a message; else -1. */
    public static int indexOfAllRecords(List<Entry> all, WireOptions options) throws IOException {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).hasAllRecords() && hasMessage(all.get(i), options)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a file has a message, so that the key frame before it is whole. */
    private static boolean hasMessage(Entry file, WireOptions options) throws IOException {
        WireFormat format = WireFormats.byName(file.format());
        try (InputStream in = Files.newInputStream(file.path())) {
            return format.newReader(in, JournalFiles.forCounting(format, options))
                    .nextMessage();
        } catch (NoSuchFileException | WireException e) {
            return false; // deleted, or torn by a crash
        }
    }

    /** Returns whether every record has been adopted. */
    public boolean isAdopted() {
        return isComplete && kinds.isEmpty();
    }

    /** Returns whether there is nothing left that could be adopted. */
    public boolean isDone() {
        return kinds.isEmpty();
    }

    // ---- kinds

    static String kindOfType(String type) {
        return "!" + type;
    }

    static String kindOfEvent(String event, boolean hasHistory) {
        return (hasHistory ? "h:" : "e:") + event;
    }

    /** Returns the kind of the message that a reader is at, or null if it can have no record. */
    private static String kindOf(WireIn in) {
        if (in.messageKind() == MessageKind.META || in.peek() != WireToken.BEGIN_OBJECT) {
            return null;
        }
        if (in.typeName() != null) {
            return kindOfType(in.typeName());
        }
        in.beginObject();
        boolean hasHistory = false;
        while (in.hasNext() && in.peek() != WireToken.KEY) {
            String name = in.fieldName();
            if (hasHistory || !name.equals(MessageHistory.EVENT)) {
                return kindOfEvent(name, hasHistory);
            }
            hasHistory = true;
            in.skipValue();
        }
        return null;
    }

    // ---- adopting

    /** The last message of each record that was found for a class or interface. */
    public final class Found {
        /** The last messages by kind and record key, in the order of their first ones. */
        private final Map<String, Map<ByteBuffer, Long>> lastMessages = new HashMap<>();

        private final Map<Long, byte[]> keys = new HashMap<>();

        private void add(String kind, byte[] key, long message) {
            // Without a key the kind is one record, unless the writer finds the key in the fields.
            boolean isByFields =
                    key == null && !options.get(WireOptions.KEY_FIELDS).isEmpty();
            ByteBuffer identity = ByteBuffer.wrap(
                    isByFields
                            ? Long.toString(message).getBytes(StandardCharsets.US_ASCII)
                            : key == null ? NO_KEY : key);
            Long former =
                    lastMessages.computeIfAbsent(kind, none -> new HashMap<>()).put(identity, message);
            if (former != null) {
                keys.remove(former);
            }
            keys.put(message, key == null ? NO_KEY : key);
        }

        private void drop(String kind) {
            Map<ByteBuffer, Long> messages = lastMessages.remove(kind);
            if (messages != null) {
                keys.keySet().removeAll(messages.values());
            }
        }

        private void addAll(Found other) {
            lastMessages.putAll(other.lastMessages);
            keys.putAll(other.keys);
        }

        /**
         * Copies these messages to the writer. Its output is of no use: the next key frame has the records.
         *
         * @throws IOException if a file cannot be read
         */
        public void copyTo(WireOut out) throws IOException {
            kinds.removeAll(lastMessages.keySet());
            long[] next = {0};
            try {
                readAll(in -> {
                    byte[] key = keys.get(next[0]++);
                    if (key != null) {
                        copy(in, out, key);
                    }
                });
            } catch (WireException e) {
                isComplete = false;
            }
        }

        private static void copy(WireIn in, WireOut out, byte[] key) {
            out.beginMessage(in.messageKind());
            boolean isDone = false;
            try {
                if (key != NO_KEY) {
                    out.recordKey(key, 0, key.length);
                }
                Transcoder.copyRest(in, out);
                out.endMessage();
                isDone = true;
            } finally {
                if (!isDone) {
                    out.cancelMessage();
                }
            }
        }
    }

    /**
     * Finds the records that are written as an object, with or without an event.
     *
     * @param event the event, or null
     * @return null if there are none
     */
    public Found ofObject(String event, Object object) throws IOException {
        if (object == null || !tried.add(event == null ? object.getClass() : event)) {
            return null;
        }
        RecordKeyCapture capture = new RecordKeyCapture(files.get(0).format());
        Wire keys = Wire.of(WireFormats.byName(files.get(0).format()), capture, options);
        try {
            write(keys, event, object);
        } catch (RuntimeException e) {
            return null; // the application's own call will report it
        }
        String kind = capture.kind();
        String typeName = capture.typeName();
        if (kind == null || !kinds.contains(kind)) {
            return null;
        }
        return find(Set.of(kind), capture, wire -> new ObjectSource(wire, event, object.getClass(), typeName, keys));
    }

    private static void write(Wire wire, String event, Object object) {
        if (event == null) {
            wire.write(object);
        } else {
            wire.write(event, object);
        }
    }

    /**
     * Finds the records that are written by the method writers of interfaces.
     *
     * @return null if there are none
     */
    public Found ofMethods(Class<?> type, Class<?>... more) throws IOException {
        RecordKeyCapture capture = new RecordKeyCapture(files.get(0).format());
        Wire keys = Wire.of(WireFormats.byName(files.get(0).format()), capture, options);
        Set<String> names = new HashSet<>();
        for (String event : keys.methodWriterBuilder(type, more).eventNames()) {
            names.add(kindOfEvent(event, false));
            names.add(kindOfEvent(event, true));
        }
        names.retainAll(kinds);
        if (names.isEmpty()) {
            return null;
        }
        MessageHistory history = new MessageHistory(() -> 0);
        Object plain = keys.methodWriterBuilder(type, more).build();
        Object withHistory =
                keys.methodWriterBuilder(type, more).history(history).build();
        Set<String> found = new HashSet<>(names);
        found.removeIf(name -> name.startsWith("h:"));
        Found result = find(found, capture, wire -> new MethodSource(wire, plain, null));
        names.removeAll(found);
        Found others = find(names, capture, wire -> new MethodSource(wire, withHistory, history));
        if (result == null || others == null) {
            return result == null ? others : result;
        }
        result.addAll(others);
        return result;
    }

    /** Writes a message of the files again, as the application would. */
    private interface Source {
        void writeMessage(long number);
    }

    /** Writes objects. */
    private record ObjectSource(Wire wire, String event, Class<?> type, String typeName, Wire target)
            implements Source {
        @Override
        public void writeMessage(long number) {
            while (wire.index() < number && wire.next()) {}
            String name = wire.in().typeName();
            Object object = name == null || name.equals(typeName)
                    ? wire.read(type)
                    : wire.read().value();
            if (object != null
                    && !(object instanceof GenericRecord)) { // else the input names a class that is not registered
                write(target, event, object);
            }
        }
    }

    /** Calls a method writer. */
    private static final class MethodSource implements Source {
        private final MethodReader reader;

        MethodSource(Wire wire, Object writer, MessageHistory history) {
            var builder = wire.methodReaderBuilder().deletionsTo(writer);
            this.reader = history == null
                    ? builder.build(writer)
                    : builder.history(0, history).build(writer);
        }

        @Override
        public void writeMessage(long number) {
            reader.skipThrough(number - 1);
            reader.readOne();
        }
    }

    /** Finds the last message of each record of some kinds. A kind that the application cannot read is not found. */
    private Found find(Set<String> wanted, RecordKeyCapture capture, Function<Wire, Source> sources)
            throws IOException {
        if (wanted.isEmpty()) {
            return null;
        }
        Found found = new Found();
        Set<String> unreadable = new HashSet<>();
        long[] next = {0};
        for (Entry file : files) {
            WireFormat format = WireFormats.byName(file.format());
            try (InputStream stream = Files.newInputStream(file.path())) {
                long first = next[0];
                Source source = sources.apply(Wire.of(format, stream, forRecords(format)));
                read(file, in -> {
                    long number = next[0]++;
                    String kind = kindOf(in);
                    if (kind != null && wanted.contains(kind)) {
                        capture.clear();
                        try {
                            source.writeMessage(number - first);
                        } catch (RuntimeException e) {
                            capture.clear(); // the class does not fit, or its own code fails
                        }
                        if (kind.equals(capture.kind())) {
                            found.add(kind, capture.recordKey(), number);
                        } else {
                            unreadable.add(kind);
                        }
                    }
                });
            }
        }
        isComplete &= unreadable.isEmpty();
        kinds.removeAll(unreadable);
        unreadable.forEach(found::drop);
        return found;
    }

    // ---- reading

    private interface Reading {
        void accept(WireIn in);
    }

    private WireOptions forRecords(WireFormat format) {
        return JournalFiles.forCounting(format, options)
                .with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NEW);
    }

    private void readAll(Reading reading) throws IOException {
        for (Entry file : files) {
            read(file, reading);
        }
    }

    private void read(Entry file, Reading reading) throws IOException {
        WireFormat format = WireFormats.byName(file.format());
        try (InputStream stream = Files.newInputStream(file.path())) {
            WireIn in = format.newReader(stream, forRecords(format));
            while (in.nextMessage()) {
                reading.accept(in);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
