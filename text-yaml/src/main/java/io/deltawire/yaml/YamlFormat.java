package io.deltawire.yaml;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.internal.reader.ParserChoice;
import io.deltawire.yaml.internal.reader.YamlReader;
import io.deltawire.yaml.internal.text.YamlFormatDetector;
import io.deltawire.yaml.internal.text.YamlSyntax;
import io.deltawire.yaml.internal.writer.LayoutStyle;
import io.deltawire.yaml.internal.writer.YamlWriter;
import io.deltawire.yaml.internal.writer.YamlWriterSettings;
import java.util.List;

/**
 * YAML: one document a message. Writes what YAML 1.1 and YAML 1.2 readers read alike; reads YAML with anchors, aliases,
 * merge keys and comments. Immutable and thread-safe.
 */
public final class YamlFormat implements WireFormat {
    /** Where a writer puts the line {@code ---}. */
    public enum DocumentMarks {
        /** In front of every message, so that any number of messages make one stream. */
        EVERY_MESSAGE,
        /** Nowhere: for the text of a single message. */
        NONE
    }

    /** How objects and lists are laid out. All say the same. */
    public enum Style {
        /** Braces, {@code !Type} in front, and a field a line in them; no braces around the outermost object without a type. */
        BRACES,
        /** A field a line and a dash for each item, without braces; text of several lines as it is, after a bar. */
        BLOCK,
        /** All of a message on one line, in braces and brackets. */
        LINE
    }

    /** How a set is written where no declared type says that it is one. */
    public enum Sets {
        /** {@code !!set {? a, ? b}}: YAML's own type, which other libraries read as a set. */
        STANDARD,
        /** {@code !set [a, b]}: as Chronicle Wire reads it, which does not know the standard form. */
        CHRONICLE
    }

    /** Where a writer puts the line {@code ---}; in front of every message by default. */
    public static final WireOption<DocumentMarks> DOCUMENT_MARKS =
            WireOption.of("yaml.documentMarks", DocumentMarks.EVERY_MESSAGE);

    /** How a writer lays out objects and lists; {@link Style#BRACES} by default. */
    public static final WireOption<Style> STYLE = WireOption.of("yaml.style", Style.BRACES);

    /** How a writer writes sets of no declared type; {@link Sets#STANDARD} by default. */
    public static final WireOption<Sets> SETS = WireOption.of("yaml.sets", Sets.STANDARD);

    @Override
    public String name() {
        return YamlSyntax.FORMAT_NAME;
    }

    @Override
    public List<String> aliases() {
        return List.of("yml", "text");
    }

    @Override
    public boolean isBinary() {
        return false;
    }

    @Override
    public Match detect(byte[] head, int length) {
        return YamlFormatDetector.detect(head, length);
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        return new YamlWriter(
                target,
                new YamlWriterSettings(
                        options.limits(),
                        LayoutStyle.valueOf(options.get(STYLE).name()),
                        options.get(DOCUMENT_MARKS) == DocumentMarks.EVERY_MESSAGE,
                        options.get(SETS) == Sets.STANDARD));
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new YamlReader(source, options.limits(), ParserChoice.SCANNER_FIRST);
    }
}
