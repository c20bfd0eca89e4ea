package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireToken;
import java.util.regex.Pattern;

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula, as OWASP advises ("CSV Injection"). Such
 * text begins with {@code = + - @}, a tab or a line end. Names of fields become the header, so they are guarded too.
 * Numbers, and texts that are numbers, are not changed. Not thread-safe.
 */
public final class FormulaGuard implements Transform {
    private static final String DANGEROUS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+([.,]\\d+)?([eE][-+]?\\d+)?");

    private final MessageTape result = new MessageTape();

    private FormulaGuard() {}

    /** Returns the guard of a table. Throws a {@link Failure} for other formats. */
    static FormulaGuard of(Arguments arguments, WireFormat target) {
        if (!target.features().contains(Feature.TABLE)) {
            throw Failure.usage(Option.CSV_SAFE + ": only CSV is read as formulas, not " + target.name());
        }
        return new FormulaGuard();
    }

    @Override
    public MessageTape apply(MessageTape tape) {
        result.beginMessage(tape.kind());
        result.copyOrigin(tape);
        for (int i = 0; i < tape.size(); i++) {
            if (tape.type(i) != null) {
                result.type(harmless(tape.type(i)));
            }
            String text = tape.value(i) instanceof String value ? harmless(value) : null;
            if (tape.token(i) == WireToken.TEXT) {
                result.text(text);
            } else if (tape.token(i) == WireToken.FIELD) {
                result.field(text);
            } else if (tape.token(i) == WireToken.EVENT) {
                result.event(text);
            } else {
                tape.playUntyped(result, i, i + 1);
            }
        }
        return result;
    }

    private static String harmless(String text) {
        boolean isFormula = !text.isEmpty()
                && DANGEROUS.indexOf(text.charAt(0)) >= 0
                && !NUMBER.matcher(text).matches();
        return isFormula ? "'" + text : text;
    }
}
