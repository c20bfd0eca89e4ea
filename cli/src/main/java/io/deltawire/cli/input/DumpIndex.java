package io.deltawire.cli.input;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.Position;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.PartFile;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The offsets of a file at which reading can begin. A delta dump contains them itself. For other formats, and for
 * times, {@code wire index --write} makes an index file beside the dump. The index file is a delta dump, whose first
 * message describes the indexed file; a file that has only grown since then still matches.
 */
public final class DumpIndex {
    /** The suffix of an index file's name. */
    static final String SUFFIX = ".widx";

    private static final long VERSION = 1;
    private static final int EDGE = 4096;

    /**
     * An offset to begin at, and the messages from there to the next one.
     *
     * @param offset in bytes from the start of the file
     * @param messages the number of messages before it
     * @param from the earliest time of its messages, in nanoseconds since 1970; {@link Long#MAX_VALUE} if none has one
     * @param to the latest time; {@link Long#MIN_VALUE} if none has one
     */
    public record Place(long offset, long messages, long from, long to) {
        /** A place of unknown times. */
        public Place(long offset, long messages) {
            this(offset, messages, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private final List<Place> places;

    public DumpIndex(List<Place> places) {
        this.places = places;
    }

    /** Returns the places in order. The first one is the start of the file. */
    public List<Place> places() {
        return places;
    }

    /**
     * Returns the index of a file.
     *
     * @param delta whether the file contains its places itself
     * @param time the field that holds the time, or empty
     * @return null if reading can begin at the start only
     */
    public static DumpIndex open(Path file, boolean delta, String time) {
        try (FileChannel channel = FileChannel.open(file)) {
            List<Place> written = read(file, channel, time);
            if (!delta) {
                return written == null ? null : new DumpIndex(written);
            }
            Map<Long, Place> known = new HashMap<>();
            if (written != null) {
                written.forEach(place -> known.put(place.offset(), place));
            }
            List<Place> places = new ArrayList<>();
            for (DeltaFormat.StartPoint start : DeltaFormat.startPoints(channel)) {
                Place place = known.get(start.offset());
                places.add(
                        place == null || place.messages() != start.messages()
                                ? new Place(start.offset(), start.offset() == 0 ? 0 : start.messages())
                                : place);
            }
            return places.size() < 2 ? null : new DumpIndex(places);
        } catch (IOException e) {
            // Reading the file from its start fails the same way, and reports it.
            return null;
        }
    }

    /**
     * Returns the place at an offset where a block begins that can be read on its own. Such blocks are found even after
     * damage, at which an index ends. Null if no such block begins there.
     */
    public static Place startAt(Path file, long offset) {
        try (FileChannel channel = FileChannel.open(file)) {
            DeltaFormat.StartPoint start = DeltaFormat.startPointAt(channel, offset);
            if (start == null || offset == 0) {
                return start == null ? null : new Place(0, 0);
            }
            long before = 0;
            for (DeltaFormat.StartPoint known : DeltaFormat.startPoints(channel)) {
                before = known.offset() <= offset ? known.messages() - known.sequence() : before;
            }
            return new Place(offset, before + start.sequence());
        } catch (IOException e) {
            return null; // reading the file fails the same way, and reports it
        }
    }

    private static List<Place> read(Path file, FileChannel dump, String time) throws IOException {
        Path path = pathFor(file);
        if (!Files.isRegularFile(path)) {
            return null;
        }
        List<Place> places = new ArrayList<>();
        boolean grown;
        try (InputStream stream = Files.newInputStream(path);
                WireIn in = new DeltaFormat().newReader(stream, WireOptions.DEFAULTS)) {
            MessageTape tape = new MessageTape();
            if (!next(in, tape) || number(tape, "version") != VERSION) {
                return null;
            }
            long size = number(tape, "size");
            grown = size < dump.size();
            boolean same = size <= dump.size() && number(tape, "checksum") == checksum(dump, size);
            if (!same) {
                return null;
            }
            int field = FieldPaths.find(tape, "time");
            boolean timed = field >= 0 && time.equals(tape.value(field));
            while (next(in, tape)) {
                long offset = number(tape, "offset");
                long messages = number(tape, "messages");
                places.add(
                        timed
                                ? new Place(offset, messages, number(tape, "from"), number(tape, "to"))
                                : new Place(offset, messages));
            }
        } catch (WireException e) {
            return null;
        }
        return grown ? open(places) : places;
    }

    /** Extends the last place to the end of the file, which may have grown, with times that are not known. */
    private static List<Place> open(List<Place> places) {
        if (!places.isEmpty()) {
            Place last = places.get(places.size() - 1);
            places.set(places.size() - 1, new Place(last.offset(), last.messages()));
        }
        return places;
    }

    private static boolean next(WireIn in, MessageTape tape) {
        if (!in.nextMessage()) {
            return false;
        }
        io.deltawire.wire.Transcoder.copyMessage(in, tape);
        return true;
    }

    private static long number(MessageTape tape, String field) {
        int index = FieldPaths.find(tape, field);
        return index >= 0 && tape.value(index) instanceof Long number ? number : -1;
    }

    /** Identifies a file by its first bytes and those before {@code size}. */
    private static long checksum(FileChannel channel, long size) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer edge = ByteBuffer.allocate((int) Math.min(EDGE, size));
        for (long at : new long[] {0, size - edge.capacity()}) {
            edge.clear();
            while (edge.hasRemaining()) {
                int read = channel.read(edge, at + edge.position());
                if (read < 0) {
                    break;
                }
            }
            crc.update(edge.flip());
        }
        return crc.getValue();
    }

    public static Path pathFor(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    /**
     * Writes the index file of a dump. The file gets its name when it is complete.
     *
     * @param size the number of bytes of the dump that it covers
     */
    public void write(Path file, String format, long size, long messages, String time) throws IOException {
        PartFile part = PartFile.create(pathFor(file));
        boolean done = false;
        try {
            write(file, part.stream(), format, size, messages, time);
            part.complete();
            done = true;
        } finally {
            if (!done) {
                part.discard();
            }
        }
    }

    private void write(Path file, OutputStream part, String format, long size, long messages, String time)
            throws IOException {
        try (FileChannel dump = FileChannel.open(file);
                OutputStream stream = new DataOut(part, pathFor(file).toString());
                WireOut out = new DeltaFormat().newWriter(stream, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.type("Index");
            out.beginObject();
            field(out, "version", VERSION);
            out.field("format");
            out.text(format);
            field(out, "size", size);
            field(out, "messages", messages);
            field(out, "checksum", checksum(dump, size));
            out.field("time");
            out.text(time);
            out.endObject();
            out.endMessage();
            for (Place place : places) {
                out.beginMessage();
                out.type("Place");
                out.beginObject();
                field(out, "offset", place.offset());
                field(out, "messages", place.messages());
                field(out, "from", place.from());
                field(out, "to", place.to());
                out.endObject();
                out.endMessage();
            }
        }
    }

    private static void field(WireOut out, String name, long value) {
        out.field(name);
        out.int64(value);
    }

    /** The last place before which nothing is wanted. */
    public Place before(Position from) {
        Place best = places.get(0);
        long latest = Long.MIN_VALUE;
        for (Place place : places) {
            boolean skips = switch (from.kind()) {
                case NUMBER -> place.messages() < from.value();
                case OFFSET -> place.offset() <= from.value();
                case TIME -> latest < from.value();
            };
            if (!skips) {
                break;
            }
            best = place;
            latest = Math.max(latest, place.to());
        }
        return best;
    }

    /**
     * The offset of the first place from which on every message is later than a time; the largest number if there is
     * none.
     */
    public long endOf(long time) {
        long end = Long.MAX_VALUE;
        for (int i = places.size() - 1; i > 0 && places.get(i).from() > time; i--) {
            end = places.get(i).offset();
        }
        return end;
    }
}
