package io.deltawire.cli.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class MessageTapeTest {
    /** As many tokens as a message has that is not packed. */
    private static final int UNPACKED = 16_384;

    @Test
    void messagesThatTakeMoreThanTheirShareOfTheHeapAreAnError() {
        MessageTape tape = new MessageTape();
        tape.beginMessage(MessageKind.DATA);
        tape.beginList();
        String text = "x".repeat(1 << 20);
        long most = MessageMemory.maxBytes() / text.length() + 2 * UNPACKED;
        WireDataException e = assertThrows(WireDataException.class, () -> {
            for (long i = 0; i < most; i++) {
                tape.text(i < UNPACKED ? "" : text);
            }
        });
        assertTrue(e.getMessage().contains("WIRE_JAVA_OPTS=-Xmx1g"), e.getMessage());
    }

    /** Writes the messages that a format can have, and returns the input. */
    private static byte[] input(String format, long seed) {
        StreamModel model = new StreamModel(seed);
        Trees.Generator records = new Trees.Generator(seed, false, false);
        boolean isTable = Formats.has(format, WireFormat.Feature.TABLE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = WireFormats.byName(format).newWriter(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 60; i++) {
                try {
                    if (isTable) {
                        Trees.writeMessage(out, Trees.map("id", (long) i, "name", records.text(), "v", i / 8.0));
                    } else {
                        model.next().write(out);
                    }
                } catch (WireDataException e) {
                    out.cancelMessage();
                }
            }
        }
        return bytes.toByteArray();
    }

    /** Copies messages to a format; the messages that it cannot have are errors in the text of the result. */
    private static String copied(byte[] input, String from, String to, BiConsumer<WireIn, WireOut> copying) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder errors = new StringBuilder();
        try (WireIn in = WireFormats.byName(from).newReader(input, WireOptions.DEFAULTS);
                WireOut out = WireFormats.byName(to).newWriter(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; in.nextMessage(); i++) {
                try {
                    copying.accept(in, out);
                } catch (WireDataException e) {
                    errors.append(" message ")
                            .append(i)
                            .append(" ")
                            .append(e.location().path());
                }
            }
        }
        return HexFormat.of().formatHex(bytes.toByteArray()) + errors;
    }

    @Test
    void copiesThroughATapeEqualDirectOnesFromAnyFormatToAny() {
        for (long seed = 0; seed < 5; seed++) {
            for (String from : Formats.all()) {
                byte[] input = input(from, seed);
                for (String to : Formats.all()) {
                    MessageTape tape = new MessageTape();
                    String direct = copied(input, from, to, Transcoder::copyMessage);
                    String played = copied(input, from, to, (in, out) -> {
                        Transcoder.copyMessage(in, tape);
                        tape.play(out);
                    });
                    String readAgain = copied(input, from, to, (in, out) -> {
                        Transcoder.copyMessage(in, tape);
                        WireIn again = tape.newReader();
                        assertTrue(again.nextMessage());
                        Transcoder.copyMessage(again, out);
                    });
                    assertTrue(input.length > 100 && direct.length() > 100, from + " to " + to);
                    assertEquals(direct, played, from + " to " + to);
                    assertEquals(direct, readAgain, from + " to " + to);
                }
            }
        }
    }

    @Test
    void lastMessagesForgetRecordsBeforeTheyTakeTooMuchMemory() {
        LastMessages last = new LastMessages();
        MessageTape tape = new MessageTape();
        tape.beginMessage(MessageKind.DATA);
        tape.text("x".repeat(1 << 20));
        long most = MessageMemory.maxBytes() / (1 << 20) + 10;
        for (int i = 0; i < most; i++) {
            last.put("key" + i, tape);
        }
        assertEquals(null, last.get("key0"));
        assertTrue(last.get("key" + (most - 1)).isSameAs(tape));
    }
}
