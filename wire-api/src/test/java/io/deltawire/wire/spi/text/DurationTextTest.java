package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "250us, PT0.00025S",
        "250ms, PT0.25S",
        "250 ms, PT0.25S",
        "5s, PT5S",
        "1.5s, PT1.5S",
        "10m, PT10M",
        "1h30m, PT1H30M",
        "1d12h, P1DT12H",
        "1D12H, P1DT12H",
        "1h2m3.5s, PT1H2M3.5S",
        "PT5S, PT5S",
        "pt5s, PT5S",
        "P1DT2H, P1DT2H",
        "0s, PT0S"
    })
    void readsUnitsAndIso8601(String text, Duration expected) {
        assertEquals(expected, DurationText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "s",
                "5x",
                "5 parsecs",
                "-5s",
                "PT-5S",
                "1h1h",
                "5s1h",
                "P",
                "PT",
                "1.5h",
                "5ss",
                "9223372036854775807d",
                "99999999999999999999s",
                "9223372036854775807us",
                "\u0665s"
            })
    void refusesWhatIsNoDuration(String text) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> DurationText.parse(text));
        assertEquals("expected a duration such as 250ms, 5s, 1h30m or PT5S", e.getMessage());
    }

    @Test
    void optionsTakeTheSameForms() {
        WireOption<Duration> option = WireOption.of("x.wait", Duration.ZERO);
        assertEquals(Duration.ofMinutes(90), option.valueOf(" 1h30m "));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> option.valueOf("5 parsecs"));
        assertEquals(
                "option x.wait cannot be \"5 parsecs\": expected a duration such as 250ms, 5s, 1h30m or PT5S",
                e.getMessage());
    }
}
