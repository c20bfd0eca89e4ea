package io.deltawire.cli.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Compares JSON lines value by value: numbers as numbers, to the last digit; null is not empty text. */
public final class JsonLines {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLines() {}

    /** The tokens of a document, numbers normalised. */
    public static List<String> tokens(byte[] json) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tokens.add(
                        switch (token) {
                            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number " + number(parser.getText());
                            case FIELD_NAME -> "name " + parser.getText();
                            case VALUE_STRING -> "text " + parser.getText();
                            default -> token.name();
                        });
            }
        }
        return tokens;
    }

    /** The shortest decimal of a number: equal for 1, 1.0 and 1.00, and different for different numbers. */
    public static String number(String text) {
        BigDecimal value = new BigDecimal(text);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toString();
    }
}
