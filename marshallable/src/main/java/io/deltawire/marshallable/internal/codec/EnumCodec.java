package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Fallback;
import io.deltawire.marshallable.internal.schema.NearestName;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.Printable;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes enum constants by name, and reads them by their present names and the former ones that an {@link Alias} lists.
 * Any other name is read as the {@link Fallback}, if there is one.
 */
public final class EnumCodec extends ValueCodec {
    private final Class<?> type;
    private final Map<String, Object> constants = new LinkedHashMap<>();

    /** The constants by their present and former names. A present name takes precedence. */
    private final NamedValues byName;

    /** The constant as which unknown names are read, or null. */
    private final Object fallback;

    /**
     * @param type the enum itself, not the class of a constant with a body
     * @throws WireDataException if two constants are marked as the fallback
     */
    EnumCodec(Class<?> type) {
        this.type = type;
        Map<String, Object> formerNames = new HashMap<>();
        Object marked = null;
        for (Object constant : type.getEnumConstants()) {
            String name = ((Enum<?>) constant).name();
            constants.put(name, constant);
            Alias alias = annotation(name, Alias.class);
            for (String former : alias == null ? new String[0] : alias.value()) {
                formerNames.put(former, constant);
            }
            if (annotation(name, Fallback.class) != null) {
                if (marked != null) {
                    throw new WireDataException(
                            "object",
                            type.getName() + " has two constants with @Fallback, " + ((Enum<?>) marked).name() + " and "
                                    + name + "; remove one of them",
                            null);
                }
                marked = constant;
            }
        }
        this.fallback = marked;
        formerNames.putAll(constants);
        this.byName = NamedValues.of(formerNames);
    }

    private <A extends Annotation> A annotation(String constant, Class<A> annotation) {
        try {
            return type.getField(constant).getAnnotation(annotation);
        } catch (NoSuchFieldException e) {
            return null; // an obfuscator has renamed the constant's field
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

    /** Returns whether names that the enum does not have are read as this constant. */
    boolean isFallback(Object constant) {
        return fallback != null && constant == fallback;
    }

    public NamedValues byName() {
        return byName;
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        String name = in.text(reuse instanceof Enum<?> former ? former.name() : null);
        Object constant = constant(name);
        if (constant == null) {
            // A format that has only text for keys writes a null key as this text, for which MapCodec needs the error.
            boolean isNullKey = in instanceof KeyTextReader && name.equals("null");
            if (fallback != null && !isNullKey) {
                return fallback;
            }
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(TypeNames.simpleName(type)) + ", one of " + constants.keySet()
                            + ", but was " + Printable.quote(name) + NearestName.hint(name, constants.keySet()));
        }
        return constant;
    }
}
