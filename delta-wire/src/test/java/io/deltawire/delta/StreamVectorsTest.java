package io.deltawire.delta;

import static io.deltawire.delta.testing.HandMadeStreams.OPEN;
import static io.deltawire.delta.testing.HandMadeStreams.block;
import static io.deltawire.delta.testing.HandMadeStreams.concat;
import static io.deltawire.delta.testing.HandMadeStreams.end;
import static io.deltawire.delta.testing.HandMadeStreams.framesAndCheck;
import static io.deltawire.delta.testing.HandMadeStreams.header;
import static io.deltawire.delta.testing.HandMadeStreams.headerOfStream;
import static io.deltawire.delta.testing.HandMadeStreams.hex;
import static io.deltawire.delta.testing.HandMadeStreams.numberedHeader;
import static io.deltawire.delta.testing.HandMadeStreams.sealing;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.VectorTables;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Reads vectors/delta/streams.txt: every operation, mask, value and edit of docs/spec/delta.md, including those that
 * this writer never chooses, and streams after damage.
 */
class StreamVectorsTest {
    private static final Path TABLE = Path.of(System.getProperty("projectDir"), "vectors", "delta", "streams.txt");
    private static final WireOptions LINE = WireOptions.DEFAULTS
            .with(YamlFormat.STYLE, YamlFormat.Style.LINE)
            .with(YamlFormat.DOCUMENT_MARKS, YamlFormat.DocumentMarks.NONE);
    /** Announces delta-of-delta prediction of leaf 0. */
    private static final String LINEAR = "C1 00 01 03";

    private record Case(String name, byte[] bytes) {}

    private final List<Case> cases = new ArrayList<>();

    StreamVectorsTest() {
        operations();
        masks();
        predictions();
        values();
        times();
        plainValues();
        nodes();
        edits();
        container();
    }

    /** Adds a stream of one frame: {@link HandMadeStreams#OPEN} and more bodies. */
    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void bodies(String name, String... bodies) {
        String[] all = new String[bodies.length + 1];
        all[0] = OPEN;
        System.arraycopy(bodies, 0, all, 1, bodies.length);
        stream(name, block(0, all), end(all.length));
    }

    private void stream(String name, byte[]... parts) {
        cases.add(new Case(name, concat(parts)));
    }

    private void operations() {
        bodies(
                "update of the previous slot, its successor, any slot",
                "C2 01 3D 01 10",
                "BD 00 02 02",
                "42 04",
                "42 02");
        bodies(
                "new record like the last, all absent, in a free slot",
                "C2 01 3D 02 02",
                "C2 00 3D 01 07 06",
                "C5 01",
                "C3 01 01 3D 00");
        bodies("the previous slot outlives deletion", "C2 01 3D 00", "C5 01", "C3 01 00 3D 01 07 06", "7D 01 02");
        bodies("last of the type outlives deletion", "C5 00", "C2 01 3D 02 02");
        bodies("forgotten, then a new one in its slot", "C6 00 C3 00 01 3D 00");
        bodies(
                "plain, meta and deleting messages change no state",
                "C7 09 02 68 69",
                "C9 07 02",
                "CA 10 17 01 61 07 02 1F",
                "3D 02 02");
        bodies("keys, skipped operations", "C8 00 02 00 01 E0 00 FF 02 01 02 3D 01 02");
        bodies("two types", "C0 01 01 08 01 61 C2 02 3D 01 05", "BD 00 01 02", "7D 01 00 06");
        stream("repeated where it is news", block(0, OPEN, "CC 3D 01 02"), end(1));
        stream("repeated to a reader that has it all", block(0, OPEN), block(1, "CC " + OPEN, "3D 02 02"), end(2));
        stream("repeated to a reader that joins there", block(1, "CC " + OPEN, "3D 02 02"), end(2));
        stream("repeated after a loss", block(0, OPEN), hex("83 00"), block(2, "CC " + OPEN, "3D 02 02"), end(3));
    }

    private void masks() {
        bodies("bitmap, kept and not", "3D 01 02", "3C 02 02", "01 02", "00 02 02");
        bodies("gaps, kept and not", "3F 01 01 02", "3E 02 00 00 02 02", "01 02", "3E 00");
        String[] updates = new String[60];
        for (int i = 0; i < 60; i++) {
            updates[i] = "3F 01 01 02"; // masks 1 to 60
        }
        updates[59] = "38 03 02"; // mask 59
        bodies("a mask of an index above 55", updates);
        bodies("a mask from before there were more leaves", "C0 00 01 08 01 63 3D 07 02 02 07 02", "00 02 02");
    }

