package io.deltawire.cli.input;

import io.deltawire.cli.message.Position;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.PartFile;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.IndexFile;
import io.deltawire.delta.IndexFile.Place;
import io.deltawire.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The offsets of a file at which reading can begin. A delta dump contains them itself. For other formats, and for
 * times, {@code wire index --write} makes an {@link IndexFile} beside the dump.
 */
public final class DumpIndex {
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

    /** Returns the places that the index file of a dump has, whatever their times; empty if there is none. */
    public static List<Place> placesOf(Path file, FileChannel dump) throws IOException {
        List<Place> written = read(file, dump, "");
        return written == null ? List.of() : written;
    }

    private static List<Place> read(Path file, FileChannel dump, String time) throws IOException {
        Path path = pathFor(file);
        if (!Files.isRegularFile(path)) {
            return null;
        }
        try (InputStream stream = Files.newInputStream(path)) {
            IndexFile index = IndexFile.read(stream);
            if (!index.isOf(dump)) {
                return null;
            }
            List<Place> places = new ArrayList<>();
            boolean isTimed = index.timeField().equals(time);
            for (Place place : index.places()) {
                places.add(isTimed ? place : new Place(place.offset(), place.messages()));
            }
            return index.size() < dump.size() ? open(places) : places;
        } catch (WireException e) {
            return null;
        }
    }

    /** Extends the last place to the end of the file, which may have grown, with times that are not known. */
    private static List<Place> open(List<Place> places) {
        if (!places.isEmpty()) {
            Place last = places.get(places.size() - 1);
            places.set(places.size() - 1, new Place(last.offset(), last.messages()));
        }
        return places;
    }

    public static Path pathFor(Path file) {
        return file.resolveSibling(file.getFileName() + IndexFile.SUFFIX);
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
        try (FileChannel dump = FileChannel.open(file)) {
            IndexFile index = IndexFile.of(dump, format, size, messages, time, places);
            index.write(new DataOut(part, pathFor(file).toString()));
        }
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
