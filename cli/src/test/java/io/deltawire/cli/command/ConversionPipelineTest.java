package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.cli.transform.Transform;
import io.deltawire.cli.transform.Transforms;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A transform that only this test has works with every other option, by one line in the list of transforms. */
class ConversionPipelineTest {
    private static final String QUOTES = """
            {"greeting":"hello"}
            {"quote":{"symbol":"A","bid":1,"note":"x"}}
            {"quote":{"symbol":"B","bid":2,"note":"x"}}
            {"quote":{"symbol":"A","bid":3,"note":"x"}}
            """;

    /** {@code --top OLD=NEW}: gives a field another name, wherever it is. */
    private static final Transforms.Stage RENAMING =
            Transforms.Stage.of(Option.TOP, (arguments, target) -> new Renaming(arguments.get(Option.TOP)));

    private static final class Renaming implements Transform {
        private final String from;
        private final String to;
        private final MessageTape result = new MessageTape();

        Renaming(String text) {
            from = text.substring(0, text.indexOf('='));
            to = text.substring(text.indexOf('=') + 1);
        }

        @Override
        public MessageTape apply(MessageTape message) {
            result.beginMessage(message.kind());
            result.copyOrigin(message);
            for (int i = 0; i < message.size(); i++) {
                if (message.token(i) == WireToken.FIELD && message.value(i).equals(from)) {
                    result.field(to);
                } else {
                    message.play(result, i, i + 1);
                }
            }
            return result;
        }

        @Override
        public String pathAfter(String path, MessageTape message) {
            return Stream.of(path.split("\\."))
                    .map(name -> name.equals(from) ? to : name)
                    .reduce((a, b) -> a + "." + b)
                    .orElse(path);
        }
    }

    private static List<Transforms.Stage> stagesWith(Transforms.Stage added) {
        List<Transforms.Stage> stages = new ArrayList<>(Transforms.STAGES);
        stages.add(1, added);
        return stages;
    }

    private static Arguments parse(String... words) {
        CommandSpec spec = CommandSpec.create();
        for (Option option : Option.values()) {
            OptionSpec.Builder builder = option.letter().isEmpty()
                    ? OptionSpec.builder(option.toString())
                    : OptionSpec.builder("-" + option.letter(), option.toString());
            spec.addOption(
                    option.takesArgument()
                            ? builder.arity("1")
                                    .type(List.class)
                                    .auxiliaryTypes(String.class)
                                    .build()
                            : builder.arity("0").type(boolean.class).build());
        }
        return new Arguments(Arguments.parse(new CommandLine(spec), List.of(words)));
    }

    private static CommandRun convert(String input, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                "wire",
                Set.of(),
                false);
        int code = new Conversion(parse(words), console, stagesWith(RENAMING)).run();
        return new CommandRun(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    private static String json(byte[] dump) {
        return CommandRun.withInput(dump, "convert", "--output", "jsonl").out();
    }

    @Test
    void addedTransformAppliesInEveryFormat() {
        CommandRun run = convert(QUOTES, "--top", "symbol=sym", "--output", "jsonl", "--max", "2");
        assertEquals("""
                {"greeting":"hello"}
                {"quote":{"sym":"A","bid":1,"note":"x"}}
                """, run.out(), run.err());
        for (String format : List.of("yaml", "binary", "delta")) {
            assertEquals(
                    run.out(),
                    json(convert(QUOTES, "--top=symbol=sym", "-o", format, "-n2")
                            .bytes()),
                    format);
        }
    }

    @Test
    void messagesAreCopiedDirectlyWithoutItsOption() {
        assertEquals(QUOTES, convert(QUOTES, "--output", "jsonl").out());
    }

    @Test
    void hexRefusesItsOption() {
        Failure failure = assertThrows(Failure.class, () -> convert(QUOTES, "--hex", "--top", "symbol=sym"));
        assertTrue(failure.getMessage().endsWith("it does not go with --top"), failure.getMessage());
    }

    /** {@code --key} names the field as it is in the input; the keys of the dump follow the transform. */
    @Test
    void keyOfADeltaDumpFollowsTheTransforms() {
        CommandRun renamed = convert(QUOTES, "--top", "symbol=sym", "--key", "quote.symbol", "-o", "delta");
        assertEquals("", renamed.err());
        byte[] keyed = convert(QUOTES.replace("symbol", "sym"), "--key", "quote.sym", "-o", "delta")
                .bytes();
        assertEquals(json(keyed), json(renamed.bytes()));
        assertEquals(keyed.length, renamed.bytes().length, "the same records");
        byte[] unkeyed = convert(QUOTES.replace("symbol", "sym"), "-o", "delta").bytes();
        assertTrue(keyed.length != unkeyed.length);
    }

    @Test
    void keyIsCheckedAsItIsInTheInput() {
        Failure failure = assertThrows(
                Failure.class, () -> convert(QUOTES, "--top", "symbol=sym", "--key", "quote.sym", "--output", "delta"));
        assertTrue(failure.getMessage().contains("has a field \"quote.sym\""), failure.getMessage());
    }

    @Test
    void keyFollowsNamesThatAreLeftOut() {
        byte[] plain = convert(QUOTES, "--names", "plain", "--key", "quote.symbol", "-o", "delta")
                .bytes();
        String lines = json(plain);
        assertTrue(lines.contains("{\"symbol\":\"A\",\"bid\":1"), lines);
        byte[] keyed = convert(lines, "--key", "symbol", "--output", "delta").bytes();
        assertEquals(keyed.length, plain.length, "the same records");
    }

    @Test
    void keyThatFieldsLeaveOutIsRemarked() {
        CommandRun run = convert(QUOTES, "--fields", "quote.bid", "--key", "quote.symbol", "-o", "delta");
        assertEquals(0, run.code());
        assertEquals(
                "wire: --fields leaves out the key field \"quote.symbol\": the output does not tell records apart by it"
                        + System.lineSeparator(),
                run.err());
        assertEquals(convert(QUOTES, "--fields", "quote.bid", "-o", "jsonl").out(), json(run.bytes()));
        assertEquals(
                "",
                convert(QUOTES, "--fields=bid", "--key=quote.symbol", "-qo", "delta")
                        .err());
        assertEquals(
                "",
                convert(QUOTES, "--fields=bid,symbol", "--key=quote.symbol", "-o", "delta")
                        .err());
    }
}