    private void predictions() {
        bodies("linear, in the mask and not", LINEAR + "3D 01 14", "3D 00", "3D 01 01", "3D 00", "C1 00 00 03 3D 00");
        bodies("linear, a leaf that keeps its value", LINEAR + "3D 01 14", "3D 01 13", "3D 00");
        bodies(
                "linear, another form between",
                LINEAR + "3D 01 14",
                "3D 01 00 20 02",
                "3D 00",
                "3D 01 00 07 06",
                "3D 00");
        bodies(
                "linear past what a long holds",
                LINEAR + "3D 01 00 07 FA FF FF FF FF FF FF FF FF 01",
                "3D 01 04",
                "3D 00");
        bodies(
                "linear, a decimal, in the mask and not",
                "3D 01 00 42 14",
                LINEAR + "3D 01 06",
                "3D 00",
                "3D 01 01",
                "3D 01 00 43 02",
                "3D 00");
        bodies("last of the type", "C1 00 02 03 C2 00 3D 02 07 02", "BD 00 01 02", "BD 01 00");
        bodies(
                "time past midnight by prediction, and back",
                LINEAR + "3D 01 00 0D 01 FC C5 0A",
                "3D 01 02",
                "3D 01 03",
                "3D 01 00 07 02");
        bodies(
                "decimal past its bound by prediction, and back",
                LINEAR + "3D 01 00 20 EC FF FF FF FF FF FF 1F",
                "3D 01 12",
                "3D 01 13");
    }

