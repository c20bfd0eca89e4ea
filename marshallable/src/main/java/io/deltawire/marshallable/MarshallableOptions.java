package io.deltawire.marshallable;

import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import java.util.List;
import java.util.Map;

/** The options of a {@link Wire} in addition to the options of its format. Immutable, so threads may share them. */
public final class MarshallableOptions {
    /** The registry that resolves type names; {@link TypeRegistry#shared()} by default. */
    public static final WireOption<TypeRegistry> TYPES = WireOption.of("types", TypeRegistry.shared());

    /**
     * What to do with fields that the class does not have. The default is {@link UnknownFieldPolicy#SKIP} for a {@link
     * Wire} and {@link UnknownFieldPolicy#REFUSE} for {@code fromString}, {@code fromFile} and {@code fromResource} of
     * {@link Marshallable}. With {@code REFUSE}, an unknown name of an outermost type is an error too.
     */
    public static final WireOption<UnknownFieldPolicy> UNKNOWN_FIELDS =
            WireOption.of("unknownFields", UnknownFieldPolicy.SKIP);

    /**
     * Which objects are written with their type names; {@link TypeNamePolicy#NEEDED} by default. Readers accept both
     * forms.
     */
    public static final WireOption<TypeNamePolicy> TYPE_NAMES = WireOption.of("typeNames", TypeNamePolicy.NEEDED);

    private MarshallableOptions() {}

    /**
     * Returns the options that a configuration sets. It may set the options of this class, of all formats of the class
     * path, and limits.
     *
     * <pre>{@code
     * Properties properties = new Properties();
     * properties.setProperty("delta.flush", "message");
     * properties.setProperty("limits.maxDepth", "20");
     * properties.setProperty("unknownFields", "refuse");
     * Wire wire = Wire.of("delta", stream, MarshallableOptions.from(properties));
     * }</pre>
     *
     * @param values names of options with their values or texts, as {@link WireOption#valueOf} takes them
     * @throws IllegalArgumentException if a key is no option or a value does not fit; the message says what is expected
     */
    public static WireOptions from(Map<?, ?> values) {
        return WireOptions.from(values, List.of(TYPES, UNKNOWN_FIELDS, TYPE_NAMES));
    }
}
