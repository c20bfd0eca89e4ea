package io.deltawire.cli.input;

import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.IndexFile;
import io.deltawire.wire.FollowedInputStream;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * One open input, after unpacking and with a known format. It owns the chain of streams from the file to the reader:
 * the raw bytes, the unpacked bytes, and the recent bytes that errors show.
 */
public final class Input implements Closeable {
    private final String name;
    private final long length;
    private final RawInput raw;
    private final Unpacking packed;
    /** The stream that ends where unpacking fails, or null. */
    private UnpackedStream unpacked;

    private final WireFormat format;
    private RecentBytes bytes;
    private IndexFile.Place start = new IndexFile.Place(0, 0);
    private boolean decoded;
    /** The file if reading waits for more at its end; else null. */
    private FollowedInputStream followed;

    private long hole;
    /** Receives the note that the format is a guess; null if it is certain. */
    private Console guess;

    private boolean isQuiet;
    private RetainedBytes kept;

    private Input(String name, long length, RawInput raw, Unpacking packed, RecentBytes bytes, WireFormat format) {
        this.name = name;
        this.length = length;
        this.raw = raw;
        this.packed = packed;
        this.bytes = bytes;
        this.format = format;
    }

    /**
     * How inputs are to be opened.
     *
     * @param format the format that is given, or null
     * @param unpacking the packing that is given, or null
     * @param follow whether to wait for more at the end of a file
     * @param quiet whether to print errors only
     * @param encoding the encoding of text, or null
     */
    public record Settings(WireFormat format, Unpacking unpacking, boolean follow, boolean quiet, Charset encoding) {
        public static Settings of(Arguments arguments) {
            String name = arguments.get(Option.INPUT);
            boolean isCsv =
                    arguments.has(Option.SKIP) || arguments.has(Option.COMMENT) || arguments.has(Option.DECIMAL_COMMA);
            WireFormat format = name == null || name.equals("auto")
                    ? isCsv ? new CsvFormat() : null
                    : FormatFinder.named(Option.INPUT, name);
            Unpacking unpacking = arguments.parse(Option.DECOMPRESS, null, text -> switch (text) {
                case "auto" -> null;
                case "none" -> Unpacking.NONE;
                case "gzip", "gz" -> Unpacking.GZIP;
                case "zstd", "zst" -> Unpacking.ZSTD;
                case "lz4" -> Unpacking.LZ4;
                default -> throw new IllegalArgumentException("expected auto, none, gzip, zstd or lz4");
            });
            Charset encoding = arguments.parse(Option.ENCODING, null, DecodedText::encoding);
            return new Settings(format, unpacking, arguments.has(Option.FOLLOW), arguments.has(Option.QUIET), encoding);
        }
    }

    /**
     * Opens a file, or standard input for {@code -}.
     *
     * @return the input, or null if it is empty
     */
    public static Input open(String name, Settings settings, Console console) {
        return open(name, settings, console, InputWait.NONE);
    }

    /**
     * Opens an input.
     *
     * @param wait receives the waits for bytes
     */
    public static Input open(String name, Settings settings, Console console, InputWait wait) {
        FollowedInputStream followed = isFollowed(name, settings) ? (FollowedInputStream) openFile(name, true) : null;
        RawInput raw = followed == null ? openRaw(name, console) : new RawInput(followed);
        raw.announceTo(wait);
        try {
            long length = lengthOf(name);
            long hole = length < 0 ? 0 : skipHole(name, raw, followed, settings);
            LookAheadStream packedBytes = new LookAheadStream(raw);
            Unpacking how = settings.unpacking() == null ? Unpacking.detect(packedBytes.head()) : settings.unpacking();
            UnpackedStream unpacked =
                    how == Unpacking.NONE ? null : new UnpackedStream(how.open(packedBytes, shown(name), wait));
            LookAheadStream plain = unpacked == null ? packedBytes : new LookAheadStream(unpacked);
            if (length < 0 || unpacked != null) {
                hole = Hole.pass(plain, isStandardInput(name) ? "" : name, settings.format());
            }
            byte[] head = plain.head();
            if (head.length == 0) {
                raw.close();
                return null;
            }
            InputStream source = plain;
            Charset encoding = settings.encoding() == null ? DecodedText.byMark(head) : settings.encoding();
            if (encoding != null
                    && !(settings.format() != null && settings.format().isBinary())) {
                LookAheadStream decoded = new LookAheadStream(new DecodedText(plain, encoding));
                head = decoded.head();
                source = decoded;
            }
            if ((settings.format() == null || settings.format().isBinary()) && HexDump.looksLike(head)) {
                LookAheadStream decoded = new LookAheadStream(new HexDump(source));
                head = decoded.head();
                source = decoded;
            }
            WireFormat format = settings.format() == null ? detect(head, name, settings, console) : settings.format();
            Input input = new Input(shown(name), length, raw, how, new RecentBytes(source, hole), format);
            if (unpacked != null && format.isBinary()) {
                unpacked.endAtFault();
                input.unpacked = unpacked;
            }
            input.decoded = source != plain;
            input.followed = followed;
            input.hole = hole;
            input.guess = settings.format() == null && FormatFinder.isGuess(head, isStandardInput(name) ? "" : name)
                    ? console
                    : null;
            input.isQuiet = settings.quiet();
            return input;
        } catch (IOException e) {
            close(raw);
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            close(raw);
            throw e;
        }
    }

