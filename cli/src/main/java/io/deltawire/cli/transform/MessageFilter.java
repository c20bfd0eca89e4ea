package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.WriterOptions;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Decides whether a message is selected by its content. Several values of one option count as "or", different options
 * as "and".
 */
public final class MessageFilter {
    private static final int LONGEST_NUMBER = 400;

    /** A condition on a field: a text, which also compares as a number if it is one, or a pattern. */
    private record Condition(String path, String value, BigDecimal number, Pattern pattern) {}

    /** An option with its values, and whether a message matches one of them. */
    private record Criterion(Option option, List<String> values, Predicate<MessageTape> test) {}

    private final Arguments arguments;
    private final List<Criterion> criteria = new ArrayList<>();
    private final boolean inverted;
    /** The options that some message has matched. */
    private final Set<Option> fitted = EnumSet.noneOf(Option.class);

    private long messages;
    private long kept;
    private OutputBuffer rendered;
    private WireOut renderer;

    private MessageFilter(Arguments arguments) {
        this.arguments = arguments;
        this.inverted = arguments.has(Option.INVERT);
    }

    /** The filter that the options ask for, or null if they ask for none. */
    public static MessageFilter of(Arguments arguments) {
        MessageFilter filter = new MessageFilter(arguments);
        List<String> conditions = arguments.all(Option.KEY).stream()
                .filter(KeyOption::isCondition)
                .toList();
        filter.add(Option.KEY, conditions, MessageFilter::condition, filter::keyFits);
        filter.add(Option.TYPE, arguments.all(Option.TYPE), TextFormat::glob, MessageFilter::typeFits);
        filter.add(Option.EVENT, arguments.all(Option.EVENT), TextFormat::glob, MessageFilter::eventFits);
        filter.add(Option.GREP, arguments.all(Option.GREP), MessageFilter::text, filter::textFits);
        boolean empty = filter.criteria.isEmpty();
        if (empty && filter.inverted) {
            throw Failure.usage("--invert needs one of --key NAME=VALUE, --type, --event and --grep");
        }
        return empty ? null : filter;
    }

    /** Adds the test of an option, if it has values. */
    private <T> void add(
            Option option, List<String> values, Function<String, T> parser, BiPredicate<List<T>, MessageTape> test) {
        if (!values.isEmpty()) {
            List<T> parsed = values.stream().map(parser).toList();
            criteria.add(new Criterion(option, values, tape -> test.test(parsed, tape)));
        }
    }

    private static Pattern text(String regex) {
        return pattern(Option.GREP, regex);
    }

    private static Condition condition(String text) {
        int end = KeyOption.endOfPath(text);
        String path = text.substring(0, end);
        if (path.isEmpty()) {
            throw Failure.usage("option --key has an empty name in " + TextFormat.quote(text));
        }
        String value = text.substring(end + 1);
        return text.charAt(end) == '~'
                ? new Condition(path, null, null, pattern(Option.KEY, value))
                : new Condition(path, value, number(value), null);
    }

    /** Returns the number that a text represents, in any notation; null if it is not a number. */
    private static BigDecimal number(String text) {
        try {
            return text.length() > LONGEST_NUMBER ? null : new BigDecimal(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Pattern pattern(Option option, String regex) {
        try {
            return Pattern.compile(regex, Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            throw Failure.usage("option " + option + ": " + TextFormat.quote(regex) + " is no regular expression: "
                    + e.getDescription() + " at " + (e.getIndex() + 1));
        }
    }

    /** Returns whether a message is selected, and counts it. */
    public boolean selectMessage(MessageTape tape) {
        messages++;
        boolean fits = true;
        for (Criterion criterion : criteria) {
            // Every option is checked, so that options that no message matches can be named.
            if (criterion.test().test(tape)) {
                fitted.add(criterion.option());
            } else {
                fits = false;
            }
        }
        boolean selected = inverted != fits;
        kept += selected ? 1 : 0;
        return selected;
    }

    /** Adds what another filter of the same options has counted. */
    void add(MessageFilter other) {
        messages += other.messages;
        kept += other.kept;
        fitted.addAll(other.fitted);
    }

    /**
     * Returns which options have selected none of all messages; empty if some message was selected.
     *
     * @param sought knows the fields that no message has, which have their own remark
     */
    public List<String> remarks(MissingFieldCheck sought) {
        if (kept > 0 || messages == 0 || arguments.has(Option.QUIET)) {
            return List.of();
        }
        List<String> remarks = new ArrayList<>();
        for (Criterion criterion : criteria) {
            Option option = criterion.option();
            if (!inverted && !fitted.contains(option) && !(option == Option.KEY && sought.lacks(option))) {
                remarks.add(option + " " + String.join(" or ", criterion.values()) + ": fits none of "
                        + TextFormat.plural(messages, "message"));
            }
        }
        boolean isTogether = inverted || fitted.size() == criteria.size();
        if (isTogether) {
            remarks.add("the options together select none of " + TextFormat.plural(messages, "message"));
        }
        return remarks;
    }

    private boolean keyFits(List<Condition> keys, MessageTape tape) {
        for (Condition key : keys) {
            int index = FieldPaths.find(tape, key.path());
            if (index >= 0 && fits(key, tape, index)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a value matches. A number may match in any notation, in that of the input and in the printed one. */
    private boolean fits(Condition key, MessageTape tape, int index) {
        String text = FieldPaths.scalarText(tape, index);
        String source = tape.sourceText(index);
        if (key.pattern() != null) {
            return source != null && key.pattern().matcher(source).find()
                    || text != null && key.pattern().matcher(text).find()
                    || isScalar(tape, index)
                            && key.pattern().matcher(printed(tape, index)).find();
        }
        if (key.value().equals(text) || key.value().equals(source)) {
            return true;
        }
        if (key.number() != null && tape.token(index) != WireToken.TEXT) {
            BigDecimal number = text == null ? null : number(text);
            return number != null && number.compareTo(key.number()) == 0;
        }
        return isScalar(tape, index)
                && tape.token(index) != WireToken.TEXT
                && key.value().equals(printed(tape, index));
    }

    private static boolean isScalar(MessageTape tape, int index) {
        return tape.token(index) != WireToken.BEGIN_OBJECT && tape.token(index) != WireToken.BEGIN_LIST;
    }

    /** A scalar as YAML prints it. */
    private String printed(MessageTape tape, int index) {
        MessageTape value = new MessageTape();
        value.beginMessage(MessageKind.DATA);
        tape.play(value, index, index + 1);
        return render(value).replaceFirst("^---\\s+", "").strip();
    }

    private static boolean typeFits(List<Pattern> types, MessageTape tape) {
        for (int i = 0; i < tape.size(); i++) {
            if (tape.type(i) != null && anyFits(types, tape.type(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean eventFits(List<Pattern> events, MessageTape tape) {
        int name = MessageNames.nameIndex(tape);
        return name > 0 && anyFits(events, (String) tape.value(name));
    }

    private boolean textFits(List<Pattern> texts, MessageTape tape) {
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
            renderer = new YamlFormat().newWriter(rendered, WriterOptions.common(arguments));
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
