package io.deltawire.yaml.testing;

import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Typed;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads documents by SnakeYAML Engine, a parser of YAML 1.2, under the core schema. */
public final class Yaml12 {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setSchema(new CoreSchema()).build();

    private Yaml12() {}

    /** Returns the items of a set as text, independent of their order. */
    public static String canonicalSet(Stream<String> items) {
        return items.sorted().collect(Collectors.joining(" ", "<", ">"));
    }

    /** Returns the values of a document as one line of text. */
    public static String canonical(String yaml, Function<Object, String> scalars) {
        return canonical(new Compose(SETTINGS).composeString(yaml).orElseThrow(), scalars);
    }

    private static String canonical(Node node, Function<Object, String> scalars) {
        StringBuilder text = new StringBuilder();
        if (node instanceof MappingNode mapping && mapping.getTag().equals(Tag.SET)) {
            return canonicalSet(mapping.getValue().stream().map(entry -> canonical(entry.getKeyNode(), scalars)));
        } else if (node instanceof MappingNode mapping) {
            text.append('{');
            for (NodeTuple entry : mapping.getValue()) {
                text.append(canonical(entry.getKeyNode(), scalars)).append('=');
                text.append(canonical(entry.getValueNode(), scalars)).append(' ');
            }
            return text.append('}').toString();
        } else if (node instanceof SequenceNode sequence) {
            text.append('[');
            for (Node item : sequence.getValue()) {
                text.append(canonical(item, scalars)).append(' ');
            }
            return text.append(']').toString();
        }
        return scalars.apply(value((ScalarNode) node));
    }

    private static Object value(ScalarNode scalar) {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.NULL)) {
            return null;
        } else if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        } else if (tag.equals(Tag.INT)) {
            return new BigInteger(text);
        } else if (tag.equals(Tag.BINARY)) {
            return Base64.getDecoder().decode(text);
        } else if (tag.equals(Tag.FLOAT)) {
            return switch (text) {
                case ".nan" -> Double.NaN;
                case ".inf" -> Double.POSITIVE_INFINITY;
                case "-.inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.valueOf(text);
            };
        }
        return text;
    }

    /** Returns a message with dates and times replaced by text, because YAML 1.2 has no type for them. */
    public static Object texts(Object value) {
        if (value instanceof Typed typed) {
            Object texts = texts(typed.value());
            return typed.type().equals("set") ? new Typed("set", texts) : texts;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = Trees.map();
            map.forEach((key, item) -> copy.put(texts(key), texts(item)));
            return copy;
        } else if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(texts(item)));
            return copy;
        }
        return value instanceof Temporal temporal ? TemporalText.format(temporal) : value;
    }
}