    /** Whether an input is followed: a file, and not a pipe or a device. */
    public static boolean isFollowed(String name, Settings settings) {
        return settings.follow()
                && !isStandardInput(name)
                && (Files.isRegularFile(Path.of(name)) || !Files.exists(Path.of(name)));
    }

    private static RawInput openRaw(String name, Console console) {
        return new RawInput(isStandardInput(name) ? console.in() : openFile(name, false));
    }

    private static InputStream openFile(String name, boolean isFollowed) {
        if (name.isEmpty()) {
            throw Failure.usage("the name of an input is empty");
        }
        Path path = Path.of(name);
        try {
            if (Files.isDirectory(path)) {
                throw Failure.io(
                        name + ": is a directory without files of a Chronicle Queue (.cq4); name the files in it");
            }
            return isFollowed ? FollowedInputStream.open(path) : new FileInputStream(name);
        } catch (FileNotFoundException | NoSuchFileException e) {
            throw Failure.io(name + ": " + whyNotFound(path));
        } catch (AccessDeniedException e) { // its message is only the name
            throw Failure.io(name + ": cannot be opened: permission denied");
        } catch (IOException e) {
            throw Failure.io(name + ": cannot be opened: " + e.getMessage());
        }
    }

    /** Finds the reason that the exception of a file stream hides. */
    private static String whyNotFound(Path path) {
        try {
            Files.newInputStream(path).close();
        } catch (NoSuchFileException e) {
            return "no such file";
        } catch (AccessDeniedException e) {
            return "cannot be opened: permission denied";
        } catch (FileSystemException e) {
            return "cannot be opened: " + (e.getReason() == null ? e.getMessage() : e.getReason());
        } catch (IOException e) {
            return "cannot be opened: " + e.getMessage();
        }
        return "no such file"; // it was missing a moment ago
    }

    /**
     * Skips zeros at the start of a file. They are the hole that a writer makes when it continues after its file was
     * truncated. Waits if a followed file has only zeros, since it may be preallocated.
     *
     * @return the number of zeros skipped
     */
    private static long skipHole(String name, RawInput raw, FollowedInputStream followed, Settings settings)
            throws IOException {
        long start = Hole.end(Path.of(name), settings.format());
        while (start < 0 && followed != null) {
            raw.skipFully(1);
            raw.rewind(1);
            if (!raw.awaitChange(followed)) {
                return 0;
            }
            start = Hole.end(Path.of(name), settings.format());
        }
        raw.skipFully(Math.max(0, start));
        return Math.max(0, start);
    }

    /** The length of a file, or -1 if it is not a regular file. */
    private static long lengthOf(String name) {
        File file = isStandardInput(name) ? null : new File(name);
        return file != null && file.isFile() ? file.length() : -1;
    }

    private static WireFormat detect(byte[] head, String name, Settings settings, Console console) {
        WireFormat format = FormatFinder.detect(head, isStandardInput(name) ? "" : name);
        if (format == null) {
            throw new Failure(
                    Exit.CORRUPT,
                    shown(name) + ": not a known format: it begins with " + HexDump.describe(head)
                            + packedAdvice(head, settings));
        }
        String remark = settings.quiet() || isStandardInput(name) ? null : FormatFinder.remark(format, name);
        if (remark != null) {
            console.error(remark);
        }
        return format;
    }

    /** Returns advice on reading data of an unknown format, by the program that seems to have packed it. */
    private static String packedAdvice(byte[] head, Settings settings) {
        Unpacking again = Unpacking.detect(head);
        String packer = again == Unpacking.NONE ? Unpacking.otherProgram(head) : again.program();
        if (packer == null) {
            return "; --input names the format of data without a mark";
        }
        if (again == Unpacking.NONE) {
            return ", as what " + packer + " has packed; unpack it first";
        }
        return settings.unpacking() == Unpacking.NONE
                ? ", as what " + packer + " has packed, which " + Option.DECOMPRESS + " none leaves as it is"
                : ", as what " + packer + " has packed: it is packed twice; unpack it once by a pipe: " + packer
                        + " -dc ... | wire ...";
    }

