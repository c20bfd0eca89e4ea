package io.deltawire.yaml;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.internal.document.YamlFileEnd;
import io.deltawire.yaml.internal.reader.ParserChoice;
import io.deltawire.yaml.internal.reader.YamlReader;
import io.deltawire.yaml.internal.text.YamlFormatDetector;
import io.deltawire.yaml.internal.text.YamlSyntax;
import io.deltawire.yaml.internal.writer.LayoutStyle;
import io.deltawire.yaml.internal.writer.YamlWriter;
import io.deltawire.yaml.internal.writer.YamlWriterSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Set;

/**
 * YAML, with one document per message. The writer writes what readers of YAML 1.1 and YAML 1.2 read alike. The reader
 * also accepts anchors, aliases, merge keys and comments. {@code docs/spec/yaml-profile.md} defines the mapping.
 *
 * <p>Instances are immutable and may be shared between threads; readers and writers may not.
 */
public final class YamlFormat implements BufferFormat {
    /** Where a writer puts the document marks {@code ---} and {@code ...}. */
    public enum DocumentMarks {
        /** {@code ---} before every message, so that any number of messages form one stream. */
        EVERY_MESSAGE,
        /**
         * {@code ---} before every message and {@code ...} after it, unless a message is on one line. This shows that
         * a message is whole, even at the end of a file whose writer was killed. {@link #newAppender} chooses it.
         */
        START_AND_END,
        /** Nowhere, for the text of a single message. */
        NONE
    }

    /** How objects and lists are laid out. All styles are read as the same values. */
    public enum Style {
        /**
         * Objects in braces with one field per line, after {@code !Type} if they have a type. An outermost object
         * without a type has no braces.
         */
        BRACES,
        /**
         * One field per line and a dash for each item, without braces. Text of several lines is written unchanged after
         * a bar.
         */
        BLOCK,
        /** The whole message on one line, in braces and brackets. */
        LINE
    }

    /** How a set is written if no declared type makes it one. */
    public enum Sets {
        /** {@code !!set {? a, ? b}}: YAML's standard type, which other libraries read as a set. */
        STANDARD,
        /** {@code !set [a, b]}: the form of Chronicle Wire, which cannot read the standard form. */
        CHRONICLE
    }

    /** Where a writer puts document marks; {@code ---} before every message by default. */
    public static final WireOption<DocumentMarks> DOCUMENT_MARKS =
            WireOption.of("yaml.documentMarks", DocumentMarks.EVERY_MESSAGE);

    /** How a writer lays out objects and lists; {@link Style#BRACES} by default. */
    public static final WireOption<Style> STYLE = WireOption.of("yaml.style", Style.BRACES);

    /** How a writer writes sets without a declared type; {@link Sets#STANDARD} by default. */
    public static final WireOption<Sets> SETS = WireOption.of("yaml.sets", Sets.STANDARD);

    private static final Set<Feature> FEATURES =
            Set.of(Feature.KINDS, Feature.COMMENTS, Feature.UNIQUE_KEYS, Feature.INDEPENDENT_MESSAGES);

    @Override
    public String name() {
        return YamlSyntax.FORMAT_NAME;
    }

    @Override
    public List<WireOption<?>> options() {
        return List.of(DOCUMENT_MARKS, STYLE, SETS);
    }

    @Override
    public List<String> aliases() {
        return List.of("yml", "text");
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public boolean mayContinueAfter(byte last) {
        return "\n\r}]\"".indexOf(last) < 0;
    }

    @Override
    public boolean isBinary() {
        return false;
    }

    @Override
    public Match detect(byte[] start, int length) {
        return YamlFormatDetector.detect(start, length);
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        return new YamlWriter(
                target,
                new YamlWriterSettings(
                        options.limits(),
                        LayoutStyle.valueOf(options.get(STYLE).name()),
                        options.get(DOCUMENT_MARKS) != DocumentMarks.NONE,
                        options.get(DOCUMENT_MARKS) == DocumentMarks.START_AND_END,
                        options.get(SETS) == Sets.STANDARD));
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new YamlReader(source, options.limits(), ParserChoice.SCANNER_FIRST);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Appended messages have the marks of {@link DocumentMarks#START_AND_END}, and a comment at the start of a new
     * file records that. So a message without its end is torn there. In the style {@link Style#LINE} a line that ends
     * is whole. In any other file the last document is whole if it can be read and its last line has ended.
     */
    @Override
    public WireOptions repairEnd(FileChannel channel, WireOptions options, boolean isReadAgain) throws IOException {
        boolean isLine = options.get(STYLE) == Style.LINE;
        YamlFileEnd.repair(channel, this, options, !isLine);
        return options.with(DOCUMENT_MARKS, DocumentMarks.START_AND_END);
    }
}
