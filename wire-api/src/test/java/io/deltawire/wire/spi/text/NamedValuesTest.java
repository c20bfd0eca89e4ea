package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NamedValuesTest {
    private static final String LETTERS = "ABC_";

    @Test
    void findsEachNameAndNoOtherAtAnyIndex() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            Map<String, Integer> values = new LinkedHashMap<>();
            for (int i = random.nextInt(1 << random.nextInt(9)); i >= 0; i--) {
                values.put(name(random), i);
            }
            NamedValues named = NamedValues.of(values);
            for (String name : values.keySet()) {
                check(named, values, name, random);
                check(named, values, name + 'A', random);
                check(named, values, name.substring(1), random);
            }
            for (int i = 0; i < 100; i++) {
                check(named, values, name(random), random);
            }
        }
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(4) == 0 ? 40 : 10); i >= 0; i--) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }

    private static void check(NamedValues named, Map<String, Integer> values, String name, Random random) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        int from = random.nextInt(10);
        byte[] a = new byte[from + bytes.length + random.nextInt(10)];
        random.nextBytes(a);
        System.arraycopy(bytes, 0, a, from, bytes.length);
        assertEquals(values.get(name), named.get(a, from, from + bytes.length));
        assertEquals(values.get(name), named.get(name));
    }

    @Test
    void findsNonAsciiNamesByTextOnly() {
        NamedValues named = NamedValues.of(Map.of("\u00C4RA", 1, "AERA", 2));
        byte[] a = "\u00C4RA".getBytes(StandardCharsets.UTF_8);
        assertNull(named.get(a, 0, a.length));
        assertEquals(1, named.get("\u00C4RA"));
        assertNull(NamedValues.of(Map.of()).get(a, 0, 0));
    }
}