    public static boolean isStandardInput(String name) {
        return name.equals("-");
    }

    /** The name of an input in messages. */
    public static String shown(String name) {
        return isStandardInput(name) ? "standard input" : name;
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // the fault that made us close is the one to report
        }
    }

    /** The name in messages. */
    public String name() {
        return name;
    }

    public WireFormat format() {
        return format;
    }

    /** Whether the input shows no sign of its format: any text may be YAML. */
    boolean isGuessed() {
        return guess != null;
    }

    /**
     * Reports that the format is a guess if the first message is one text, since any text that is not YAML becomes one.
     */
    void tellGuess(WireToken first) {
        boolean isOther = first != WireToken.BEGIN_OBJECT && first != WireToken.BEGIN_LIST;
        if (guess != null && isOther && !isQuiet) {
            guess.error(name + ": is read as " + format.name() + ", which is a guess: its first message is one value; "
                    + Option.INPUT + " names the format");
        }
    }

    public Unpacking packed() {
        return packed;
    }

    /** Throws the fault that unpacking has ended with, if any. */
    void checkUnpacked() {
        if (unpacked != null && unpacked.fault() != null) {
            throw new UncheckedIOException(unpacked.fault());
        }
    }

    /** The bytes of the format, after unpacking. */
    public RecentBytes bytes() {
        return bytes;
    }

    /**
     * Whether reading can begin in the middle: the input is a file that is neither packed, decoded nor followed, and
     * does not begin with a hole.
     */
    public boolean canSeek() {
        return length >= 0 && packed == Unpacking.NONE && !decoded && followed == null && hole == 0;
    }

    /**
     * Begins at a place of the file instead of its start. Allowed only if the input {@linkplain #canSeek can seek}, and
     * before a reader is made.
     */
    public void startAt(IndexFile.Place place) {
        try {
            raw.restart(new FileInputStream(name), place.offset());
            bytes = new RecentBytes(raw, place.offset());
            start = place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The place where reading began. */
    IndexFile.Place start() {
        return start;
    }

    /** Retains the bytes that a reader takes from now on, until they are released. */
    public RetainedBytes retainBytes() {
        kept = new RetainedBytes(bytes, hole + start.offset());
        return kept;
    }

    /** Returns a reader of the rest of the input. */
    WireIn reader(WireOptions options) {
        return format.newReader(kept == null ? bytes : kept, hole + start.offset(), options);
    }

    /** Opens a file from an offset on. */
    public static InputStream from(Path file, long offset) throws IOException {
        FileInputStream stream = new FileInputStream(file.toString());
        stream.getChannel().position(offset);
        return stream;
    }

    /** Whether reading waits for more at the end. */
    boolean isFollowed() {
        return followed != null;
    }

    /** Whether the file was truncated or replaced, so that there is another input of the same name. */
    public boolean isReplaced() {
        return followed != null && followed.isEnded();
    }

    /** A note about how the file has ended, if {@link #isReplaced}. */
    public String replacedNote() {
        return name + (followed.isTruncated() ? ": was truncated" : ": was replaced") + "; reading it from its start";
    }

    /**
     * Waits for more where the reader has no further message.
     *
     * @return false if the input has ended
     */
    boolean awaitChange() {
        if (followed == null || packed != Unpacking.NONE || decoded) {
            return false;
        }
        try {
            return raw.awaitChange(followed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The fault that the input begins with a hole, or null if it does not.
     *
     * @param goesOn whether reading continues after it
     */
    public FaultDescriber.Fault holeFault(boolean goesOn) {
        return hole == 0
                ? null
                : new FaultDescriber.Fault(
                        Exit.CORRUPT,
                        name + ": begins with " + hole + " zero bytes, as a file that was truncated (copytruncate)"
                                + " while its writer went on at its old position; the next byte is at " + hole,
                        goesOn ? List.of() : List.of(Recovery.advice("")));
    }

    /** The part of the file that has been read, from 0 to 1; -1 if unknown. */
    double progress() {
        return length <= 0 ? -1 : Math.min(1, (double) raw.count() / length);
    }

    /** The number of bytes read from the file, before unpacking. */
    long rawCount() {
        return raw.count();
    }

    @Override
    public void close() {
        close(bytes);
    }
}
