package io.deltawire.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recognising YAML by its first bytes. */
class YamlDetectionTest {
    @Test
    void jsonValuesOnSeparateLinesAreNotYaml() {
        for (String json : List.of(
                "[1,2]\n[3,4]\n",
                "\ufeff[true, null]\r\n\r\n[",
                "\"a\"\n\"b\"\n",
                "\"a\\\"]\"\n{",
                "[1,\n2]\n[3]",
                "{\"a\":[\"}\"]}\n[]")) {
            assertEquals(Match.NO, detect(json), json);
            assertThrows(WireException.class, () -> {
                try (WireIn in =
                        new YamlFormat().newReader(json.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS)) {
                    Trees.readAll(in);
                }
            });
        }
        for (String yaml : List.of(
                "[1,2]\n",
                "[1,2]\n---\n[3,4]\n",
                "[1,2] # one\n# two\n",
                "['1]\n[2']\n",
                "[1,\n2]\n",
                "\"a\n\n[b\"\n",
                "\"a\"\n...\n[2]\n",
                "[1, # ]\n[2]]\n",
                "\"a\": 1\n\"b\": 2\n",
                "[1, 2]: 1\n[3]: 2\n",
                "[",
                "\"a\\")) {
            assertNotEquals(Match.NO, detect(yaml), yaml);
        }
        assertEquals(Match.LIKELY, detect("a: 1\n"));
    }

    private static Match detect(String text) {
        byte[] head = text.getBytes(StandardCharsets.UTF_8);
        return new YamlFormat().detect(head, head.length);
    }
}