    private void values() {
        bodies(
                "every full value",
                "3D 01 00 01",
                "3D 01 02",
                "3D 01 03",
                "3D 01 04",
                "3D 01 05",
                "3D 01 00 07 02",
                "3D 01 00 02");
        bodies("boolean, the other one and a full value", "3D 01 00 06", "3D 01 01", "3D 01 00 06", "3D 01 00 09 00");
        bodies(
                "text by its index, ring of one leaf",
                "3D 01 00 09 01 78",
                "3D 01 01 01 79",
                "3D 01 03",
                "3D 01 04",
                "3D 02 00 09 01 7A",
                "3D 01 00 0A 00");
        bodies(
                "text of 1,024 bytes is kept, of 1,025 not",
                "3D 01 00 09 80 08" + "78".repeat(1024),
                "3D 01 01 81 08" + "79".repeat(1025),
                "3D 01 01 01 7A",
                "3D 01 04",
                "3D 01 03");
        bodies("texts replace the oldest one", texts());
        bodies(
                "difference of a record's first message, like the last",
                "C1 00 01 03 3D 01 04",
                "C2 01 3D 01 04",
                "3D 00",
                "01 02",
                "3D 00");
        bodies(
                "difference of an item that was moved",
                "C0 00 03 00 01 6C 1A 0A C1 00 09 0D 03 3D 0C 07 02 07 04",
                "3D 0C 02 06",
                "CB 00 02 3D 00",
                "3D 00");
        bodies(
                "text in segments: bytes, digits, a copy, a UUID",
                "3D 01 00 16 20 0D 01 23 AB 28 78 79 78 79 78 79 78 79 78 79",
                "3D 01 02 1A 12 00 24 30 31 32 33 34 35 36 37 38",
                "3D 01 02 4A 03 00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF 04 21",
                "3D 01 02 0C 0A 00 04 7A 0E 00",
                "3D 01 02 00");
        bodies(
                "text in segments: copies from the texts of another leaf, and of the ring",
                "3D 03 00 09 10" + ascii("alpha-beta-gamma") + "00 09 10" + ascii("delta-wire texts"),
                "3D 01 02 12 16 00 04 2D 0E 14",
                "3D 02 03",
                "3D 02 01 01 78",
                "3D 01 02 06 0E 36");
        bodies(
                "text in segments: what is expected after digits and after a UUID",
                "3D 01 00 09 10" + ascii("alpha-beta-gamma"),
                "01 02 0A 05 AB 0E 00",
                "01 02 4E 03 00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF 0E 43");
        bodies(
                "text in segments: half a character in each",
                "3D 01 00 16 06 04 E2 08 82 AC",
                "3D 01 02 08 08 F0 9F 08 98 80");
        bodies(
                "text with other tokens",
                "3D 01 00 09 0C 74 30 39 3A 35 39 20 47 43 28 39 29",
                "3D 01 02 01 07 02 07 75 0E 02 00",
                "3D 01 02 01 00",
                "3D 01 02 05 05 02 78 79 00",
                "3D 01 00 16 03 01 00 00");
        bodies("lone surrogate", "3D 01 00 09 03 ED A0 BD");
        String tenth = "08 9A 99 99 99 99 99 B9 3F";
        bodies(
                "double by its bytes and by its index",
                "3D 01 00" + tenth,
                "3D 01 02 01 00",
                "3D 01 71 80",
                "3D 01 80",
                "3D 01 81",
                "3D 01 00 0F 02");
        bodies(
                "NaN with other bits, -0.0",
                "3D 01 00 08 01 00 00 00 00 00 F8 7F",
                "3D 01 00 08 00 00 00 00 00 00 00 80");
        bodies(
                "decimal, to more digits and to fewer",
                "3D 01 00 22 8F 03",
                "3D 01 02",
                "3D 01 00 24 01",
                "3D 01 00 21 02",
                "3D 01 00 20 00");
        bodies("number as text", "3D 01 00 32 01", "3D 01 04", "3D 01 00 30 0E", "3D 01 00 3F 02");
        bodies(
                "the value before null",
                "3D 01 00 01",
                "3D 01 0B",
                "3D 01 00 02",
                "3D 01 07 04",
                "3D 01 00 01",
                "3D 01 08 00 00 00 00 00 00 F0 3F",
                "3D 01 00 01",
                "3D 01 0B");
        bodies(
                "the value before null, an empty list between",
                "3D 01 00 04",
                "3D 01 01",
                "3D 01 07 0A",
                "3D 01 00 01",
                "3D 01 04",
                "3D 01 01",
                "3D 01 0B");
        bodies(
                "raw values",
                "3D 01 00 10 17 01 78 07 02 1F",
                "3D 01 11 07 02 09 01 79 1F",
                "3D 01 13 02 01 02",
                "3D 01 14 02 02 00 FF",
                "3D 01 14 00 09 01 00 00 00 00 00 00 00 00",
                "3D 01 15 0A 32 30 31 36 2D 30 37 2D 32 32",
                "3D 01 01",
                "3D 01 0B",
                "3D 01 10 1F",
                "3D 01 11 1F");
    }

    /** Writes 1,025 texts for one leaf, then the indexes of the second, the last and the last but one. */
    private static String[] texts() {
        String[] bodies = new String[1028];
        for (int i = 0; i < 1025; i++) {
            bodies[i] = (i == 0 ? "3D 01 00 09" : "3C 01 01") + "04" + ascii(String.format(Locale.ROOT, "%04d", i));
        }
        bodies[1025] = "3C 01 04"; // index 1: the second text
        bodies[1026] = "3C 01 03"; // index 0: the last one
        bodies[1027] = "3C 01 82 08"; // index 1,023: the one before
        return bodies;
    }

