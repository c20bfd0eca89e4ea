package io.deltawire.marshallable.testing.pins;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A message as text that tells no more than plain JSON does: numbers by their value, dates and bytes as text, keys as
 * names. A tree that was written and what is read of it have the same.
 */
final class PlainText {
    private final boolean hasTypes;
    private final StringBuilder text = new StringBuilder();

    private PlainText(boolean hasTypes) {
        this.hasTypes = hasTypes;
    }

    static String of(Object tree, boolean hasTypes) {
        PlainText plain = new PlainText(hasTypes);
        plain.add(tree);
        return plain.text.toString();
    }

    static String of(WireIn in, boolean hasTypes) {
        PlainText plain = new PlainText(hasTypes);
        plain.addNext(in);
        return plain.text.toString();
    }

    private void add(Object value) {
        if (value instanceof Map<?, ?> map) {
            text.append('{');
            map.forEach((key, item) -> {
                text.append(key instanceof Name name ? name.event() : key).append(':');
                add(item);
            });
            text.append('}');
        } else if (value instanceof List<?> list) {
            text.append('[');
            list.forEach(this::add);
            text.append(']');
        } else if (value instanceof Typed typed) {
            addType(typed.type());
            add(typed.value());
        } else if (value instanceof Blob blob) {
            addText(Base64.getEncoder().encodeToString(blob.bytes()));
        } else if (value instanceof String || value instanceof Temporal) {
            addText(value.toString());
        } else if (value instanceof Double d) {
            addDouble(d);
        } else if (value instanceof Long number) {
            addNumber(BigDecimal.valueOf(number));
        } else if (value instanceof BigDecimal number) {
            addNumber(number);
        } else {
            text.append(value).append(' ');
        }
    }

    private void addNext(WireIn in) {
        WireToken token = in.peek();
        if (in.typeName() != null) {
            addType(in.typeName());
        }
        switch (token) {
            case BEGIN_OBJECT -> {
                text.append('{');
                in.beginObject();
                while (in.hasNext()) {
                    text.append(in.fieldName()).append(':');
                    addNext(in);
                }
                in.endObject();
                text.append('}');
            }
            case BEGIN_LIST -> {
                text.append('[');
                in.beginList();
                while (in.hasNext()) {
                    addNext(in);
                }
                in.endList();
                text.append(']');
            }
            case NULL -> {
                in.nullValue();
                text.append("null ");
            }
            case BOOL -> text.append(in.bool()).append(' ');
            case FLOAT64 -> addDouble(in.float64());
            case INT64, DECIMAL -> addNumber(in.decimal());
            default -> addText(in.text());
        }
    }

    private void addType(String name) {
        if (hasTypes) {
            text.append('!').append(name).append(' ');
        }
    }

    private void addText(String value) {
        text.append('"').append(value).append('"');
    }

    private void addDouble(double value) {
        if (Double.isFinite(value)) {
            text.append(value).append(' ');
        } else {
            addText(Double.toString(value));
        }
    }

    /** A value of up to 17 digits may be written as the double that is nearest. */
    private void addNumber(BigDecimal value) {
        BigDecimal digits = value.stripTrailingZeros();
        double nearest = value.doubleValue();
        if (digits.precision() <= 17 && Double.isFinite(nearest)) {
            text.append(nearest).append(' ');
        } else {
            text.append(digits).append(' ');
        }
    }
}
