package io.deltawire.binary;

import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.reader.BinaryFileEnd;
import io.deltawire.binary.internal.reader.BinaryFormatDetector;
import io.deltawire.binary.internal.reader.BinaryReader;
import io.deltawire.binary.internal.writer.BinaryWriter;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Binary YAML: the bytes of Chronicle Wire's BINARY wire type, in which every value says what it is.
 *
 * <p>It reads what Chronicle Wire writes, and Chronicle Wire reads what it writes. Where Chronicle Wire's encoding
 * would lose a value, it uses another of its codes. {@code docs/spec/binary-yaml.md} describes the format and the
 * differences.
 *
 * <p>The old delta messages of Chronicle Wire up to 2.26 are read too. Each message then gives whole objects.
 *
 * <p>Thread-safe.
 */
public final class BinaryYamlFormat implements BufferFormat {
    /** How messages are separated. */
    public enum Framing {
        /** A reader decides by the first bytes. A writer writes {@link #DOCUMENTS}. */
        AUTO,
        /** Each message is a document with a header of 4 bytes. */
        DOCUMENTS,
        /**
         * There are no headers. A value is a message, and so are the entries from one event up to the next. A reader
         * reads its input to the end, up to {@code maxMessageBytes}, before it delivers a message.
         */
        NONE
    }

    /** How messages are separated; {@link Framing#AUTO} by default. */
    public static final WireOption<Framing> FRAMING = WireOption.of("binary.framing", Framing.AUTO);

    private static final Set<Feature> FEATURES = Set.of(Feature.KINDS, Feature.INDEPENDENT_MESSAGES);

    @Override
    public String name() {
        return FormatName.BINARY;
    }

    @Override
    public List<WireOption<?>> options() {
        return List.of(FRAMING);
    }

    @Override
    public List<String> aliases() {
        return List.of("binary-yaml", "byaml");
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public boolean isBinary() {
        return true;
    }

    @Override
    public Match detect(byte[] head, int length) {
        return BinaryFormatDetector.match(head, length);
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(options, "options");
        return new BinaryWriter(target, options.limits(), framing(options));
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(options, "options");
        return new BinaryReader(source, options.limits(), framing(options));
    }

    /**
     * {@inheritDoc}
     *
     * <p>The headers show which messages are whole. Zeros that follow the last one are cut off. If that message ends
     * with a zero itself, these zeros may also be in place of its missing end, and no reader can decide that.
     *
     * @throws UnsupportedOperationException if {@link #FRAMING} is {@link Framing#NONE}, so that there are no headers
     */
    @Override
    public WireOptions repairEnd(FileChannel channel, WireOptions options, boolean isReadAgain) throws IOException {
        if (options.get(FRAMING) == Framing.NONE) {
            throw new UnsupportedOperationException("binary without headers cannot be appended to in a file");
        }
        BinaryFileEnd.repair(channel, options.limits(), isReadAgain);
        return options;
    }

    private static MessageFraming framing(WireOptions options) {
        return switch (options.get(FRAMING)) {
            case AUTO -> MessageFraming.AUTO;
            case DOCUMENTS -> MessageFraming.DOCUMENTS;
            case NONE -> MessageFraming.NONE;
        };
    }
}