    private void times() {
        bodies("date, and a difference", "3D 01 00 0D 00 02", "3D 01 04", "3D 01 00 0D 20 01");
        bodies(
                "times of day",
                "3D 01 00 0D 01 00",
                "3D 01 7A",
                "3D 01 00 0D 09 02",
                "3D 01 00 0D 11 02",
                "3D 01 00 0D 19 02",
                "3D 01 00 0D 29 D0 0F");
        bodies("date-times", "3D 01 00 0D 02 00", "3D 01 77", "3D 01 00 0D 22 00");
        bodies("instants", "3D 01 00 0D 03 00", "3D 01 00 0D 0B 01", "3D 01 00 0D 23 00");
        bodies("offsets", "3D 01 00 0D 04 00 00", "3D 01 00 0D 04 A0 38 00", "3D 01 00 0D 24 01 00", "3D 01 02");
        bodies(
                "zones",
                "3D 01 00 0D 05 03 55 54 43 00",
                "3D 01 00 0D 0D 09 55 54 43 2B 30 31 3A 30 30 02",
                "3D 01 00 0D 05 06 2B 30 31 3A 30 30 00");
        bodies(
                "zone with summer time",
                "3D 01 00 0D 05 0C 45 75 72 6F 70 65 2F 50 61 72 69 73 C0 C5 D5 F1 0B",
                "3D 01 80 B4 89 13");
        bodies(
                "notations of a time of day",
                "3D 01 00 0D 41 00",
                "3D 01 7A",
                "3D 01 00 0D 49 02",
                "3D 01 00 0D 69 D0 0F",
                "3D 01 00 0D 51 02",
                "3D 01 00 0D 59 02");
        bodies(
                "notations of date-times",
                "3D 01 00 0D 42 00",
                "3D 01 77",
                "3D 01 00 0D C2 00",
                "3D 01 00 0D CA 01",
                "3D 01 00 0D EA 01",
                "3D 01 00 0D 43 00",
                "3D 01 00 0D 4B 02");
        bodies(
                "notations of offsets",
                "3D 01 00 0D 44 00 00",
                "3D 01 00 0D 4C B0 B5 02 02",
                "3D 01 00 0D C5 C7 7E 02",
                "3D 01 00 0D C6 A0 38 02",
                "3D 01 02",
                "3D 01 00 0D C7 A0 38 02");
        bodies("years of more than four digits", "3D 01 00 0D 00 80 A7 B3 03", "3D 01 00 0D 00 BF 9D DE 03");
    }

    private void plainValues() {
        bodies(
                "plain values",
                "C7 11 01 03 04 05 06 07 0A 08 00 00 00 00 00 00 F8 3F 09 01 78 13 01 FF 14 02 01 0F 22 06 32 06 0D 00 00 1F");
        bodies(
                "plain object",
                "C7 12 01 54 10 17 01 61 07 02 18 01 62 07 04 19 07 06 07 08 19 11 07 02 1F 09 01 78 1F");
        bodies("plain date or time as text", "C7 15 05 31 32 3A 33 30");
    }

    private void nodes() {
        bodies(
                "parents: that before, the one before, given",
                "C0 00 05 00 01 63 18 01 64 08 01 65 28 00 01 66 28 03 01 67 3D 3C 07 02 07 04 07 06 07 08");
        bodies("items, keys and types", "C0 00 06 00 01 6C 1A 0A 2B 00 07 06 20 00 01 6F 1C 3D 1C 07 02 07 04 07 06");
        bodies(
                "leaf of a node that there is, prefixes",
                "C0 00 04 00 04 70 72 69 63 05 03 0E 04 01 65 0E 02 02 6F 66 3D 1C 07 02 07 04 07 06");
        bodies(
                "copies of nodes, and values like those of the model",
                "C0 00 0A 00 01 6D 10 01 61 18 01 6E 08 01 74 00 01 6C 1A 0A 20 03 01 62 07 06 20 03 01 63"
                        + "3D 3C 00 0E 09 01 78 07 02 07 04",
                "3D C0 03 00 0E 00 0C 06 00 0C",
                "3D C0 03 00 01 00 02 00 02 00 02",
                "3D C0 03 0B 0B 07 0A 07 0C");
        bodies("event inside", "C0 00 02 00 01 63 19 01 64 3D 04 07 02");
        bodies("type names", "C0 00 01 0C 3D 04 09 01 54", "3D 04 00 30 0E", "3D 04 00 02");
        bodies(
                "a list with a gap is an error of the message alone",
                "C0 00 03 00 01 6C 1A 0A 3D 08 07 02",
                "3D 04 07 04");
        bodies("name of half a character and the other half", "C0 00 02 00 03 ED A0 BD 0E 01 03 ED B8 80 3D 04 07 02");
    }

    private void edits() {
        String list = "C0 00 05 00 01 6C 1A 0A 0A 0A 3D 1C 07 02 07 04 07 06";
        for (int item = 0; item < 4; item++) {
            for (int operation = 0; operation < 4; operation++) {
                if (item < 3 || operation == 0) {
                    bodies(
                            "edit " + operation + " of item " + item + " of three",
                            list,
                            String.format(Locale.ROOT, "CB 00 %02X 3D 00", item << 2 | operation));
                }
            }
        }
        bodies("edits one after the other", list, "CB 01 01 01 04 00 02 3D 04 02");
        bodies("an edit changes the last of the type", list, "CB 00 01 3D 00", "C2 01 3D 00");
        bodies(
                "edit of objects, whose leaves differ",
                "C0 00 07 00 01 6C 12 18 01 70 08 01 71 22 03 18 01 70 22 03 3D 1C 07 02 07 04 07 06",
                "CB 00 00 3D 00",
                "CB 00 01 3D 00");
    }

