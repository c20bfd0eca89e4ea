package io.deltawire.flink.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.wire.WireOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Options of the wire in a form that a job can be sent with. Immutable.
 *
 * @param options the options by name
 * @param keyFields the fields that name the record of a message that is written
 * @param packages the packages whose classes the type names in messages may select
 */
public record WireSettings(Map<String, String> options, List<String> keyFields, List<String> packages)
        implements Serializable {
    /** No options, key fields and packages. */
    public static final WireSettings DEFAULTS = new WireSettings(Map.of(), List.of(), List.of());

    /** Copies the arguments. */
    public WireSettings {
        options = new TreeMap<>(options);
        keyFields = List.copyOf(keyFields);
        packages = List.copyOf(packages);
    }

    /**
     * Returns settings with an option more.
     *
     * @throws IllegalArgumentException if there is no such option, the value does not fit, or the option is not for a
     *     job to set
     */
    public WireSettings with(String name, String value) {
        if (DeltaFormat.DELIVERY_OPTIONS.contains(Objects.requireNonNull(name, "name"))
                || name.equals(WireOptions.KEY_FIELDS.name())) {
            throw new IllegalArgumentException(
                    "the option " + name + " is not for a job to set: each split of a dump and each"
                            + " block is read with checksums and by itself");
        }
        Map<String, String> more = new TreeMap<>(options);
        more.put(name, Objects.requireNonNull(value, "value"));
        MarshallableOptions.from(more);
        return new WireSettings(more, keyFields, packages);
    }

    /** Returns settings with other key fields. */
    public WireSettings withKeyFields(List<String> fields) {
        return new WireSettings(options, fields, packages);
    }

    /** Returns settings with further packages. */
    public WireSettings withPackages(List<String> more) {
        List<String> all = new ArrayList<>(packages);
        all.addAll(more);
        return new WireSettings(options, keyFields, all);
    }

    /**
     * Returns the options.
     *
     * @param type the class of the messages; null for rows
     */
    public WireOptions toOptions(Class<?> type) {
        WireOptions chosen =
                MarshallableOptions.from(options).with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED);
        if (type == null || packages.isEmpty()) {
            return chosen;
        }
        TypeRegistry types = TypeRegistry.create();
        types.register(type);
        packages.forEach(name -> types.loadClassesFrom(name, type.getClassLoader()));
        return chosen.with(MarshallableOptions.TYPES, types);
    }
}
