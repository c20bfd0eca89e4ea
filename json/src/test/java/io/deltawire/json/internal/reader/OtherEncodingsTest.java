package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.json.JsonFormat;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only UTF-8 is accepted: zero bytes must not make the reader guess UTF-16 or UTF-32. */
class OtherEncodingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"\0\0\0{\"b\":2}\n", "\0\0\0{", "{\0\0\0", "\0{\0\"", "{\0\"\0", "[\0\0\0", "\0", "1\0\0\0"})
    void zeroBytesAreMalformed(String message) {
        String text = "{\"a\":1}\n" + message + "\n{\"c\":3}\n";
        WireIn in = new JsonFormat().newReader(text.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
        assertTrue(in.nextMessage());
        in.skipValue();
        assertFalse(in.hasNext());
        MalformedWireException e = assertThrows(MalformedWireException.class, () -> {
            in.nextMessage();
            in.skipValue();
            in.nextMessage();
        });
        assertEquals(2, e.location().line());
        assertTrue(e.location().column() >= 1 && e.getMessage().contains("U+0000"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE", "UTF-16"})
    void otherEncodingsAreMalformed(String charset) throws Exception {
        WireIn in = new JsonFormat().newReader("{\"a\":1}\n".getBytes(charset), WireOptions.DEFAULTS);
        assertThrows(MalformedWireException.class, () -> {
            in.nextMessage();
            in.skipValue();
        });
    }
}
