package io.deltawire.cli.input;

import io.deltawire.cli.options.FormatNames;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireFormats;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Finds formats: by name for options, by content and then by file extension for inputs. */
public final class FormatFinder {
    /** The weight of the extension. It lifts "may be" over "likely", but never beats a format's own mark. */
    private static final int EXTENSION = 3;

    private FormatFinder() {}

    /** The format that an option names. */
    public static WireFormat named(Option option, String name) {
        WireFormat format = find(name);
        if (format == null) {
            List<String> names = sortedNames();
            String close = TextFormat.closest(name, names);
            String advice = WireFormats.adviceFor(name)
                    .map(text -> "; " + text + ".")
                    .orElse(close == null ? "." : ", did you mean " + close + "?");
            throw Failure.usage("option " + option + ": no format " + TextFormat.quote(name) + advice + " There are "
                    + String.join(", ", names));
        }
        return format;
    }

    /** The format with this name, alias or extension, or null. */
    static WireFormat find(String name) {
        return WireFormats.find(name).orElse(null);
    }

    private static List<String> sortedNames() {
        List<String> names = FormatNames.all();
        Collections.sort(names);
        return names;
    }

    /** The format that the extension of a file stands for, the extension of a packer ignored; or null. */
    public static WireFormat byExtension(String name) {
        String base = name.toLowerCase(Locale.ROOT);
        for (Unpacking packing : Unpacking.values()) {
            if (packing.isExtensionOf(base)) {
                base = base.substring(0, base.lastIndexOf('.'));
            }
        }
        int dot = base.lastIndexOf('.');
        return dot < 0 || base.indexOf('/', dot) >= 0 ? null : find(base.substring(dot + 1));
    }

    /**
     * Returns the format of a file if it is certainly another one than the one to be appended, judged by its first
     * bytes; else null. It is certain if the bytes cannot be of the appended format, or if the name of the file
     * confirms the other format.
     */
    public static WireFormat appendedTo(byte[] head, String name, WireFormat appended) {
        WireFormat found = detect(head, name);
        if (found == null || found.name().equals(appended.name())) {
            return null;
        }
        WireFormat named = byExtension(name);
        boolean isNamed = named != null && named.name().equals(found.name());
        return isNamed || score(appended.detect(head, head.length)) == 0 ? found : null;
    }

    /**
     * Returns the format that the first bytes look most like, or null. The extension helps where they leave doubt. If
     * no format says more than "may be", as most text may be YAML, the extension decides. A text format is then chosen
     * by the extension alone, a binary one only if the bytes may be of that format or are not text.
     */
    static WireFormat detect(byte[] head, String name) {
        WireFormat expected = byExtension(name);
        WireFormat best = null;
        int bestScore = 0;
        boolean isRefuted = false;
        for (WireFormat format : WireFormats.all()) {
            int score = score(format.detect(head, head.length));
            // WireFormat.named may have returned another instance for the extension.
            boolean isExpected = expected != null && format.name().equals(expected.name());
            isRefuted |= isExpected && score == 0 && format.isBinary();
            if (score > 0 && isExpected) {
                score += EXTENSION;
            }
            if (score > bestScore) {
                best = isExpected ? expected : format;
                bestScore = score;
            }
        }
        if (expected == null || bestScore > score(Match.MAYBE)) {
            return best;
        }
        return isRefuted && best != null && !best.isBinary() ? best : expected;
    }

    /** Whether no content and no name speaks for the format that {@link #detect} returns. */
    static boolean isGuess(byte[] head, String name) {
        return byExtension(name) == null
                && WireFormats.all().stream()
                        .allMatch(format -> score(format.detect(head, head.length)) <= score(Match.MAYBE));
    }

    /**
     * Returns a remark if a file is read as another format than its extension says; else null. Text formats overlap
     * (JSON is YAML), so that two of them give no remark.
     */
    static String remark(WireFormat format, String name) {
        WireFormat expected = byExtension(name);
        boolean isOther = expected != null && !expected.name().equals(format.name());
        return isOther && (expected.isBinary() || format.isBinary())
                ? name + ": is " + format.name() + " by its content, not " + expected.name() + " as its name says"
                : null;
    }

    private static int score(Match match) {
        return switch (match) {
            case NO -> 0;
            case MAYBE -> 2;
            case LIKELY -> 4;
            case CERTAIN -> 10;
        };
    }
}
