package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Decides whether a message is selected by its content. Several values of one option count as "or", different options
 * as "and".
 */
public final class MessageFilter {
    private record Condition(String path, String value, Pattern pattern) {
        boolean fits(String text) {
            return pattern == null
                    ? value.equals(text)
                    : text != null && pattern.matcher(text).find();
        }
    }

    private final List<Condition> keys = new ArrayList<>();
    private final List<Pattern> types = new ArrayList<>();
    private final List<Pattern> events = new ArrayList<>();
    private final List<Pattern> texts = new ArrayList<>();
    private final boolean inverted;
    private OutputBuffer rendered;
    private WireOut renderer;

    private MessageFilter(boolean inverted) {
        this.inverted = inverted;
    }

    /** The filter that the options ask for, or null if they ask for none. */
    public static MessageFilter of(Arguments arguments) {
        MessageFilter filter = new MessageFilter(arguments.has(Option.INVERT));
        for (String text : arguments.all(Option.KEY)) {
            if (KeyOption.isCondition(text)) {
                filter.keys.add(condition(text));
            }
        }
        arguments.all(Option.TYPE).forEach(name -> filter.types.add(TextFormat.glob(name)));
        arguments.all(Option.EVENT).forEach(name -> filter.events.add(TextFormat.glob(name)));
        arguments.all(Option.GREP).forEach(regex -> filter.texts.add(pattern(Option.GREP, regex)));
        boolean empty =
                filter.keys.isEmpty() && filter.types.isEmpty() && filter.events.isEmpty() && filter.texts.isEmpty();
        if (empty && filter.inverted) {
            throw Failure.usage("--invert needs one of --key NAME=VALUE, --type, --event and --grep");
        }
        return empty ? null : filter;
    }

    private static Condition condition(String text) {
        int end = KeyOption.endOfPath(text);
        String path = text.substring(0, end);
        if (path.isEmpty()) {
            throw Failure.usage("option --key has an empty name in " + TextFormat.quote(text));
        }
        String value = text.substring(end + 1);
        return text.charAt(end) == '~'
                ? new Condition(path, null, pattern(Option.KEY, value))
                : new Condition(path, value, null);
    }

    private static Pattern pattern(Option option, String regex) {
        try {
            return Pattern.compile(regex, Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            throw Failure.usage("option " + option + ": " + TextFormat.quote(regex) + " is no regular expression: "
                    + e.getDescription() + " at " + (e.getIndex() + 1));
        }
    }

    public boolean keeps(MessageTape tape) {
        return inverted != (keyFits(tape) && typeFits(tape) && eventFits(tape) && textFits(tape));
    }

    private boolean keyFits(MessageTape tape) {
        if (keys.isEmpty()) {
            return true;
        }
        for (Condition key : keys) {
            int index = FieldPaths.find(tape, key.path());
            if (index >= 0 && key.fits(FieldPaths.scalarText(tape, index))) {
                return true;
            }
        }
        return false;
    }

    private boolean typeFits(MessageTape tape) {
        if (types.isEmpty()) {
            return true;
        }
        for (int i = 0; i < tape.size(); i++) {
            if (tape.type(i) != null && anyFits(types, tape.type(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean eventFits(MessageTape tape) {
        if (events.isEmpty()) {
            return true;
        }
        boolean named = tape.size() > 1 && (tape.token(1) == WireToken.EVENT || tape.token(1) == WireToken.FIELD);
        return named && anyFits(events, (String) tape.value(1));
    }

    private boolean textFits(MessageTape tape) {
        if (texts.isEmpty()) {
            return true;
        }
        String text = render(tape);
        for (Pattern pattern : texts) {
            if (pattern.matcher(text).find()) {
                return true;
            }
        }
        return false;
    }

    private String render(MessageTape tape) {
        if (renderer == null) {
            rendered = OutputBuffer.inMemory();
            renderer = new YamlFormat().newWriter(rendered, WireOptions.DEFAULTS);
        }
        rendered.clear();
        tape.play(renderer);
        return new String(rendered.array, 0, rendered.position, StandardCharsets.UTF_8);
    }

    private static boolean anyFits(List<Pattern> patterns, String text) {
        for (Pattern pattern : patterns) {
            if (pattern.matcher(text).matches()) {
                return true;
            }
        }
        return false;
    }
}
