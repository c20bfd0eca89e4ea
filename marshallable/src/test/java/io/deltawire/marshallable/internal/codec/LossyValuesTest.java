package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.wire.WireDataException;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value that would come back as another one is refused. */
@SuppressWarnings("JavaUtilDate") // users still hold them
class LossyValuesTest {
    static class HasDate extends AbstractMarshallable {
        Date date;
    }

    static class HasLocale extends AbstractMarshallable {
        Locale locale;
    }

    static class HasOptional extends AbstractMarshallable {
        Optional<OptionalInt> optional;

        HasOptional(OptionalInt inside) {
            optional = Optional.of(inside);
        }
    }

    @Test
    void optionalsOfNothingThatWouldComeBackAsNothing() {
        HasOptional full = new HasOptional(OptionalInt.of(5));
        assertEquals(full, Marshallable.fromString(full.getClass(), full.toString()));
        HasOptional empty = new HasOptional(OptionalInt.empty());
        String message = assertThrows(
                        WireDataException.class, () -> Marshallable.toString(empty, TypeRegistry.shared()))
                .getMessage();
        assertTrue(message.contains("Optional of OptionalInt.empty"), message);
    }

    static class HasName extends AbstractMarshallable {
        String name;
    }

    private static String error(Class<?> type, String text) {
        return assertThrows(WireDataException.class, () -> Marshallable.fromString(type, text))
                .getMessage();
    }

    @Test
    void datesThatAreNoWholeMilliseconds() {
        HasDate dated = Marshallable.fromString(HasDate.class, "date: 2016-07-22T12:34:56.789Z");
        assertEquals(1469190896789L, dated.date.getTime());
        for (String text : new String[] {
            "2016-07-22T12:34:56.789001Z", "+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z"
        }) {
            String message = error(HasDate.class, "date: " + text);
            assertTrue(message.contains("whole milliseconds") && message.contains("$.date"), message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-CH", "und", "ja-JP-u-ca-japanese-x-lvariant-JP", "x-lvariant-abc-def", "zh-Hant-TW"})
    void localesWithATagComeBack(String tag) {
        HasLocale located = new HasLocale();
        located.locale = Locale.forLanguageTag(tag);
        assertEquals(located, Marshallable.fromString(located.getClass(), located.toString()));
    }

    @Test
    void localesWithoutATagOfTheirOwn() {
        HasLocale located = new HasLocale();
        located.locale = new Locale("no", "NO", "NY");
        String message = assertThrows(
                        WireDataException.class, () -> Marshallable.toString(located, TypeRegistry.shared()))
                .getMessage();
        assertTrue(message.contains("no_NO_NY") && message.contains("nn-NO"), message);
        assertTrue(error(HasLocale.class, "locale: en_US").contains("expected a Locale but was text \"en_US\""));
    }

    @Test
    void loneSurrogatesInTextToRead() {
        HasName named = new HasName();
        named.name = "a\ud83db";
        assertEquals(named, Marshallable.fromString(named.getClass(), named.toString()));
        assertTrue(error(HasName.class, "name: \"a\ud83db\"").contains("lone surrogate"));
    }
}