    private void numbered() {
        byte[] header = numberedHeader(0, 0, 0, 5);
        byte[] open = block(header, "05" + OPEN);
        byte[] second = framesAndCheck(open, "06 06 3D 01 02 05 07 01 02");
        byte[] third = framesAndCheck(second, "05 08 01 02");
        byte[] end = numberedHeader(EpochHeader.END, 1, 4, 9);
        byte[] next = block(numberedHeader(0, 1, 4, 9), "09" + OPEN);
        byte[] nextEnd = numberedHeader(EpochHeader.END, 2, 5, 10);
        stream("numbered", open, second, third, end);
        byte[] masked = framesAndCheck(open, "02 01 09 07 C6 12 04 C5 CD D5 D6 01");
        stream("numbered, masked", open, masked, numberedHeader(EpochHeader.END, 1, 2, 7));
        byte[] deflated = block(numberedHeader(2, 0, 0, 5), "05 11 01 11 00 EE FF" + OPEN);
        stream(
                "numbered, compressed and not",
                deflated,
                framesAndCheck(deflated, "07 06 00 3D 01 02"),
                numberedHeader(EpochHeader.END, 1, 2, 7));
        stream(
                "numbered, numbers left out before an epoch",
                open,
                block(numberedHeader(0, 1, 1, 9), "09" + OPEN),
                nextEnd(2));
        stream("numbered, frames and their check again", open, second, second, third, second, end);
        stream("numbered, a frame again before its check", open, hex("06 06 3D 01 02"), second, third, end);
        stream("numbered, a check again", open, second, hex("01"), check(open), third, end);
        stream("numbered, an epoch again", open, second, open, third, end, open, end);
        stream("numbered, frames missing", open, third, next, nextEnd);
        stream("numbered, frames swapped", open, third, second, next, nextEnd);
        stream("numbered, an epoch again after a loss", open, third, open, second, next, nextEnd);
        stream("numbered, many frames missing", open, framesAndCheck(open, "07 B0 09 3D 01 02"), next, nextEnd);
    }

    private static byte[] nextEnd(long messages) {
        return numberedHeader(EpochHeader.END, 2, messages, 10);
    }

