package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.cli.command.ConversionTest;
import io.deltawire.cli.testing.CommandRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hexadecimal dumps, as people paste them from logs. */
class HexDumpTest {
    @Test
    void readsAHexDumpPastedFromALog() {
        byte[] dump = CommandRun.withInput(ConversionTest.QUOTES, "convert", "-o", "delta")
                .bytes();
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < dump.length; row += 16) {
            text.append(String.format("%08x  ", row));
            for (int i = row; i < Math.min(row + 16, dump.length); i++) {
                text.append(String.format("%02x ", dump[i]));
            }
            text.append(" |................|\n");
        }
        assertEquals(
                ConversionTest.QUOTES,
                CommandRun.withInput(text.toString(), "convert", "-o", "json").out());
        assertEquals( // also where it is said of what it is one
                ConversionTest.QUOTES,
                CommandRun.withInput(text.toString(), "convert", "-i", "delta", "-o", "json")
                        .out());
    }

    /** What {@code od -t x1} prints, with addresses of a radix and the address after the last row. */
    private static String od(byte[] dump, String addresses) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < dump.length; row += 16) {
            text.append(String.format(addresses, row));
            for (int i = row; i < Math.min(row + 16, dump.length); i++) {
                text.append(String.format(" %02x", dump[i]));
            }
            text.append('\n');
        }
        return text.append(String.format(addresses, dump.length)).append('\n').toString();
    }

    /** What {@code xxd -p} prints. */
    private static String packed(byte[] dump) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < dump.length; i++) {
            text.append(String.format("%02x", dump[i])).append(i % 30 == 29 || i + 1 == dump.length ? "\n" : "");
        }
        return text.toString();
    }

    /** Lengths around those of rows, so that the last address has all forms. */
    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml", "binary", "delta"})
    void readsTheDumpsOfEachProgram(String format) {
        for (int length = 0; length < 400; length += 7) {
            String message = "{\"text\":\"" + "x".repeat(length) + "\",\"n\":[0,0,0,0]}\n";
            byte[] dump = CommandRun.withInput(message, "convert", "-o", format).bytes();
            for (String addresses : List.of("%06x", "%07o", "%07d", "%08x")) {
                assertEquals(
                        message,
                        CommandRun.withInput(od(dump, addresses), "convert", "-o", "json")
                                .out(),
                        addresses + " of " + length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "binary", "delta"})
    void readsDigitsAlone(String format) {
        for (int length = 0; length < 200; length += 7) {
            String message = "{\"text\":\"" + "x".repeat(length) + "\",\"n\":[0,0,0,0]}\n";
            byte[] dump = CommandRun.withInput(message, "convert", "-o", format).bytes();
            CommandRun run = CommandRun.withInput(packed(dump), "convert", "-o", "json");
            assertEquals(message, run.out(), packed(dump));
            assertEquals("", run.err());
        }
    }

    /** Digits that are no message stay what they are: hashes, numbers, names. */
    @Test
    void digitsAloneAreNoDumpUnlessTheyAreAMessage() {
        for (String text : List.of(
                "deadbeef",
                "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
                "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "1234567890")) {
            CommandRun run = CommandRun.withInput(text + "\n", "convert", "-q", "-o", "yaml");
            assertEquals("---\n" + text + "\n", run.out().replace("\"", ""));
            run = CommandRun.withInput("h,n\n" + text + ",1\n", "convert", "-o", "csv");
            assertEquals("h,n\n" + text + ",1\n", run.out());
        }
    }

    /** As written by {@code xxd}: the text beside the bytes may have any characters. */
    @Test
    void readsAHexDumpWithCommasInItsText() {
        String table = "a,b\n1,2\n3,4\n";
        StringBuilder text = new StringBuilder("00000000:");
        for (int i = 0; i < table.length(); i++) {
            text.append(i % 2 == 0 ? " " : "").append(String.format("%02x", (int) table.charAt(i)));
        }
        text.append("  a,b.1,2.3,4.\n");
        assertEquals(
                "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n",
                CommandRun.withInput(text.toString(), "convert", "-o", "json").out());
    }
}
