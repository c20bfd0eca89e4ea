package io.deltawire.bench.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DeltawireFormatsTest {
    @Test
    void listsEveryFormatOnTheClassPath() {
        assertEquals(Set.copyOf(WireFormats.all()), Set.copyOf(DeltawireFormats.all()));
        assertEquals(WireFormats.all().size(), DeltawireFormats.all().size());
    }

    @Test
    void textFormatsComeFirst() {
        assertEquals(
                "csv,json,yaml,binary,delta",
                DeltawireFormats.all().stream().map(WireFormat::name).collect(Collectors.joining(",")));
    }

    @Test
    void extensionOfAFileNamesItsFormat() {
        assertEquals(
                Optional.of("json"),
                DeltawireFormats.byExtension(Path.of("a.b", "quotes.jsonl")).map(WireFormat::name));
        assertEquals(Optional.empty(), DeltawireFormats.byExtension(Path.of("quotes.txt")));
    }
}
