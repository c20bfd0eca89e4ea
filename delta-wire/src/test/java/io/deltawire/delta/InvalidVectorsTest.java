package io.deltawire.delta;

import static io.deltawire.delta.testing.HandMadeStreams.OPEN;
import static io.deltawire.delta.testing.HandMadeStreams.block;
import static io.deltawire.delta.testing.HandMadeStreams.concat;
import static io.deltawire.delta.testing.HandMadeStreams.end;
import static io.deltawire.delta.testing.HandMadeStreams.frame;
import static io.deltawire.delta.testing.HandMadeStreams.framesAndCheck;
import static io.deltawire.delta.testing.HandMadeStreams.header;
import static io.deltawire.delta.testing.HandMadeStreams.headerOfVersion;
import static io.deltawire.delta.testing.HandMadeStreams.hex;
import static io.deltawire.delta.testing.HandMadeStreams.numberedHeader;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.VectorTables;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every error that docs/spec/delta.md requires a decoder to raise: the streams of vectors/delta/invalid.txt. */
class InvalidVectorsTest {
    private static final Path TABLE = Path.of(System.getProperty("projectDir"), "vectors", "delta", "invalid.txt");

    /** An invalid stream, and a part of the error message. */
    private record Case(String name, String problem, byte[] bytes) {}

    private final List<Case> cases = new ArrayList<>();

    InvalidVectorsTest() {
        operations();
        edits();
        announcements();
        masks();
        values();
        plainValues();
        records();
        limits();
        compression();
        container();
    }

    /** Adds a body after {@link HandMadeStreams#OPEN}, or after more bodies. */
    private void body(String name, String problem, String... bodies) {
        String[] all = new String[bodies.length + 1];
        all[0] = OPEN;
        System.arraycopy(bodies, 0, all, 1, bodies.length);
        cases.add(new Case(name, problem, concat(block(0, all), end(bodies.length + 1))));
    }

    /** Adds a complete stream. */
    private void stream(String name, String problem, byte[]... parts) {
        cases.add(new Case(name, problem, concat(parts)));
    }

    private void operations() {
        body("operation reserved, first", "unknown operation 0xcd", "CD");
        body("operation reserved, last", "unknown operation 0xdf", "DF");
        body("skippable operation past the frame", "expected 5 bytes of skippable operation", "E0 05 00");
        body("update of a slot never opened", "a slot that is in use", "80 07 3D 00");
        body("update of a deleted slot", "a slot that is in use", "C5 00", "80 00 3D 00");
        body("update of the same slot, deleted", "the same one and there is none", "C5 00", "3D 00");
        body("update of the next slot, none yet", "the next one and there is none", "40");
        body(
                "update of the next slot, deleted",
                "the next one and there is none",
                "C2 01 3D 00",
                "BD 00 00",
                "C5 01",
                "40");
        body("operation reserved, between others", "unknown operation 0xc4", "C4 00 3D 00");
        body("deletion of a free slot", "a slot that is in use", "C5 01");
        body("deletion twice", "a slot that is in use", "C5 00", "C5 00");
        body("forgotten twice", "a slot that is in use", "C6 00 C6 00");
        body("forgotten, and no message in the body", "another byte", "C6 00");
        body("new record of an unknown type", "one of 1 types", "C2 02 3D 00");
        body("new record in a slot in use", "0 is in use", "C3 00 00 3D 00");
        body("new record beyond the next slot", "expected slot of at most 1", "C3 05 00 3D 00");
        stream(
                "new record like the last of a type without one",
                "the type has none",
                block(0, "C0 00 01 08 01 61 C2 01 3D 00"),
                end(1));
        stream("update of the same slot, none yet", "the same one and there is none", block(0, "00"), end(1));
        body("message after the announcements missing", "expected another byte", "C1 00 03");
    }

