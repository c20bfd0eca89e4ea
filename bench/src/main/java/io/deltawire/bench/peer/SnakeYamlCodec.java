package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.Constructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/** The object mapping of SnakeYAML. It does not support java.time, so the date-time is text with a tag of its own. */
public final class SnakeYamlCodec extends ByteArrayCodec {
    private static final Tag TIME = new Tag("!time");

    private final Class<?> type;
    private final Yaml yaml;

    public SnakeYamlCodec(Class<?> type) {
        this.type = type;
        DumperOptions options = new DumperOptions();
        TimeConstructor constructor = new TimeConstructor(type);
        TimeRepresenter representer = new TimeRepresenter(options);
        representer.addClassTag(type, Tag.MAP);
        yaml = new Yaml(constructor, representer, options);
    }

    private static final class TimeRepresenter extends Representer {
        TimeRepresenter(DumperOptions options) {
            super(options);
            representers.put(ZonedDateTime.class, value -> representScalar(TIME, value.toString()));
        }
    }

    private static final class TimeConstructor extends Constructor {
        TimeConstructor(Class<?> type) {
            super(type, new LoaderOptions());
            yamlConstructors.put(TIME, new AbstractConstruct() {
                @Override
                public Object construct(Node node) {
                    return ZonedDateTime.parse(((ScalarNode) node).getValue());
                }
            });
        }
    }

    @Override
    public int encode(Object message) {
        StringWriter text = new StringWriter(512);
        yaml.dump(message, text);
        output = text.toString().getBytes(StandardCharsets.UTF_8);
        return output.length;
    }

    @Override
    public Object decode(int offset, int length) {
        return yaml.loadAs(new String(input, offset, length, StandardCharsets.UTF_8), type);
    }
}
