package io.deltawire.yaml.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import io.deltawire.yaml.YamlFormat;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After a message has turned out to be malformed, further calls fail again, and the next messages are read. */
class BrokenMessageTest {
    private static WireIn reader(String yaml, Charset charset) {
        return new YamlFormat().newReader(yaml.getBytes(charset), WireOptions.DEFAULTS);
    }

    /** SnakeYAML's text is quoted completely, because its end says what to do. */
    @Test
    void errorTextOfTheParserIsNotTruncated() {
        assertSays("found character '@' that cannot start any token. (Do not use @ for indentation)", "a: @x\n");
        assertSays("expected <block end>, but found '<block mapping start>' at line 3", "a:\n  b: 1\n c: 2\n");
        assertSays("found character '\\t(TAB)' that cannot start any token. (Do not use", "a: 1\n\tb: 2\n");
    }

    private static void assertSays(String expected, String yaml) {
        WireIn in = reader(yaml, StandardCharsets.UTF_8);
        assertTrue(in.nextMessage());
        WireException e = assertThrows(WireException.class, () -> Trees.readMessage(in));
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }

    /** Encoded in ISO 8859-1, so that one byte is not valid UTF-8. */
    @ParameterizedTest
    @ValueSource(
            strings = {"a: b\n---\n\u00ff\n", "a: b\n---\nc: \u00ff\n", "a: b\n...\n...\n\u00ff\n", "a: b\n--- \u00ff"})
    void callsKeepFailingIfAMessageCannotBeBegun(String yaml) {
        for (int read = 0; read < 8; read++) {
            WireIn in = reader(yaml, StandardCharsets.ISO_8859_1);
            assertTrue(in.nextMessage());
            assertThrows(MalformedWireException.class, in::nextMessage);
            Executable[] all = {
                in::bool, in::int64, in::float64, in::decimal, in::text, in::bytes, in::temporal, in::beginObject
            };
            assertThrows(WireDataException.class, all[read]);
            assertEquals(WireToken.END_MESSAGE, in.peek());
        }
    }

    @Test
    void callsKeepFailingIfTheLocationFindsTheMessageMalformed() {
        WireIn in = reader("[? ? \n'\n", StandardCharsets.UTF_8);
        assertTrue(in.nextMessage());
        assertEquals(WireToken.BEGIN_LIST, in.peek());
        for (Executable read : List.<Executable>of(in::beginObject, in::beginObject, in::bool, in::text)) {
            assertThrows(WireException.class, read);
        }
        assertEquals(WireToken.END_MESSAGE, in.peek());
    }

    /** The scanner gives up within a scalar, and SnakeYAML cannot continue either. */
    @Test
    void callsKeepFailingIfTheParserCannotTakeOver() {
        String good = "---\na: {x: 1, y: z}\n";
        for (int read = 0; read < 4; read++) {
            WireIn in = reader(good + "---\na: {x: 1,\u00e9 y: z}\n" + good.repeat(3), StandardCharsets.ISO_8859_1);
            assertTrue(in.nextMessage());
            in.skipValue();
            assertTrue(in.nextMessage());
            assertThrows(MalformedWireException.class, in::skipValue);
            Executable[] all = {in::beginObject, in::beginList, in::int64, in::text};
            assertThrows(WireException.class, all[read]);
            assertEquals(WireToken.END_MESSAGE, in.peek());
            assertTrue(in.nextMessage());
            in.skipValue();
        }
    }
}
