package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.cli.command.ConversionTest;
import io.deltawire.cli.testing.CommandRun;
import org.junit.jupiter.api.Test;

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
