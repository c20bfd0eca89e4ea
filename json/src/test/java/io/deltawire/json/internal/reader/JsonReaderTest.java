package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.json.JsonFormat;
import io.deltawire.json.testing.TokenTrace;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
    private static final WireOptions UNWRAP =
            WireOptions.DEFAULTS.with(JsonFormat.UNWRAP_ARRAY, JsonFormat.TopLevelArray.UNWRAP);

    /** Rejects duplicate names, so that the tests also show that none are reported by mistake. */
    private static final WireOptions STRICT =
            WireOptions.DEFAULTS.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);

    private static WireIn strictReader(String json) {
        return new JsonFormat().newReader(json.getBytes(StandardCharsets.UTF_8), STRICT);
    }

    private static List<Object> readAll(String json, WireOptions options) {
        try (WireIn in = new JsonFormat().newReader(json.getBytes(StandardCharsets.UTF_8), options)) {
            return Trees.readAll(in);
        }
    }

    private static List<Object> readAll(String json) {
        return readAll(json, STRICT);
    }

    /** Returns the messages before the error, and the text of the error. */
    private static List<Object> readUntilError(String json, WireOptions options) {
        List<Object> read = new ArrayList<>();
        try (WireIn in = new JsonFormat().newReader(json.getBytes(StandardCharsets.UTF_8), options)) {
            while (in.nextMessage()) {
                read.add(Trees.readMessage(in));
            }
        } catch (WireException e) {
            read.add(e.getMessage());
        }
        return read;
    }

    private static String error(String json) {
        List<Object> read = readUntilError(json, STRICT);
        return (String) read.get(read.size() - 1);
    }

    @Test
    void anySequenceOfValuesIsAStreamOfMessages() {
        assertEquals(
                List.of(1L, 2L, "a", "b", List.of(), List.of(3L), Trees.map(), true, Trees.map("a", 1.5)),
                readAll("1 2\n\"a\"\"b\"[][3]\n\n{}true\r\n{\n  \"a\" : 1.5\n}"));
        assertEquals(List.of(), readAll(""));
        assertEquals(List.of(), readAll(" \n\t\r\n "));
        assertEquals(List.of(Trees.map()), readAll("\ufeff{}"));
    }

    @Test
    void outermostArrayIsOneMessageUnlessUnwrapped() {
        String json = "[{\"a\":1}, 2 ,[3],\n\"x\"] [] [[]] {\"b\":4}";
        List<Object> items = List.of(Trees.map("a", 1L), 2L, List.of(3L), "x");
        assertEquals(List.of(items, List.of(), List.of(List.of()), Trees.map("b", 4L)), readAll(json));
        List<Object> unwrapped = new ArrayList<>(items);
        unwrapped.add(List.of());
        unwrapped.add(Trees.map("b", 4L));
        assertEquals(unwrapped, readAll(json, UNWRAP));
    }

    @Test
    void brokenArraysAreErrorsWhenUnwrapped() {
        assertEquals(
                List.of(1L, "json: expected a value but was ']' at line 1, column 4, path $"),
                readUntilError("[1,]", UNWRAP));
        assertEquals(
                List.of(1L, "json: expected ',' or ']' but was '2' at line 1, column 4, path $"),
                readUntilError("[1 2]", UNWRAP));
        assertEquals(
                List.of(1L, "json: expected the rest of the array but the input ends at line 1, column 3, path $"),
                readUntilError("[1", UNWRAP));
        assertEquals(
                List.of(1L, "json: expected the rest of the array but the input ends at line 2, column 1, path $"),
                readUntilError("[1,\n", UNWRAP));
        assertEquals(
                List.of("json: expected a value but was ',' at line 1, column 2, path $"),
                readUntilError("[,1]", UNWRAP));
    }

    @Test
    void brokenLineIsReportedAndTheLinesAroundItAreRead() {
        String json = "{\"id\":1}\n{\"id\":2}\n{\"id\":}\n{\"id\":4}\n{\"id\":5\n{\"id\":6}\n";
        List<Object> read = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        try (WireIn in = new JsonFormat().newReader(json.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS)) {
            while (true) {
                try {
                    if (!in.nextMessage()) {
                        break;
                    }
                    in.beginObject();
                    assertEquals("id", in.fieldName());
                    long id = in.int64();
                    in.endObject();
                    read.add(id);
                } catch (MalformedWireException e) {
                    errors.add(e.getMessage());
                }
            }
        }
        assertEquals(
                List.of(
                        "json: expected a value but was '}' at line 3, column 7, path $.id",
                        "json: expected ',' or '}' but was '{' in the message that begins at line 5"
                                + " at line 6, column 1, path $.id"),
                errors);
        assertEquals(List.of(1L, 2L, 4L, 6L), read);
    }

    @Test
    void errorsSayWhatWasExpectedAndFoundAndWhere() {
        assertEquals("json: expected a value but was '}' at line 1, column 1, path $", error("}"));
        assertEquals("json: expected ':' but was ',' at line 1, column 5, path $", error("{\"a\",1}"));
        assertEquals("json: expected a name in quotes or '}' but was 'a' at line 1, column 2, path $", error("{a:1}"));
        assertEquals("json: expected a name in quotes but was '}' at line 1, column 8, path $", error("{\"a\":1,}"));
        assertEquals("json: expected ',' or ']' but was '}' at line 1, column 10, path $.a[1]", error("{\"a\":[1,2}"));
        assertEquals("json: expected a digit but was 'x' at line 1, column 10, path $.a[1]", error("{\"a\":[1,-x]}"));
        assertEquals("json: expected the end of the number but was 'x' at line 1, column 3, path $[0]", error("[1x]"));
        assertEquals(
                "json: expected no digit after a leading zero but was '1' at line 1, column 3, path $[0]",
                error("[01]"));
        assertEquals("json: expected true but was 'a' at line 1, column 3, path $[0]", error("[ta]"));
        assertEquals("json: expected the end of null but was 'x' at line 1, column 6, path $[0]", error("[nullx]"));
        assertEquals(
                "json: expected one of \"\\/bfnrtu after the backslash but was 'x' at line 2, column 5, path $.é",
                error("{\"é\":\n \"é\\x\"}").replace(" in the message that begins at line 1", ""));
        assertEquals(
                "json: expected four hexadecimal digits but was 'g' at line 1, column 6, path $", error("\"\\u00g0\""));
        assertEquals(
                "json: expected an escape for the control character but was U+001B at line 1, column 2, path $",
                error("\"\u001b[31m\""));
        assertEquals("json: expected a value but was '\\u202E' at line 1, column 2, path $[0]", error("[\u202e]"));
        assertEquals(
                "json: expected each name once in an object but \"a\" is given twice at line 1, column 13, path $.b",
                error("{\"b\":{\"a\":1,\"a\":2}}"));
    }

    @Test
    void wordsEndWhereTheNextValueBegins() {
        assertEquals(
                Arrays.asList(true, "a", null, List.of(1L), false, Trees.map()), readAll("true\"a\"null[1]false{}"));
        assertEquals(
                "json: expected ',' or '}' but was '\"' at line 1, column 10, path $.a", error("{\"a\":true\"b\":1}"));
        assertEquals("json: expected the end of true but was 'x' at line 1, column 5, path $", error("truex"));
        assertEquals("json: expected the end of true but was '_' at line 1, column 6, path $[0]", error("[true_]"));
        assertEquals("json: expected the end of null but was 'é' at line 1, column 6, path $[0]", error("[nullé]"));
    }

    @Test
    void errorsNameACharacterThatArrivesInParts() {
        for (String json : new String[] {"[\u202e]", "{\"a\" \ud83d\ude00", "[null\u00e9]"}) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            assertEquals(
                    TokenTrace.of(bytes, WireOptions.DEFAULTS), TokenTrace.ofStream(bytes, 1, WireOptions.DEFAULTS));
        }
    }

    /** The rest may arrive between the end that the scanner finds and the error that says so. */
    @Test
    void messageThatGoesOnAfterTheEndOfTheInputIsReadAgain() {
        for (String json : new String[] {
            "[tr|ue]", "[1,-|1]", "[1.|5]", "[1,| 2]", "[\"a|b\"]", "[\"\\u00|e9\"]", "{\"a\":{\"b\"|:null}}"
        }) {
            try (WireIn in = new JsonFormat().newReader(pausing(json.split("\\|")), WireOptions.DEFAULTS)) {
                assertTrue(in.nextMessage());
                assertThrows(TruncatedWireException.class, in::skipValue, json);
                assertTrue(in.nextMessage());
                assertEquals(readAll(json.replace("|", "")), List.of(Trees.readMessage(in)), json);
                assertFalse(in.nextMessage());
            }
        }
    }

    /** Returns a stream that reports its end once between its two parts. */
    private static InputStream pausing(String[] parts) {
        return new InputStream() {
            private int reads;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int space) {
                byte[] part = reads % 2 == 0 && reads < 4 ? parts[reads / 2].getBytes(StandardCharsets.UTF_8) : null;
                reads++;
                if (part == null) {
                    return -1;
                }
                System.arraycopy(part, 0, into, offset, part.length);
                return part.length;
            }
        };
    }

    @Test
    void truncationAfterATypedValueIsReportedAtTheEndOfTheInput() {
        for (String json : new String[] {
            "[{\"@dw:x\":12},{\"@dw:y\":true},{\"a\":{\"@dw:z\":null},\"b\":[{\"@dw:u\":-1.5e3}]},{\"@dw:v\":false}]",
            "{\"a\":{\"b\":[{\"@dw:x\":1},{\"@dw:y\":[{\"@dw:z\":true}]}],\"c\":-7}}"
        }) {
            for (int length = 1; length < json.length(); length++) {
                String prefix = json.substring(0, length);
                TruncatedWireException e = assertThrows(TruncatedWireException.class, () -> readAll(prefix), prefix);
                assertTrue(e.location().offset() <= length, e.getMessage());
            }
        }
    }

    @Test
    void truncatedInputIsItsOwnKindOfError() {
        String json = "{\"update\":{\"@dw:T\":{\"a\":[1.5,\"x\\u00e9\",true],\"b\":null}}}";
        for (int length = 1; length < json.length(); length++) {
            String prefix = json.substring(0, length);
            assertThrows(TruncatedWireException.class, () -> readAll(prefix), prefix);
        }
        assertEquals(
                "json: expected the rest of the message but the input ends at line 1, column 7, path $.a",
                error("{\"a\":1"));
    }

    @Test
    void duplicateNamesAreFoundAtEveryDepth() {
        assertTrue(error("{\"a\":1,\"b\":{\"a\":2,\"c\":{\"a\":3}},\"a\":4}").contains("\"a\" is given twice"));
        assertTrue(error("{\"a\":1,\"\\u0061\":4}").contains("\"a\" is given twice"));
        assertTrue(error("{\"x\":[{\"a\":1},{\"a\":1,\"a\":1}]}").contains("\"a\" is given twice"));
        assertEquals(
                2,
                readAll("{\"a\":1,\"b\":{\"a\":2}} {\"a\":1,\"b\":[{\"a\":2},{\"a\":2}]}")
                        .size());
        String inSkipped = "{\"s\":{\"a\":1,\"a\":2}}";
        try (WireIn in = strictReader(inSkipped)) {
            in.nextMessage();
            assertThrows(MalformedWireException.class, in::skipValue);
        }
        byte[] twice = "{\"a\":1,\"a\":2}".getBytes(StandardCharsets.UTF_8);
        try (WireIn in = new JsonFormat().newReader(twice, WireOptions.DEFAULTS)) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            assertEquals(1, in.int64());
            assertEquals("a", in.fieldName());
            assertEquals(2, in.int64());
            in.endObject();
        }
    }

    @Test
    void duplicateNamesAreFoundWhenReadByShape() {
        Shape shape = Shape.of(null, List.of("a", "b", "c"));
        for (String json : List.of(
                "{\"a\":1,\"b\":2,\"a\":3}",
                "{\"b\":1,\"a\":2,\"b\":3}",
                "{\"a\":1,\"a\":2}",
                "{\"x\":1,\"a\":1,\"x\":2}",
                "{\"c\":1,\"c\":2}",
                "{ \"a\":1, \"b\":2, \"b\":3}")) {
            try (WireIn in = strictReader(json)) {
                in.nextMessage();
                in.beginObject();
                MalformedWireException e = assertThrows(
                        MalformedWireException.class,
                        () -> {
                            for (int i = in.nextField(shape); i != WireIn.END; i = in.nextField(shape)) {
                                if (i == WireIn.UNKNOWN) {
                                    in.fieldName();
                                }
                                in.int64();
                            }
                        },
                        json);
                assertTrue(e.getMessage().contains("is given twice"), e.getMessage());
            }
        }
    }

    @Test
    void fieldsByShapeAreFoundInEveryLayout() {
        Shape shape = Shape.of(null, List.of("first", "@dw:second", "dritte_日本", "f4"));
        String[] layouts = {
            "{\"first\":1,\"@dw:second\":2,\"dritte_日本\":3,\"f4\":4}",
            "{ \"first\" : 1 , \"@dw:second\" : 2 ,\n \"dritte_日本\" : 3 , \"f4\" : 4 }",
            "{\"first\": 1, \"@dw:second\": 2, \"dritte_日本\": 3, \"f4\": 4}",
            "{\"f4\":4,\"dritte_日本\":3,\"@dw:second\":2,\"first\":1}",
            "{\"\\u0066irst\":1,\"\\u0040dw:second\":2,\"dritte_\\u65e5本\":3,\"f4\":4}"
        };
        for (String json : layouts) {
            try (WireIn in = strictReader(json + json)) {
                while (in.nextMessage()) {
                    in.beginObject();
                    long[] values = new long[4];
                    for (int i = in.nextField(shape); i != WireIn.END; i = in.nextField(shape)) {
                        values[i] = in.int64();
                    }
                    in.endObject();
                    assertEquals("[1, 2, 3, 4]", Arrays.toString(values), json);
                }
            }
        }
    }

    @Test
    void integersReadDirectlyMatchTokens() {
        for (String number : List.of(
                "0",
                "-1",
                "007",
                "-0",
                "1.0",
                "1e2",
                "12345678901234567890",
                "9223372036854775807",
                "-9223372036854775808",
                "999999999999999999",
                "1 ",
                "\"5\"",
                "1x",
                "-",
                "",
                "null",
                "3.5")) {
            String json = "{\"a\":" + number + "}";
            assertEquals(int64(json, true), int64(json, false), json);
        }
    }

    private static String int64(String json, boolean peeks) {
        try (WireIn in = strictReader(json)) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            if (peeks) {
                in.peek();
            }
            String value = String.valueOf(in.int64());
            in.endObject();
            return value;
        } catch (WireException e) {
            return e.getMessage();
        }
    }

    @Test
    void limitsAreEnforced() {
        WireLimits tight = new WireLimits(3, 60, 10, 6, 5, 10, 1000, 1, 1);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.LIMITS, tight);
        assertEquals(
                1,
                readAll("{\"@dw:T\":[{\"@abcd\":{\"12345\":\"1234567890\"}}]}", options)
                        .size());
        for (String json : List.of(
                "[[[[]]]]",
                "\"12345678901\"",
                "1234567",
                "{\"123456\":1}",
                "{\"ééé\":1}",
                "[" + "1,".repeat(40) + "1]")) {
            String said = (String) readUntilError(json, options).get(0);
            assertTrue(
                    said.contains("expected ") && said.contains(" of at most ")
                            || said.contains("expected at most 3 objects and lists"),
                    said);
        }
        assertEquals(1, readAll("\"é\\n😀😀\\u0041\\\"日x\"", options).size());
    }

    @Test
    void namesOfOneMessageAreBounded() {
        WireOptions few = STRICT.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(10, 1000));
        StringBuilder json = new StringBuilder();
        for (int message = 0; message < 1000; message++) {
            json.append("{\"first\":0");
            for (int i = 0; i < 19; i++) {
                json.append(",\"n").append(message).append('.').append(i).append("\":0");
            }
            json.append("}\n");
        }
        assertEquals(1000, readAll(json.toString(), few).size());
        String tooMany = "{\"a\":0," + json.substring(1);
        assertEquals(
                "json: expected at most 20 different names in one message but there are more"
                        + " at line 1, column 188, path $",
                readUntilError(tooMany, few).get(0));
        WireOptions allow = few.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ALLOW);
        assertEquals(1000, readAll(tooMany, allow).size());
    }

    @Test
    void collidingNamesDoNotMakeItSlow() {
        // Names that collide under String.hashCode and under multiplications of bytes: "Aa" and "BB".
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 1 << 15; i++) {
            json.append(i == 0 ? "\"" : ",\"");
            for (int bit = 0; bit < 15; bit++) {
                json.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            json.append("\":1");
        }
        try (WireIn in = strictReader(json.append('}').toString())) {
            assertTrue(in.nextMessage());
            in.beginObject();
            int count = 0;
            while (in.hasNext()) {
                in.fieldName();
                count += (int) in.int64();
            }
            assertEquals(1 << 15, count);
        }
    }

    @Test
    void limitsAreEnforcedOnWriting() {
        WireLimits tight = new WireLimits(3, 60, 10, 6, 5, 10, 1000, 1, 1);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.LIMITS, tight);
        Object[] tooMuch = {
            List.of(List.of(List.of(List.of()))),
            "12345678901",
            Trees.map("123456", 1L),
            new java.math.BigDecimal("1234567.5"),
            new Trees.Typed("123456", 1L),
            List.of("1234567890", "1234567890", "1234567890", "1234567890", "1234567890"),
            new Trees.Blob(new byte[11]),
            Trees.map(List.of(1L, 2L, 3L), 1L)
        };
        for (Object message : tooMuch) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = new JsonFormat().newWriter(bytes, options)) {
                assertThrows(WireDataException.class, () -> Trees.writeMessage(out, message), message.toString());
                out.cancelMessage();
                Trees.writeMessage(out, 1L);
            }
            assertEquals("1\n", bytes.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void endlessMessageEndsInAnErrorAndNotInMemory() {
        InputStream endless = new InputStream() {
            private boolean begun;

            @Override
            public int read() {
                return '1';
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                Arrays.fill(into, offset, offset + length, (byte) 'x');
                if (!begun) {
                    into[offset] = '"';
                    begun = true;
                }
                return length;
            }
        };
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(1 << 20));
        WireIn in = new JsonFormat().newReader(endless, options);
        in.nextMessage();
        MalformedWireException e = assertThrows(MalformedWireException.class, in::skipValue);
        assertTrue(e.getMessage().startsWith("json: expected a message of at most 1048576 bytes"), e.getMessage());
    }

    @Test
    void messagesWrittenLaterAreReadLater() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireIn in = new JsonFormat().newReader(bytes, WireOptions.DEFAULTS);
        WireOut out = new JsonFormat().newWriter(bytes, WireOptions.DEFAULTS);
        for (long i = 0; i < 1000; i++) {
            assertFalse(in.nextMessage());
            Trees.writeMessage(out, Trees.map("i", i));
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("i", i), Trees.readMessage(in));
        }
        assertFalse(in.nextMessage());
        assertEquals(0, bytes.readRemaining());
    }

    @Test
    void linesAndOffsetsAreRightAfterMessagesOfEveryLayout() {
        String json = "{\"a\":[\n1,\n2]} 3 \"é\" {\n}\n\n  true x";
        try (WireIn in = strictReader(json)) {
            List<String> places = new ArrayList<>();
            assertThrows(MalformedWireException.class, () -> {
                while (in.nextMessage()) {
                    places.add(in.location().line() + ":" + in.location().column() + "@" + in.messageOffset());
                    if (places.size() % 2 == 0) {
                        in.peek();
                    } else {
                        in.skipValue();
                    }
                }
            });
            assertEquals("[1:1@0, 3:5@14, 3:7@16, 3:11@21, 6:3@28, 6:8@33]", places.toString());
        }
    }

    @Test
    void valueOfAnotherTypeStaysUnread() {
        try (WireIn in = strictReader("{\"a\":{\"b\":\"text\",\"c\":[1.5],\"d\":null}}")) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            assertThrows(WireDataException.class, in::int64);
            in.beginObject();
            in.fieldName();
            WireDataException e = assertThrows(WireDataException.class, in::int64);
            assertEquals(
                    "json: expected an integer but was text \"text\" at line 1, column 11, path $.a.b", e.getMessage());
            assertThrows(WireDataException.class, in::float64);
            assertThrows(WireDataException.class, in::decimal);
            assertThrows(WireDataException.class, in::bool);
            assertThrows(WireDataException.class, in::nullValue);
            assertThrows(WireDataException.class, in::beginList);
            assertEquals("text", in.text());
            in.fieldName();
            assertThrows(WireDataException.class, in::beginObject);
            assertThrows(WireDataException.class, in::text);
            in.skipValue();
            in.fieldName();
            assertThrows(WireDataException.class, in::text);
            in.nullValue();
            assertFalse(in.hasNext());
            assertEquals(WireToken.END_OBJECT, in.peek());
            in.endObject();
            in.endObject();
        }
    }

    @Test
    void callsThatDoNotFitAreProgrammingErrors() {
        try (WireIn in = strictReader("{\"a\":[1]}")) {
            assertThrows(IllegalStateException.class, in::peek);
            in.nextMessage();
            in.beginObject();
            assertThrows(WireDataException.class, in::int64); // which may be the input's fault
            assertThrows(IllegalStateException.class, in::endList);
        }
        try (WireOut out = new JsonFormat().newWriter(new ByteArrayOutputStream(), WireOptions.DEFAULTS)) {
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            out.beginMessage();
            assertThrows(IllegalStateException.class, () -> out.field("a"));
            assertThrows(IllegalStateException.class, out::endMessage);
            out.beginObject();
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            assertThrows(IllegalStateException.class, () -> out.field(0));
            out.field("a");
            assertThrows(IllegalStateException.class, () -> out.field("b"));
            assertThrows(IllegalStateException.class, out::endObject);
            out.int64(1);
            assertThrows(IllegalStateException.class, out::endList);
            out.endObject();
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            out.endMessage();
        }
    }

    @Test
    void jsonIsDetectedAmongOtherText() {
        assertEquals(Match.LIKELY, detect("{\"a\":1}"));
        assertEquals(Match.LIKELY, detect(" \n{ }"));
        assertEquals(Match.LIKELY, detect("\ufeff[{\"a\":1}"));
        assertEquals(Match.MAYBE, detect("[1,2]"));
        assertEquals(Match.MAYBE, detect("\"text\"\n"));
        assertEquals(Match.MAYBE, detect("12.5\n"));
        for (String other : List.of(
                "",
                "{a: 1}",
                "[a, b]",
                "--- !T",
                "a: 1",
                "a,b,c\n",
                "\"a\",\"b\"\n",
                "\"a\": 1",
                "2016-07-22",
                "12:30",
                "- 1",
                "nullable: 1",
                "007")) {
            assertEquals(Match.NO, detect(other), other);
        }
    }

    private static Match detect(String text) {
        byte[] head = text.getBytes(StandardCharsets.UTF_8);
        return new JsonFormat().detect(head, head.length);
    }
}
