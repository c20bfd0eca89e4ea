package io.deltawire.marshallable;

import io.deltawire.wire.WireOption;

/** The options of a {@link Wire} in addition to those of its format. Immutable, so threads may share them. */
public final class MarshallableOptions {
    /** The registry that resolves type names; {@link TypeRegistry#shared()} by default. */
    public static final WireOption<TypeRegistry> TYPES = WireOption.of("types", TypeRegistry.shared());

    /** What to do with fields that the class does not have; {@link UnknownFieldPolicy#SKIP} by default. */
    public static final WireOption<UnknownFieldPolicy> UNKNOWN_FIELDS =
            WireOption.of("unknownFields", UnknownFieldPolicy.SKIP);

    /**
     * Which objects are written with their type names; {@link TypeNamePolicy#NEEDED} by default. Readers accept both
     * forms.
     */
    public static final WireOption<TypeNamePolicy> TYPE_NAMES = WireOption.of("typeNames", TypeNamePolicy.NEEDED);

    private MarshallableOptions() {}
}