    private void edits() {
        String list = "C0 00 03 00 01 6C 1A 0A 3D 0C 07 02 07 04";
        body("edit of an unknown list", "one of 0 lists", "CB 00 01 3D 00");
        body("edit of a list beyond the last", "one of 1 lists", list, "CB 02 01 3D 00");
        body("item inserted without room", "with room for 2", list, "CB 00 00 3D 00");
        body("item removed that is not there", "operation 1 at item 2", list, "CB 00 09 3D 00");
        body("item dropped that is not there", "operation 2 at item 2", list, "CB 00 0A 3D 00");
        body("item kept that is not there", "operation 3 at item 2", list, "CB 00 0B 3D 00");
        body("edit of an empty list", "a list of 0 items", list, "CB 01 01 00 01 3D 00", "CB 00 02 3D 00");
        body("edit before a control operation", "expected the update", list, "CB 00 01 C5 00");
        body("edit without a record", "a slot that is in use", list, "CB 00 01 BD 05 00");
        body("edit cut off", "the message ends", list, "CB 00");
        body("edits without an end", "the message ends", list, "CB 01 01");
        body("65 edits", "at most 64 edits", list, "CB" + "01 03".repeat(64) + "00 03 3D 00");
    }

    private void announcements() {
        body("nodes of a type beyond the next", "one of 1 types", "C0 02 00");
        body("leaf of a node, with a leaf", "expected a node", "C0 00 01 0D 00");
        body("leaf of a node, with a parent", "expected a node", "C0 00 01 15 00");
        body("copies with a leaf", "expected a node", "C0 00 01 0F 01");
        body("copies with a parent", "expected a node", "C0 00 01 17 01");
        String map = "C0 00 04 00 01 6D 10 01 61 18 01 6E 20 01 01 62"; // m.a.n with a leaf, and m.b
        String copies = "an earlier node to copy";
        body("copies of nothing", copies, map, "C0 00 02 20 03 01 63 07 01");
        body("copies of the root", copies, "C0 00 02 00 01 63 07 03");
        body("copies of no node", copies, map, "C0 00 02 20 03 01 63 07 09");
        body("copies of the node itself", copies, map, "C0 00 02 20 03 01 63 07 00");
        body("copies of a node above", copies, map, "C0 00 02 20 03 01 63 07 04");
        body("copies below the root", copies, map, "C0 00 01 07 01");
        body("copies twice", copies, map, "C0 00 03 20 03 01 63 07 03 07 03");
        body(
                "copies deeper than 100",
                "a node at a depth of at most 100",
                "C0 00 67 00 01 78 10 01 79 20 00 01 63" + " 10 01 63".repeat(99) + " 07 65");
        body("node with bit 6", "expected a node", "C0 00 01 48 01 63");
        body("node with bit 7", "expected a node", "C0 00 01 88 01 63");
        body("node with parent 3", "expected a node", "C0 00 01 38 01 63");
        body("node with an unknown parent", "one of 3 nodes", "C0 00 01 28 09 01 63");
        body("leaf of an unknown node", "one of 3 nodes", "C0 00 01 05 09");
        body("field twice", "node given twice", "C0 00 01 08 01 61");
        body("field twice, by prefix", "node given twice", "C0 00 02 00 02 61 62 06 01 00");
        body("key twice", "node given twice", "C0 00 02 03 07 02 03 07 02");
        body("type node twice", "node given twice", "C0 00 02 0C 0C");
        body("node below a type node", "expected a node at a depth", "C0 00 02 0C 18 01 63");
        body("leaf twice", "leaf given twice", "C0 00 01 05 01");
        body("prefix longer than the name before", "length of shared prefix", "C0 00 02 00 01 63 06 02 64");
        body("prefix of no name", "length of shared prefix", "C0 00 01 06 01 64");
        body("more nodes than bytes", "count of nodes", "C0 00 7F 08 01 63");
        body("name past the frame", "expected 5 bytes of name", "C0 00 01 08 05 63");
        body("name that is no UTF-8", "expected UTF-8", "C0 00 01 08 01 C3");
        body("key that is no value", "expected a value", "C0 00 01 03 02");
        body("predictors of an unknown type", "one of 1 types", "C1 01 03");
        body("predictor of an unknown leaf", "a predictor of one of 2 leaves", "C1 00 08 03");
        body("predictor 3", "a predictor of one of 2 leaves", "C1 00 07 03");
        body("keys of an unknown type", "one of 1 types", "C8 01 00");
        body("more keys than leaves", "count of key leaves", "C8 00 03 00 01 01");
        body("key leaf unknown", "key leaf of at most 1", "C8 00 01 02");
    }

