package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.internal.schema.NearestName;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.Printable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes enum constants by name, and reads them by their present names and the former ones that an {@link Alias} lists.
 */
public final class EnumCodec extends ValueCodec {
    private final Class<?> type;
    private final Map<String, Object> constants = new LinkedHashMap<>();

    /** The constants by their present and former names. A present name takes precedence. */
    private final NamedValues byName;

    /** @param type the enum itself, not the class of a constant with a body */
    EnumCodec(Class<?> type) {
        this.type = type;
        Map<String, Object> formerNames = new HashMap<>();
        for (Object constant : type.getEnumConstants()) {
            String name = ((Enum<?>) constant).name();
            constants.put(name, constant);
            for (String former : formerNames(name)) {
                formerNames.put(former, constant);
            }
        }
        formerNames.putAll(constants);
        this.byName = NamedValues.of(formerNames);
    }

    private String[] formerNames(String constant) {
        try {
            Alias alias = type.getField(constant).getAnnotation(Alias.class);
            return alias == null ? new String[0] : alias.value();
        } catch (NoSuchFieldException e) {
            return new String[0]; // an obfuscator has renamed the constant's field
        }
    }

    public Class<?> type() {
        return type;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        out.text(((Enum<?>) value).name());
    }

    /** Returns the constant with this present or former name, or null. */
    public Object constant(String name) {
        return byName.get(name);
    }

    public NamedValues byName() {
        return byName;
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        String name = in.text(reuse instanceof Enum<?> former ? former.name() : null);
        Object constant = constant(name);
        if (constant == null) {
            throw session.mismatch(
                    in,
                    "expected a " + TypeNames.simpleName(type) + ", one of " + constants.keySet() + ", but was "
                            + Printable.quote(name) + NearestName.hint(name, constants.keySet()));
        }
        return constant;
    }
}
