package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void nounsHaveTheirArticle() {
        for (String noun :
                List.of("Animal", "Instant", "enum", "Object", "UpdateEvent", "Unmarked", "java.util.List")) {
            boolean isVowel = noun.charAt(0) != 'j';
            assertEquals((isVowel ? "an " : "a ") + noun, Printable.withArticle(noun));
        }
        for (String noun : List.of("UUID", "URI", "Unit", "User", "Quote", "number", "Utility")) {
            assertEquals("a " + noun, Printable.withArticle(noun));
        }
    }
}
