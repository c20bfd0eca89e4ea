package io.deltawire.bench.codec;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The formats of this project, and the properties of each that decide how it is measured. Lists of peers and tests come from
 * {@link #all()}: a new format is compared as soon as it is on the class path.
 */
public final class DeltawireFormats {
    private DeltawireFormats() {}

    /** Returns all formats: text formats first, then binary ones, each group by name. */
    public static List<WireFormat> all() {
        return WireFormats.all().stream()
                .sorted(Comparator.comparing(WireFormat::isBinary).thenComparing(WireFormat::name))
                .toList();
    }

    /** Returns the format whose name, alias or file extension is the extension of a file. */
    public static Optional<WireFormat> byExtension(Path file) {
        String name = file.getFileName().toString();
        return WireFormats.find(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Whether the format writes the differences between messages, and {@code false} if it writes whole messages. */
    public static boolean isDelta(WireFormat format) {
        return format.features().contains(Feature.RECORDS);
    }

    /** Whether the format holds flat records of one class only. */
    public static boolean isTable(WireFormat format) {
        return format.features().contains(Feature.TABLE);
    }

    /** Whether each pass over the messages needs a new writer. A writer of the other formats writes each message as the first one. */
    public static boolean isStateful(WireFormat format) {
        return isTable(format) || isDelta(format);
    }

    /** Whether one reader serves all passes over the input. The others need a new reader for each pass. */
    public static boolean isRepositionable(WireFormat format) {
        return format.isBinary() && !isStateful(format);
    }
}