    private void masks() {
        body("mask never sent", "a mask that has been sent", "05");
        body("mask never sent, long index", "a mask that has been sent", "38 00");
        body("bitmap with a leaf that is not there", "a mask of 2 leaves", "3D 04 02");
        body("bitmap past the frame", "expected another byte", "3D");
        body("list with a leaf that is not there", "a leaf below 2", "3F 01 02 00");
        body("list of more leaves than there are", "count of changes of at most 2", "3F 03 00 00 00");
        body("list past the frame", "expected a varint", "3F 02 00");
        body("mask code of a new record above 63", "a mask code of at most 63", "C2 00 40");
    }

    private void values() {
        body("varint not in its shortest form", "shortest form", "3D 01 80 00");
        body("varint of more than 64 bits", "at most 64 bits", "3D 01 FF FF FF FF FF FF FF FF FF 03");
        body("varint of eleven bytes", "at most 64 bits", "3D 01 80 80 80 80 80 80 80 80 80 80 01");
        body("varint past the frame", "the message ends", "3D 01");
        body("varint cut off", "the message ends in it", "3D 01 80");
        body("shadow of the record that a new one is like", "expected", "3D 01 00 01", "C2 01 3D 02 02", "3D 01 00 0B");
        body("value code unknown", "expected a value", "3D 01 00 1F");
        body("value code above the last", "expected a value", "3D 01 00 80");
        body("boolean of 2", "expected 0 or 1", "3D 01 00 06", "3D 01 02");
        String text = "3D 01 00 09 04 61 62 39 39"; // ab99
        body("segment of no bytes", "a segment of a text", text, "3D 01 02 04 00");
        body("segment longer than the text", "a segment of a text", text, "3D 01 02 04 10 61 62 63 64");
        body("segment past the end of the text", "text of at most 3 bytes", text, "3D 01 02 06 08 61 62 08 63 64");
        body("digits past the end of the text", "text of at most 3 bytes", text, "3D 01 02 06 09 61 62");
        body("UUID past the end of the text", "text of at most 35 bytes", text, "3D 01 02 46 03" + "00".repeat(16));
        body("UUID with a length", "a segment of a text", text, "3D 01 02 48 07" + "00".repeat(16));
        String longer = "3D 01 00 09 10 61 62 63 64 65 66 67 68 69 6A 6B 6C 6D 6E 39 39"; // abcdefghijklmn99
        body("copy before the history", "a copy of the last 16 bytes", longer, "3D 01 02 04 0A 01");
        body("copy past the history", "a copy of the last 16 bytes", longer, "3D 01 02 04 0A 1E");
        body("copy of the text itself", "a copy of the last 16 bytes", longer, "3D 01 02 24 42 00 0A 00");
        body("copy far away", "a copy of the last 16 bytes", longer, "3D 01 02 04 0A FF FF FF FF FF FF FF FF FF 01");
        body("copy of a text of fewer than 16 bytes", "a copy of the last 0 bytes", text, "3D 01 02 04 0A 00");
        body("copy without a text before", "a copy of the last 0 bytes", "3D 01 00 16 04 0A 00");
        body("segments past the frame", "expected 2 bytes of text", text, "3D 01 02 04 08 61");
        body("segments that are no UTF-8", "expected UTF-8", text, "3D 01 02 02 04 FF");
        body("segments longer than a text may be", "text of at most", text, "3D 01 02 80 80 80 80 01 04 61");
        body("text in segments of the prediction, in full", "a text that has been sent", text, "3D 01 00 16 01 00");
        body("text in segments of one never sent", "a text that has been sent", text, "3D 01 02 05 00");
        body("replacement of no kind", "a token of a text", text, "3D 01 02 01 04 00");
        body("replacement after the last token", "a token of a text", text, "3D 01 02 01 09 00 00");
        body("number of a word", "the number of a token", text, "3D 01 02 01 02 02 00");
        body("number below 0", "the number of a token", text, "3D 01 02 01 06 C7 01 00");
        body("number above 10^18 - 1", "the number of a token", text, "3D 01 02 01 06 BA FF 9F F6 F4 AC DB E0 1B 00");
        body("tokens without an end", "expected a varint", text, "3D 01 02 01");
        body("tokens that are no UTF-8", "expected UTF-8", text, "3D 01 02 01 01 01 FF 00");
        body("text index never sent", "a text that has been sent", "3D 01 00 09 01 78", "3D 01 04");
        body("text index never sent, in full", "a text that has been sent", "3D 01 00 0A 00");
        body("text past the frame", "expected 5 bytes of text", "3D 01 00 09 05 61");
        body("text that is no UTF-8", "expected UTF-8", "3D 01 00 09 01 FF");
        body("text in more bytes than it needs", "expected UTF-8", "3D 01 00 09 02 C1 81");
        body("text of surrogates in six bytes", "expected UTF-8", "3D 01 00 09 06 ED A0 BD ED B8 80");
        body("text above U+10FFFF", "expected UTF-8", "3D 01 00 09 04 F4 90 80 80");
        String double0 = "3D 01 00 08 9A 99 99 99 99 99 B9 3F";
        body("double keeping no bytes", "the control byte of a double", double0, "3D 01 10");
        body("double of nine bytes", "the control byte of a double", double0, "3D 01 27 00 00 00 00 00 00 00");
        body("double index never sent", "a double that has been sent", double0, "3D 01 81");
        body("double index never sent, in full", "a double that has been sent", "3D 01 00 0F 00");
        body("double cut off", "expected 8 bytes of a double", "3D 01 00 08 00 00");
        body("decimal mantissa above 2^53", "a mantissa", "3D 01 00 20 82 80 80 80 80 80 80 20");
        body("decimal mantissa below -2^53", "a mantissa", "3D 01 00 20 81 80 80 80 80 80 80 20");
        body("decimal difference to above 2^53", "a mantissa", "3D 01 00 20 80 80 80 80 80 80 80 20", "3D 01 02");
        body("number text of 17 digits", "a mantissa", "3D 01 00 30 80 80 84 FE A6 DE E1 23");
        body("unscaled integer above 10^18 - 1", "a mantissa", "3D 01 00 42 80 80 A0 F6 F4 AC DB E0 1B");
        body("unscaled integer below 1 - 10^18", "a mantissa", "3D 01 00 42 FF FF 9F F6 F4 AC DB E0 1B");
        body(
                "difference to an unscaled integer above 10^18 - 1",
                "a mantissa",
                "3D 01 00 42 FE FF 9F F6 F4 AC DB E0 1B",
                "3D 01 02");
        body(
                "unscaled integer above 10^18 - 1 after another scale",
                "a mantissa",
                "3D 01 00 42 02",
                "3D 01 00 43 80 80 A0 F6 F4 AC DB E0 1B");
        body("value before null, none yet", "a value before the null", "3D 01 00 0B");
        body("value of a model that is absent", "a leaf with a model", "3D 01 00 02", "3D 01 0C");
        body("name above the root", "a leaf below a name", "3D 01 00 0E");
        body("time of class 6", "a time format", "3D 01 00 0D 06 02");
        body("time format with bit 7 alone", "a time format", "3D 01 00 0D 81 02");
        body("notation of a date", "a time format", "3D 01 00 0D 40 02");
        body("notation of a time of day with a blank", "a time format", "3D 01 00 0D C1 02");
        body("notation with a comma and no fraction", "a time format", "3D 01 00 0D 62 02");
        body("notation of 24 hours", "a date or time", "3D 01 00 0D 41 80 C6 0A");
        body("notation of a year above 9999", "a date or time", "3D 01 00 0D 42 80 86 A2 FF DF 0E");
        body("notation of an offset with seconds", "a date or time", "3D 01 00 0D 44 02 00");
        body("notation of hours with minutes", "a date or time", "3D 01 00 0D 47 78 00");
        body("notation of an offset above 18 hours", "a date or time", "3D 01 00 0D 44 F8 FA 07 00");
        body("date with a unit", "a time format", "3D 01 00 0D 08 02");
        body("time of day of 24 hours", "a date or time", "3D 01 00 0D 01 80 C6 0A");
        body("time of day below 0", "a date or time", "3D 01 00 0D 01 01");
        body("offset above 18 hours", "a date or time", "3D 01 00 0D 04 82 FA 07 00");
        body("text with a zone of changing rules", "an offset as the zone", "3D 01 00 0D 25 03 45 53 54 00");
        body("time zone of another syntax", "a date or time", "3D 01 00 0D 05 02 58 21 00");
        body(
                "linear prediction past midnight",
                "a date or time",
                "C1 00 01 03 3D 01 00 0D 01 FC C5 0A",
                "3D 01 02",
                "3D 00");
    }

