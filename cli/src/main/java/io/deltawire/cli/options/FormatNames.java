package io.deltawire.cli.options;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import java.util.ArrayList;
import java.util.List;

/** The names of the formats that are present, as help and completion list them. */
public final class FormatNames {
    /** The only alias that is listed, since people look for JSON Lines under it. */
    private static final String SHOWN_ALIAS = "jsonl";

    private FormatNames() {}

    /** Some words, and then the names of all formats. */
    public static List<String> all(String... others) {
        List<String> names = new ArrayList<>(List.of(others));
        WireFormats.all().forEach(format -> names.add(format.name()));
        return names;
    }

    /** The names of all formats, with the listed alias. */
    static List<String> withAlias() {
        List<String> names = new ArrayList<>();
        for (WireFormat format : WireFormats.all()) {
            names.add(format.name());
            if (format.aliases().contains(SHOWN_ALIAS)) {
                names.add(SHOWN_ALIAS);
            }
        }
        return names;
    }

    /** The names of all formats as part of a sentence. */
    static String listed() {
        StringBuilder text = new StringBuilder();
        List<WireFormat> formats = WireFormats.all();
        for (int i = 0; i < formats.size(); i++) {
            text.append(i == 0 ? "" : i + 1 < formats.size() ? ", " : " or ")
                    .append(formats.get(i).name());
            if (formats.get(i).aliases().contains(SHOWN_ALIAS)) {
                text.append(" (alias ").append(SHOWN_ALIAS).append(')');
            }
        }
        return text.toString();
    }
}
