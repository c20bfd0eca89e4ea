package io.deltawire.journal.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of files of a Chronicle Queue. */
class JournalFilesTest {
    @TempDir
    Path folder;

    /** Writes what a queue's metadata begins with. */
    private void writeMetadata(String pattern) throws IOException {
        try (WireOut out = WireFormats.byName("binary")
                .newWriter(Files.newOutputStream(folder.resolve("metadata.cq4t")), WireOptions.DEFAULTS)) {
            out.beginMessage(MessageKind.META);
            out.beginObject();
            out.event("header");
            out.type("STStore");
            out.beginObject();
            out.field("wireType");
            out.text("BINARY_LIGHT");
            out.field("metadata");
            out.type("SCQMeta");
            out.beginObject();
            out.field("roll");
            out.type("SCQSRoll");
            out.beginObject();
            out.field("length");
            out.int64(604_800_000);
            out.field("format");
            out.text(pattern);
            out.endObject();
            out.endObject();
            out.endObject();
            out.endObject();
            out.endMessage();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "yyyyMMdd, 20260102, 2026-01-02T00:00:00Z",
        "yyyyMMdd'T4', 20260102T4, 2026-01-02T00:00:00Z",
        "yyyyMMdd-HHmm'XX', 20260102-1220XX, 2026-01-02T12:20:00Z",
        "yyyyDDD'W', 2026008W, 2026-01-08T00:00:00Z",
        "YYYY'W'ww, 2026W02, 2026-01-05T00:00:00Z",
        "yyyy-MM-dd HH, 2026-01-02 07, 2026-01-02T07:00:00Z",
        "yyyyMMdd, 2026W02, ",
        "nonsense, 2026W02, "
    })
    void filesOfAQueueHaveTheTimeOfTheirCycle(String pattern, String name, String time) throws IOException {
        writeMetadata(pattern);
        Files.createFile(folder.resolve(name + ".cq4"));
        String found = new JournalFiles(folder)
                .list().stream()
                        .findFirst()
                        .map(each -> each.created().toString())
                        .orElse(null);
        assertEquals(time, found);
    }
}
