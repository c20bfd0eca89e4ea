package io.deltawire.binary;

import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.reader.BinaryFormatDetector;
import io.deltawire.binary.internal.reader.BinaryReader;
import io.deltawire.binary.internal.writer.BinaryWriter;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.List;
import java.util.Objects;

/**
 * Binary YAML: the bytes of Chronicle Wire's BINARY wire type, which says with every value what it is. What that
 * implementation writes is read, and it reads what is written here; where its bytes would lose a value, others of its
 * codes are used. {@code docs/spec/binary-yaml.md} describes the format and the differences.
 *
 * <p>Its old delta messages (Chronicle Wire up to 2.26) are read too; every message then gives the whole object.
 */
public final class BinaryYamlFormat implements WireFormat {
    /** How messages are set apart. */
    public enum Framing {
        /** On reading, what the first bytes look like; on writing, {@link #DOCUMENTS}. */
        AUTO,
        /** Each message is a document with a 4-byte header. */
        DOCUMENTS,
        /**
         * There are no headers: a value is a message, and so are the entries from one event up to the next. The input is
         * read to its end, as one message of at most {@code maxMessageBytes}, before anything is delivered.
         */
        NONE
    }

    /** How messages are set apart; {@link Framing#AUTO} unless given. */
    public static final WireOption<Framing> FRAMING = WireOption.of("binary.framing", Framing.AUTO);

    @Override
    public String name() {
        return FormatName.BINARY;
    }

    @Override
    public List<String> aliases() {
        return List.of("binary-yaml", "byaml");
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

    private static MessageFraming framing(WireOptions options) {
        return switch (options.get(FRAMING)) {
            case AUTO -> MessageFraming.AUTO;
            case DOCUMENTS -> MessageFraming.DOCUMENTS;
            case NONE -> MessageFraming.NONE;
        };
    }
}
