package io.deltawire.marshallable;

import io.deltawire.wire.WireOption;

/** The options of {@link Wire} beside those of the formats. */
public final class MarshallableOptions {
    /** Where type names are looked up; by default the registry that the whole application shares. */
    public static final WireOption<TypeRegistry> TYPES = WireOption.of("types", TypeRegistry.shared());

    /** What to do with fields that the class does not have. */
    public static final WireOption<UnknownFieldPolicy> UNKNOWN_FIELDS =
            WireOption.of("unknownFields", UnknownFieldPolicy.SKIP);

    /** Which objects are written with their type names; {@link TypeNamePolicy#NEEDED} by default. Readers take both. */
    public static final WireOption<TypeNamePolicy> TYPE_NAMES = WireOption.of("typeNames", TypeNamePolicy.NEEDED);

    private MarshallableOptions() {}
}
