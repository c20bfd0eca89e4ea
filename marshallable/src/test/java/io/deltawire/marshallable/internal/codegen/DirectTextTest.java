package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.io.ObjectWriter;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.PrefixReader;
import io.deltawire.wire.spi.object.PrefixWriter;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import io.deltawire.wire.testing.Effort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Tests that direct field access on a text wire gives the bytes, objects and errors that tokens give, also for text
 * edited by hand.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the generated classes have different names
class DirectTextTest {
    private static final WireOptions NARROW =
            WireOptions.DEFAULTS.with(WireOptions.LIMITS, new WireLimits(2, 2000, 9, 8, 20, 10, 1 << 20, 5, 2));

    private static final String CHARACTERS = "\"'\\{}[],:# \n\tx0-.~!&*@%";

    private static final String[] VALUES = {
        "null",
        "~",
        "true",
        "false",
        "12",
        "-7",
        "1e3",
        "1.50",
        "-0.0",
        "007",
        ".5",
        "0x1F",
        "9223372036854775808",
        "12345678901234567890123",
        "\"quoted\"",
        "\"a, b\"",
        "\"a\\nb\"",
        "'single'",
        "plain text",
        "2016-07-22",
        "\"2016-07-22T12:34:56.789Z[UTC]\"",
        "2016-07-22T12:34:56.789Z",
        "\"12:30\"",
        "[1, 2]",
        "{}",
        "{a: 1}",
        "{\"a\":1}",
        "[]",
        "NaN",
        ".nan",
        "\"NaN\"",
        "\u00e9t\u00e9",
        "\"\\u00e9\"",
        "",
        "y",
        "# none"
    };

    /** Replacements for the braces that end a JSON message and the line break after them. */
    private static final String[] ENDS = {
        "}}}",
        "}}} ",
        "}}}\n\n",
        "}}}\r\n",
        " }}}\n",
        "} }}\n",
        "}} }\n",
        "},\"more\":1}}\n",
        "}},\"more\":1}\n",
        "}},\"more\":{\"@dw:None\":{}}}\n",
        ",\"more\":{}}}}\n",
        "}}\n",
        "}}}}\n",
        "]}}\n"
    };

