package io.deltawire.cli.options;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import java.util.ArrayList;
import java.util.List;

/** The names of all formats that are present, as help and completion list them. */
public final class FormatNames {
    /** The only alias that help names: people look for JSON Lines under it. */
    private static final String SHOWN_ALIAS = "jsonl";

    private FormatNames() {}

    /** The names of all formats, after some other words. */
    public static List<String> all(String... others) {
        List<String> names = new ArrayList<>(List.of(others));
        WireFormats.all().forEach(format -> names.add(format.name()));
        return names;
    }

    /** The names of all formats, each with the alias that is worth to be known. */
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

    /** The names of all formats as a sentence lists them. */
    static String listed() {
        StringBuilder text = new StringBuilder();
        List<WireFormat> formats = WireFormats.all();
        for (int i = 0; i < formats.size(); i++) {
            text.append(i == 0 ? "" : i + 1 < formats.size() ? ", " : " or ").append(formats.get(i).name());
            if (formats.get(i).aliases().contains(SHOWN_ALIAS)) {
                text.append(" (alias ").append(SHOWN_ALIAS).append(')');
            }
        }
        return text.toString();
    }
}