    private void plainValues() {
        body("plain value missing", "expected another byte", "C7");
        body("plain value unknown", "expected a value", "C7 02");
        body("two type names", "a value after a type name", "C7 12 01 54 12 01 55 01");
        body("object entry without a name", "expected a name", "C7 10 01 1F");
        body("object ending after a name", "expected a value", "C7 10 17 01 61 1F");
        body("end without a beginning", "expected a value", "C7 1F");
        body("object without an end", "expected another byte", "C7 10 17 01 61 01");
        body("list without an end", "expected another byte", "C7 11 01");
        body("bytes past the frame", "expected 9 bytes of bytes", "C7 13 09 00");
        body("big decimal of no bytes", "a decimal", "C7 14 00 00");
        body("big decimal of scale 10,001", "a decimal", "C7 14 A2 9C 01 01 01");
        body("date or time as text that is none", "a date or time as text", "C7 15 01 61");
        body("decimal in a plain value above 2^53", "a mantissa", "C7 20 82 80 80 80 80 80 80 20");
        body("unscaled integer in a plain value above 10^18 - 1", "a mantissa", "C7 42 80 80 A0 F6 F4 AC DB E0 1B");
        body("typed value in a leaf", "expected a value", "3D 01 00 12 01 54 01");
    }

    private void records() {
        body("list with a gap", "without a gap", "C0 00 03 00 01 63 1A 0A 3D 08 07 02");
        body(
                "object and list at once",
                "an object or a list but was both",
                "C0 00 03 00 01 63 1A 08 01 64 3D 0C 07 02 07 02");
        body(
                "value and children at once",
                "a value and an object or list",
                "C0 00 02 08 01 63 18 01 64 3D 0C 07 02 07 02");
        body("type name that is a number", "expected text for the type name", "C0 00 01 0C 3D 04 07 02");
        body("type name that is empty", "a type name that is not empty", "C0 00 01 0C 3D 04 09 00");
        body("type name that is empty, plain", "a type name that is not empty", "C7 12 00 07 02");
        body("type name that is null", "expected text for the type name", "C0 00 01 0C 3D 04 01");
    }