    private final SplittableRandom random = new SplittableRandom(5);
    private final RandomClasses classes = new RandomClasses(random, "StraightText");

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT, without = Feature.TABLE)
    void writesTheBytesOfTokens(String name) throws ReflectiveOperationException {
        WireFormat format = WireFormats.byName(name);
        for (int round = 0; round < Effort.times(60); round++) {
            ObjectCodec codec = codec(round);
            List<Object> objects = objects(codec, 4);
            assertEquals(text(format, objects, false), text(format, objects, true), "round " + round);
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT, without = Feature.TABLE)
    void readsWhatTokensReadWhateverIsEdited(String name) throws ReflectiveOperationException {
        WireFormat format = WireFormats.byName(name);
        for (int round = 0; round < Effort.times(50); round++) {
            ObjectCodec codec = codec(round);
            String good = text(format, objects(codec, 4), true);
            compare(format, codec, good, "round " + round);
            for (int i = 0; i < 40; i++) {
                String edited = good;
                for (int edits = random.nextInt(3); edits >= 0; edits--) {
                    edited = format.features().contains(Feature.LINES) ? editFields(edited) : editLines(edited);
                }
                compare(format, codec, edited, "round " + round + " edit " + i);
            }
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT, without = Feature.TABLE)
    void readsFieldsOfAnotherClass(String name) throws ReflectiveOperationException {
        WireFormat format = WireFormats.byName(name);
        for (int round = 0; round < Effort.times(40); round++) {
            ObjectCodec writer = CodecSet.BUILT_IN.ofObject(classes.defineOfCommonFields());
            ObjectCodec reader = CodecSet.BUILT_IN.ofObject(classes.defineOfCommonFields());
            String text = text(format, objects(writer, 3), true)
                    .replace(TypeNames.simpleName(writer.type()), TypeNames.simpleName(reader.type()));
            compare(format, reader, text, "round " + round);
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT, without = Feature.TABLE)
    void readsManyMessagesThatFollowOneAnother(String name) throws ReflectiveOperationException {
        WireFormat format = WireFormats.byName(name);
        for (int round = 0; round < Effort.times(20); round++) {
            ObjectCodec codec = codec(round);
            String good = text(format, objects(codec, 14), true);
            compare(format, codec, good, "round " + round);
            for (int i = 0; i < 10; i++) {
                String edited = format.features().contains(Feature.LINES) ? editFields(good) : editLines(good);
                compare(format, codec, edited, "round " + round + " edit " + i);
            }
        }
    }

    private ObjectCodec codec(int round) throws ReflectiveOperationException {
        Class<?> parent = round % 3 == 0 ? classes.define(Object.class, random.nextInt(6)) : Object.class;
        return CodecSet.BUILT_IN.ofObject(classes.define(parent, round % 10 == 9 ? 64 : random.nextInt(20)));
    }

    private List<Object> objects(ObjectCodec codec, int count) throws IllegalAccessException {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(classes.fill(codec.newInstance(null, null)));
        }
        return objects;
    }

    // ---- editing

    /** Each written field has its own line. */
    private String editLines(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int i = random.nextInt(lines.size());
        String line = lines.get(i);
        int colon = line.indexOf(": ");
        switch (random.nextInt(14)) {
            case 0 -> lines.add(i, "# a remark");
            case 1 -> lines.add(i, "");
            case 2 -> lines.set(i, line + " # a remark");
            case 3 -> lines.set(i, line + "  ");
            case 4 -> lines.set(i, " " + line);
            case 5 -> lines.set(i, line.stripLeading());
            case 6 -> lines.add(random.nextInt(lines.size()), line);
            case 7 -> lines.add(random.nextInt(lines.size()), lines.remove(i));
            case 8 -> lines.remove(i);
            case 9 -> lines.set(i, line.replace(": ", ":  "));
            case 10 -> lines.set(i, line.replace(",", ""));
            case 11 -> {
                return text.replace("\n", "\r\n");
            }
            case 12 -> lines.set(i, colon < 0 ? line : line.substring(0, colon + 2) + anyValue() + ",");
            default -> {
                return Inputs.edited(random, text, CHARACTERS);
            }
        }
        return String.join("\n", lines);
    }

    private String editFields(String text) {
        List<String> fields = new ArrayList<>(List.of(text.split(",", -1)));
        int i = random.nextInt(fields.size());
        String field = fields.get(i);
        int colon = field.lastIndexOf(":");
        switch (random.nextInt(12)) {
            case 0 -> fields.set(i, " " + field);
            case 1 -> fields.set(i, "\n  " + field);
            case 2 -> fields.set(i, field + " ");
            case 3 -> fields.set(i, field.replace(":", ": "));
            case 4 -> fields.add(random.nextInt(fields.size()), field);
            case 5 -> fields.add(random.nextInt(fields.size()), fields.remove(i));
            case 6 -> fields.remove(i);
            case 7 -> fields.set(i, field.replace("\"", ""));
            case 8 -> fields.set(i, colon < 0 ? field : field.substring(0, colon + 1) + anyValue());
            case 9 -> {
                return text.replace("\n", "\r\n");
            }
            case 10 -> {
                return editEnd(text);
            }
            default -> {
                return Inputs.edited(random, text, CHARACTERS);
            }
        }
        return String.join(",", fields);
    }

    /** Changes the end of a message, or what separates it from the next one. */
    private String editEnd(String text) {
        int from = text.isEmpty() ? -1 : text.indexOf("}}}\n", random.nextInt(text.length()));
        String end = ENDS[random.nextInt(ENDS.length)];
        return from < 0 ? text : text.substring(0, from) + end + text.substring(from + 4);
    }

    private String anyValue() {
        return VALUES[random.nextInt(VALUES.length)];
    }

    // ---- direct and by tokens

    private static String text(WireFormat format, List<Object> objects, boolean straight) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = ((BufferFormat) format).newWriter(buffer, WireOptions.DEFAULTS);
        assertTrue(out instanceof FieldEncoder && out instanceof PrefixWriter);
        ObjectWriter writer = new ObjectWriter(
                straight ? out : Inputs.only(WireOut.class, out), new CodecContext(format, WireOptions.DEFAULTS));
        for (int i = 0; i < objects.size(); i++) {
            writer.write(i == 1 ? null : "update", objects.get(i));
        }
        return new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8);
    }

    private void compare(WireFormat format, ObjectCodec codec, String text, String what)
            throws ReflectiveOperationException {
        byte[] input = text.getBytes(StandardCharsets.UTF_8);
        WireOptions options = random.nextInt(4) > 0 ? WireOptions.DEFAULTS : NARROW;
        boolean streamed = random.nextBoolean();
        boolean reuses = random.nextBoolean();
        List<String> expected = read(format, codec, input, options, streamed, reuses, false);
        assertEquals(expected, read(format, codec, input, options, streamed, reuses, true), () -> what + "\n" + text);
    }

    private static List<String> read(
            WireFormat format,
            ObjectCodec codec,
            byte[] input,
            WireOptions options,
            boolean streamed,
            boolean reuses,
            boolean straight)
            throws ReflectiveOperationException {
        WireIn in = streamed
                ? format.newReader(Inputs.inPieces(input), options)
                : format.newReader(Arrays.copyOf(input, input.length), options);
        assertTrue(in instanceof FieldDecoder && in instanceof PrefixReader);
        List<String> all = new ArrayList<>();
        Object into = reuses ? codec.newInstance(null, null) : null;
        try (Wire wire = Wires.reading(format, straight ? in : Inputs.only(WireIn.class, in), options)) {
            for (int i = 0; i < 20; i++) {
                try {
                    Object read = into == null ? wire.read(codec.type()) : wire.read(into);
                    all.add(wire.event() + " " + (read == null ? "null" : YamlTexts.of(read)));
                    if (read == null) {
                        break;
                    }
                } catch (WireException e) {
                    all.add(e.toString());
                    if (!Wires.nextWhole(wire)) {
                        break;
                    }
                }
            }
        } catch (WireException e) {
            all.add(e.toString());
        }
        return all;
    }
}
