package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The content of an index file: the offsets of a dump at which reading can begin. The command {@code wire index --write}
 * makes such a file beside a dump, with the name of the dump and {@link #SUFFIX}.
 *
 * <p>The dump may have any format, and be on another machine or in an object store: {@link DeltaFormat#splits(
 * SeekableByteChannel, IndexFile, int)} then reads a header for each part, and nothing between. An index file is a delta
 * dump. Its first message describes the indexed dump, and each further message is a {@link Place}.
 *
 * <p>A dump that has only grown since it was indexed still has a right index. Instances are immutable.
 */
public final class IndexFile {
    /** What the name of an index file has after the name of the dump. */
    public static final String SUFFIX = ".widx";

    private static final long VERSION = 1;
    private static final int EDGE_BYTES = 4096;
    private static final DeltaFormat FORMAT = new DeltaFormat();

    private final String format;
    private final long size;
    private final long messages;
    private final long checksum;
    private final String timeField;
    private final List<Place> places;

    /**
     * An offset to begin at, and the messages from there to the next one.
     *
     * @param offset in bytes from the start of the dump
     * @param messages the number of messages before it
     * @param from the earliest time of its messages, in nanoseconds since 1970; {@link Long#MAX_VALUE} if none has one
     * @param to the latest time; {@link Long#MIN_VALUE} if none has one
     */
    public record Place(long offset, long messages, long from, long to) {
        /** Creates a place whose messages may have any times. */
        public Place(long offset, long messages) {
            this(offset, messages, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private IndexFile(String format, long size, long messages, long checksum, String timeField, List<Place> places) {
        this.format = format;
        this.size = size;
        this.messages = messages;
        this.checksum = checksum;
        this.timeField = timeField;
        this.places = List.copyOf(places);
    }

    /**
     * Returns an index of the dump in a channel, of which a few bytes are read.
     *
     * @param format the name of its format
     * @param size the number of its bytes that are indexed
     * @param messages the number of messages in these bytes
     * @param timeField the field that holds the time of a message; empty for any
     * @param places the places in order
     * @throws IOException if the channel cannot be read
     */
    public static IndexFile of(
            SeekableByteChannel dump, String format, long size, long messages, String timeField, List<Place> places)
            throws IOException {
        return new IndexFile(
                Objects.requireNonNull(format, "format"),
                size,
                messages,
                checksum(dump, size),
                Objects.requireNonNull(timeField, "timeField"),
                places);
    }

    /**
     * Reads an index file, and leaves the stream open.
     *
     * @throws MalformedWireException if it is another dump, or of another version
     * @throws io.deltawire.wire.WireException if it is damaged or cut off
     */
    public static IndexFile read(InputStream stream) {
        WireIn in = FORMAT.newReader(Objects.requireNonNull(stream, "stream"), WireOptions.DEFAULTS);
        long version = -1;
        String format = "";
        String timeField = "";
        long size = -1;
        long messages = -1;
        long checksum = -1;
        if (begin(in)) {
            for (String name = nextName(in); name != null; name = nextName(in)) {
                switch (name) {
                    case "version" -> version = number(in);
                    case "format" -> format = text(in);
                    case "size" -> size = number(in);
                    case "messages" -> messages = number(in);
                    case "checksum" -> checksum = number(in);
                    case "time" -> timeField = text(in);
                    default -> in.skipValue();
                }
            }
        }
        if (version != VERSION || size < 0) {
            throw new MalformedWireException(
                    FORMAT.name(), "expected an index file of version " + VERSION + " but was another dump", null);
        }
        List<Place> places = new ArrayList<>();
        while (begin(in)) {
            places.add(place(in));
        }
        return new IndexFile(format, size, messages, checksum, timeField, places);
    }

    private static boolean begin(WireIn in) {
        boolean isThere = in.nextMessage() && in.peek() == WireToken.BEGIN_OBJECT;
        if (isThere) {
            in.beginObject();
        }
        return isThere;
    }

    /** Returns the name of the next entry, empty if it has none; null at the end of the object. */
    private static String nextName(WireIn in) {
        switch (in.peek()) {
            case END_OBJECT -> {
                in.endObject();
                return null;
            }
            case KEY -> {
                in.key();
                in.skipValue();
                return "";
            }
            default -> {
                return in.fieldName();
            }
        }
    }

    private static Place place(WireIn in) {
        long offset = -1;
        long messages = -1;
        long from = Long.MIN_VALUE;
        long to = Long.MAX_VALUE;
        for (String name = nextName(in); name != null; name = nextName(in)) {
            switch (name) {
                case "offset" -> offset = number(in);
                case "messages" -> messages = number(in);
                case "from" -> from = number(in);
                case "to" -> to = number(in);
                default -> in.skipValue();
            }
        }
        return new Place(offset, messages, from, to);
    }

    private static long number(WireIn in) {
        if (in.peek() == WireToken.INT64) {
            return in.int64();
        }
        in.skipValue();
        return -1;
    }

    private static String text(WireIn in) {
        if (in.peek() == WireToken.TEXT) {
            return in.text();
        }
        in.skipValue();
        return "";
    }

    /**
     * Writes the index file, and closes the stream.
     *
     * @throws java.io.UncheckedIOException if the stream fails
     */
    public void write(OutputStream stream) {
        try (WireOut out = FORMAT.newWriter(Objects.requireNonNull(stream, "stream"), WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.type("Index");
            out.beginObject();
            field(out, "version", VERSION);
            out.field("format");
            out.text(format);
            field(out, "size", size);
            field(out, "messages", messages);
            field(out, "checksum", checksum);
            out.field("time");
            out.text(timeField);
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

    /**
     * Returns whether a channel holds the dump that was indexed, perhaps with more at its end. It compares a checksum of
     * the first bytes, and of the last ones that were indexed.
     *
     * @throws IOException if the channel cannot be read
     */
    public boolean isOf(SeekableByteChannel dump) throws IOException {
        return size <= dump.size() && checksum == checksum(dump, size);
    }

    private static long checksum(SeekableByteChannel channel, long size) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer edge = ByteBuffer.allocate((int) Math.min(EDGE_BYTES, size));
        for (long offset : new long[] {0, size - edge.capacity()}) {
            edge.clear();
            channel.position(offset);
            while (edge.hasRemaining() && channel.read(edge) >= 0) {
                // a channel may return fewer bytes than requested
            }
            crc.update(edge.flip());
        }
        return crc.getValue();
    }

    /** The name of the dump's format. */
    public String format() {
        return format;
    }

    /** The number of bytes of the dump that were indexed. */
    public long size() {
        return size;
    }

    /** The number of messages in the bytes that were indexed. */
    public long messages() {
        return messages;
    }

    /** The field that holds the time of a message; empty for any. */
    public String timeField() {
        return timeField;
    }

    /** The places in order; the first one is the start of the dump. */
    public List<Place> places() {
        return places;
    }
}