    private void limits() {
        String list = "11".repeat(101) + "1F".repeat(101);
        body("plain value deeper than 100", "expected at most 100 objects and lists", "C7" + list);
        body(
                "nodes deeper than 100",
                "a node at a depth of at most 100",
                "C0 00 65" + "00 01 63" + "10 01 63".repeat(100));
        body("name of 1,025 bytes", "name length of at most 1024", "C0 00 01 08 81 08" + "63".repeat(1025));
        stream(
                "third record of a stream of two keys",
                "at most 2 keys",
                block(0, 2, 1 << 20, OPEN, "C2 00 3D 00", "C2 00 3D 00"),
                end(3));
        stream("state past what the header announces", "at most 1500 bytes", block(0, 2, 1500, OPEN), end(1));
    }

    private void compression() {
        byte[] header = header(EpochHeader.DEFLATED, 0, 0);
        // one stored DEFLATE block: 01, length, its complement, the bytes
        String stored = "01 11 00 EE FF" + OPEN;
        String no = "that inflate to";
        stream("compressed bodies shorter than said", no, block(header, "12" + stored), end(1));
        stream("compressed bodies longer than said", no, block(header, "10" + stored), end(1));
        stream("compressed data with bytes behind it", no, block(header, "11" + stored + "00"), end(1));
        stream("compressed data cut off", no, block(header, "11 01 11 00 EE FF C0"), end(1));
        stream("compressed data that is no DEFLATE", no, block(header, "11 FF FF FF"), end(1));
        stream("compressed data without a byte", "of a frame to inflate to at most", block(header, "11"), end(1));
        stream(
                "compressed data that would be too long",
                "of a frame to inflate to at most",
                block(header, "81 80 80 10" + "00".repeat(40)),
                end(1));
        stream(
                "compressed data that says more than it can be",
                "of a frame to inflate to at most",
                block(header, "FF FF 01" + stored),
                end(1));
        stream("frame of no body, not compressed", "expected another byte", block(header, "00"), end(1));
    }