    /** The checksum at the end of some bytes. */
    private static byte[] check(byte[] bytes) {
        return Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length);
    }

    private void container() {
        byte[] open = block(0, OPEN);
        stream("no bytes");
        stream("an end and nothing before it", header(EpochHeader.END, 0, 0));
        byte[] second = framesAndCheck(open, "05 3D 01 02 06 01 02 01 02");
        stream("several frames and checks", open, second, framesAndCheck(second, "04 01 02"), end(5));
        stream("epoch without frames", header(0, 0, 0), block(header(0, 1, 0), OPEN), end(1));
        byte[] masked = framesAndCheck(open, "02 01 08 C6 12 04 C5 CD D5 D6 01");
        stream("masked", open, masked, end(2));
        byte[] compressed = block(header(EpochHeader.DEFLATED, 0, 0), "11 01 11 00 EE FF" + OPEN);
        stream(
                "compressed, and in such an epoch not",
                compressed,
                framesAndCheck(compressed, "06 00 3D 01 02"),
                end(2));
        numbered();
        stream("streams one after the other", open, end(1), open, end(1));
        stream("a stream that goes on after its end", open, end(1), block(header(0, 100, 1), OPEN), header(1, 101, 2));
        stream("beginning in the middle of a stream", block(7, OPEN), end(8));
        stream("beginning at a check", hex("01 00 00 00 00"), block(7, OPEN), end(8));
        byte[] updates = hex("05 3D 01 02 04 01 02");
        stream(
                "frames that the next header seals",
                open,
                updates,
                block(sealing(0, 1, 3, open, updates), OPEN),
                end(4));
        stream(
                "frames sealed by whoever found them",
                open,
                updates,
                block(sealing(16, 1, 3, open, updates), OPEN),
                end(4));
        stream("frames that an end seals", open, updates, sealing(EpochHeader.END, 1, 3, open, updates));
        for (String torn : List.of("0B 3D 01", "82", "02 05", "01 00 00", "3F 3D 01 02 3D 01 02 C4")) {
            stream(
                    "sealed frames, then torn: " + torn,
                    open,
                    updates,
                    hex(torn),
                    block(sealing(0, 1, 3, open, updates), OPEN),
                    end(4));
        }
        byte[] wrong = hex("05 3D 01 02 04 01 04");
        stream("frames and a wrong seal", open, updates, block(sealing(0, 1, 3, open, wrong), OPEN), end(4));
        stream("frames without a check before an epoch", open, updates, block(header(0, 1, 3), OPEN), end(4));
        stream(
                "torn header, then the next",
                open,
                Arrays.copyOf(header(0, 1, 1), 9),
                block(header(0, 2, 1), OPEN),
                end(2));
        stream("messages missing before an epoch", open, block(3, OPEN), end(4));
        byte[] two = block(0, OPEN, "3D 01 02");
        stream("epoch twice", two, block(2, OPEN), block(2, OPEN), block(header(0, 2, 3), OPEN), end(4));
        stream("epoch before the last one again", two, block(header(0, 2, 2), OPEN), block(2, OPEN), end(3));
        stream("epoch missing", two, block(header(0, 2, 3), OPEN), end(4));
        stream("frames twice", open, second, second, block(header(0, 1, 5), OPEN), end(6));
        stream("frames missing", open, framesAndCheck(second, "04 01 02"), block(header(0, 1, 5), OPEN), end(6));
        stream("a length that leads past an epoch", open, hex("42 3D 01 02"), block(header(0, 16, 1), OPEN), end(2));
        stream("length beyond the input, epochs in it", open, hex("FF 7F"), block(2, OPEN), end(3));
        stream("new stream without an end before it", open, open, end(1));
        stream("middle of another stream", open, headerOfStream(7, 3, 9), end(1));
        stream("end found after damage", open, hex("83 00"), end(5));
        stream("end of fewer messages than there were", two, hex("83 00"), end(1));
        stream(
                "damage in a frame, then an epoch",
                open,
                framesAndCheck(open, "06 3D 01 02 CD"),
                block(3, OPEN),
                end(4));
        stream(
                "flag of a later version",
                open,
                block(header(1 << 20, 1, 1), OPEN),
                block(header(0, 2, 2), OPEN),
                end(3));
        stream("messages sent again in a later epoch", two, block(1, OPEN), end(2));
        stream("messages sent again, with what is repeated news", two, block(1, "CC " + OPEN, "3D 02 02"), end(2));
    }

    /** The messages read, and the errors by their kind. */
    private static String read(byte[] bytes) {
        List<String> read = new ArrayList<>();
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            for (String next = next(in); next != null; next = next(in)) {
                read.add(next);
            }
        }
        return String.join(" ; ", read);
    }

    private static String next(WireIn in) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (WireOut out = new YamlFormat().newWriter(text, LINE)) {
            if (!in.nextMessage()) {
                return null;
            }
            String kind = in.messageKind() == MessageKind.DATA
                    ? ""
                    : in.messageKind().toString().toLowerCase(Locale.ROOT) + " ";
            Transcoder.copyMessage(in, out);
            out.flush();
            return kind + text.toString(StandardCharsets.UTF_8).strip();
        } catch (TruncatedWireException e) {
            return "error truncated";
        } catch (MissingBaseException e) {
            return "error missing-base";
        } catch (MalformedWireException e) {
            return "error malformed";
        }
    }

    /** With -Dvectors.write=true this writes the table again, for an intended change of the format. */
    @Test
    void everyStreamReadsAsInTheTable() throws IOException {
        List<String> lines = VectorTables.rows(TABLE, cases.stream().map(c -> row(c, c.bytes)));
        assertEquals(cases.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            Case c = cases.get(i);
            String line = lines.get(i);
            byte[] bytes = HexFormat.of()
                    .parseHex(line.substring(line.lastIndexOf('|') + 1).strip());
            assertEquals(line, row(c, bytes));
        }
    }

    private static String row(Case c, byte[] bytes) {
        return (c.name + " | " + read(bytes) + " | " + HexFormat.of().formatHex(c.bytes)).strip();
    }
}
