package io.deltawire.wire.testing;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.testing.EachFormat.Encoding;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The names of the formats on the class path, chosen by what they can do, for tests that run with each of them. */
public final class Formats {
    private Formats() {}

    /** Returns the names of all formats, in alphabetical order. */
    public static List<String> all() {
        return of(Encoding.ANY);
    }

    /** Returns the names of the formats that have none of these features, in alphabetical order. */
    public static List<String> without(Feature... features) {
        return of(Encoding.ANY, features);
    }

    /** Returns the names of the formats of this encoding that have none of these features, in alphabetical order. */
    public static List<String> of(Encoding encoding, Feature... without) {
        List<String> names = WireFormats.all().stream()
                .filter(format -> encoding == Encoding.ANY || format.isBinary() == (encoding == Encoding.BINARY))
                .filter(format -> Arrays.stream(without).noneMatch(format.features()::contains))
                .map(WireFormat::name)
                .sorted()
                .toList();
        if (names.isEmpty()) {
            throw new IllegalStateException("no format on the class path is chosen");
        }
        return names;
    }

    /** Returns whether a format has a feature. */
    public static boolean has(String format, Feature feature) {
        return WireFormats.byName(format).features().contains(feature);
    }

    /** Returns whether a format writes whole messages as bytes, so that each can be read by itself. */
    public static boolean isWholeBinary(String format) {
        return WireFormats.byName(format).isBinary() && !has(format, Feature.RECORDS);
    }

    /** Gives the names to a test that has {@link EachFormat}. */
    static final class Provider implements ArgumentsProvider, AnnotationConsumer<EachFormat> {
        private List<String> names = List.of();

        @Override
        public void accept(EachFormat annotation) {
            names = of(annotation.encoding(), annotation.without());
        }

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return names.stream().map(Arguments::of);
        }
    }
}