    private void container() {
        byte[] open = block(0, OPEN);
        byte[] header = header(0, 0, 0);
        String later = "a later version wrote it";
        stream("no header", "expected the start of an epoch", hex("03 02 03"));
        stream("version 2", later, headerOfVersion(2), framesAndCheck(headerOfVersion(2), frame(OPEN)), end(1));
        stream("version 0", later, headerOfVersion(0), framesAndCheck(headerOfVersion(0), frame(OPEN)), end(1));
        stream("flag unknown", later, block(header(32, 0, 0), OPEN), end(1));
        stream("flag unknown, last", later, block(header(1L << 63, 0, 0, 1000, 1 << 20), OPEN), end(1));
        stream("found but not sealed", later, block(header(EpochHeader.FOUND, 0, 0), OPEN), end(1));
        stream(
                "header with a wrong checksum",
                "complete header with a right checksum",
                changed(concat(open, end(1)), 12));
        stream("header cut off", "the input ends in", Arrays.copyOf(header, header.length - 5));
        stream(
                "more keys than the reader bears",
                "up to 65537 records",
                block(header(0, 0, 0, 65_537, 1 << 20), OPEN),
                end(1));
        stream(
                "more state than the reader bears",
                "bytes of state",
                block(header(0, 0, 0, 1000, (64 << 20) + 1), OPEN),
                end(1));
        stream("code 0", "expected a frame", open, hex("00 02"));
        stream("checksum and no epoch", "expected the start of an epoch", hex("01 00 00 00 00 05"));
        stream("new stream before the end", "expected an end mark before a new stream", open, open, end(1));
        stream("checksum wrong", "expected CRC32C", changed(open, open.length - 1), end(1));
        byte[] second = framesAndCheck(open, "05 3D 01 02");
        byte[] third = framesAndCheck(second, "05 3D 01 04");
        stream("frames and their check lost", "expected CRC32C", open, third, end(3));
        stream("frames and their check twice", "expected CRC32C", open, second, second, end(3));
        stream("frames and their checks in another order", "expected CRC32C", open, third, second, end(3));
        stream("frame changed", "expected CRC32C", changed(open, header.length + 5), end(1));
        stream("frame without a checksum", "have no checksum yet", Arrays.copyOf(open, open.length - 5));
        stream(
                "epoch after a frame without a checksum",
                "a checksum before the next epoch",
                Arrays.copyOf(open, open.length - 5),
                open,
                end(2));
        stream("frame past the input", "have no checksum yet", Arrays.copyOf(open, open.length - 9));
        stream(
                "frame longer than messages may be",
                "expected a frame of 1 to",
                header,
                hex("FF FF FF FF 0F 00 00 00 00 00 00 00"));
        stream("mask 0", "expected a mask", open, framesAndCheck(open, "02 00 03 3D 01 02"), end(2));
        stream("mask of more than 32 bits", "expected a mask", open, framesAndCheck(open, "02 8080808010 03 3D 01 02"));
        stream("masked frame of no bytes", "expected a frame of 1 to", open, framesAndCheck(open, "02 01 00"));
        stream("length not in its shortest form", "shortest form", open, framesAndCheck(open, "85 00 3D 01 02"));
        byte[] numbered = block(numberedHeader(0, 0, 0, 5), "05" + OPEN);
        stream("numbered, no number", "another byte", block(numberedHeader(0, 0, 0, 5), "05"), end(1));
        stream("numbered, another first number", "1 frame is missing", block(numberedHeader(0, 0, 0, 4), "05" + OPEN));
        stream("numbered, a frame missing", "1 frame is missing", numbered, framesAndCheck(numbered, "06 07 3D 01 02"));
        stream(
                "numbered, number not in its shortest form",
                "shortest form",
                numbered,
                framesAndCheck(numbered, "07 86 00 3D 01 02"));
        stream("no end", "without an end mark", open);
        stream("end with a wrong checksum", "complete header with a right checksum", open, changed(end(1), 7));
        stream("end cut off", "the input ends in", open, Arrays.copyOf(end(1), 4));
        stream("frame after an end", "expected the start of an epoch", open, end(1), hex("05 3D 01 02"));
        stream("end with one message too many", "expected 2 messages before the end", open, end(2));
        stream("end with one message too few", "message 0 again", open, end(0));
        stream("message missing before an epoch", "1 message is missing", open, block(2, OPEN), end(3));
        stream("end and nothing before it", "2 messages before the end", end(2));
        stream("epoch twice", "a duplicate", open, block(1, OPEN), block(1, OPEN), end(2));
    }

    private static byte[] changed(byte[] bytes, int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 0x10;
        return copy;
    }

    /** The first error of a stream and the number of messages before it, in the form of the table. */
    private static String found(byte[] bytes, String name, String problem) {
        int messages = 0;
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                Trees.readMessage(in);
                messages++;
            }
        } catch (MalformedWireException e) {
            assertTrue(e.getMessage().contains(problem), name + ": " + e.getMessage());
            String kind = e instanceof TruncatedWireException
                    ? "truncated"
                    : e instanceof MissingBaseException ? "missing-base" : "malformed";
            return kind + " | " + messages + " | " + e.location().offset();
        }
        throw new AssertionError(name + ": no error, " + messages + " messages");
    }

    /** With -Dvectors.write=true this writes the table again, for an intended change of the format. */
    @Test
    void everyInvalidStreamIsRefusedAtTheMessageInTheTable() throws IOException {
        List<String> lines = VectorTables.rows(
                TABLE, cases.stream().map(c -> c.name + " | " + found(c.bytes, c.name, c.problem) + " | " + shown(c)));
        assertEquals(cases.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            Case c = cases.get(i);
            String line = lines.get(i);
            String[] cells = line.split(" \\| ");
            byte[] bytes = HexFormat.of().parseHex(cells[4]);
            assertEquals(line, cells[0] + " | " + found(bytes, c.name, c.problem) + " | " + shown(c));
        }
    }

    private static String shown(Case c) {
        return HexFormat.of().formatHex(c.bytes);
    }

    @Test
    void liveReaderRaisesTheSameErrorsExceptForTails() {
        for (Case c : cases) {
            boolean isTail = c.problem.contains("end mark")
                    || c.name.equals("end and nothing before it")
                    || c.problem.contains("no checksum yet")
                    || c.problem.contains("checksum before the next epoch");
            WireOptions live = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED);
            String error = null;
            try (WireIn in = new DeltaFormat().newReader(c.bytes, live)) {
                while (in.nextMessage()) {
                    Trees.readMessage(in);
                }
            } catch (MalformedWireException e) {
                error = e.getMessage();
            }
            assertTrue(isTail || error != null, c.name);
        }
    }

    @Test
    void higherLimitAllowsDeeperValues() {
        WireOptions deep = WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(200));
        byte[] bytes = cases.stream()
                .filter(c -> c.name.equals("plain value deeper than 100"))
                .findFirst()
                .orElseThrow()
                .bytes;
        assertEquals(2, Trees.readAll(new DeltaFormat().newReader(bytes, deep)).size());
    }
}
