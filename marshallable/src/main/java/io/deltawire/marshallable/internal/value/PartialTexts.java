package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the text of an object that cannot be written as a whole. A text with the reason stands where a value cannot be
 * shown: it contains itself, is too deep, or its code throws an exception or an error. So a debugger or a log line
 * never fails. Depth, number of values and length of texts are bounded, so that this text fits into memory where the
 * full text did not.
 *
 * <p>The object is first copied to records, lists and maps of values that can each be written, and then the copy is
 * written. An instance serves one object, and owns the path to the present value and the number of values. Not
 * thread-safe.
 */
final class PartialTexts {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_VALUES = 1_000;
    private static final int MAX_TEXT = 1_000;

    /** The objects around the present value. */
    private final Set<Object> path = Collections.newSetFromMap(new IdentityHashMap<>());

    private final TypeRegistry types;
    private final CodecSet codecs;
    private int values;

    private PartialTexts(TypeRegistry types) {
        this.types = types;
        this.codecs = CodecSet.of(DefaultTypeRegistry.of(types));
    }

    /** Returns the text of an object. Where there is too little stack even for that, it is the name of the class. */
    static String of(Object object, TypeRegistry types) {
        try {
            return YamlTexts.of(new PartialTexts(types).copyOf(object), types);
        } catch (Throwable e) {
            return "!" + object.getClass().getName() + " {} # not shown: "
                    + e.getClass().getName() + '\n';
        }
    }

    private Object copyOf(Object value) {
        if (value == null) {
            return null;
        }
        if (++values > MAX_VALUES) {
            return reason("more than " + MAX_VALUES + " values");
        }
        if (path.size() >= MAX_DEPTH) {
            return reason("deeper than " + MAX_DEPTH + " levels");
        }
        if (!path.add(value)) {
            return reason(Printable.withArticle(TypeNames.simpleName(value.getClass())) + " inside itself");
        }
        try {
            return copyOfContent(value);
        } catch (Throwable e) {
            return reason(describe(e));
        } finally {
            path.remove(value);
        }
    }

    private static String reason(String reason) {
        return "(not shown: " + reason + ")";
    }

    private static String describe(Throwable e) {
        try {
            return shortened(e.toString());
        } catch (Throwable other) {
            return e.getClass().getName();
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT) + "... (" + text.length() + " characters)";
    }

    private Object copyOfContent(Object value) {
        ObjectCodec codec = codecs.ofObject(value.getClass());
        boolean isIterable =
                value instanceof Iterable && (codec == null || value.getClass().isSynthetic());
        if (codec != null && !isIterable && !(value instanceof WriteMarshallable)) {
            return copyOfFields(value, codec);
        }
        if (value instanceof Object[] array) {
            return copyOfItems(Arrays.asList(array));
        }
        if (value instanceof Map<?, ?> map) {
            return copyOfMap(map);
        }
        if (value instanceof Optional<?> optional) {
            return copyOf(optional.orElse(null));
        }
        if (value instanceof GenericRecord object && object.isObject()) {
            return GenericRecord.ofFields(object.typeName(), copyOfMap(object.fields()));
        }
        if (value instanceof GenericRecord generic) {
            return GenericRecord.ofValue(generic.typeName(), copyOf(generic.value()));
        }
        if (value instanceof CharSequence text) {
            return shortened(text.toString());
        }
        if (isIterable) {
            return copyOfItems((Iterable<?>) value);
        }
        int length = YamlTexts.write(value, types).position; // an error here is shown instead of the value
        return length > MAX_TEXT ? reason(length + " characters") : value;
    }

    private Object copyOfFields(Object object, ObjectCodec codec) {
        Map<String, Object> copy = new LinkedHashMap<>();
        for (FieldPlan field : codec.plan().fields()) {
            copy.put(field.name(), copyOf(field.get(object)));
        }
        if (object instanceof UnknownFields keeper) {
            try {
                copyOfMap(keeper.unknownFields()).forEach(copy::putIfAbsent);
            } catch (Throwable e) {
                copy.putIfAbsent("unknownFields", reason(describe(e)));
            }
        }
        return GenericRecord.ofFields(nameOf(object.getClass()), copy);
    }

    private String nameOf(Class<?> type) {
        try {
            return types.nameOf(type);
        } catch (RuntimeException e) {
            return type.getName(); // another class has the name
        }
    }

    private Object copyOfItems(Iterable<?> items) {
        List<Object> copy = new ArrayList<>();
        try {
            for (Object item : ContainerSnapshots.items(items)) {
                copy.add(copyOf(item));
                if (values > MAX_VALUES) {
                    break;
                }
            }
        } catch (Throwable e) {
            copy.add(reason(describe(e)));
        }
        return copy;
    }

    private Map<String, Object> copyOfMap(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (map == null) {
            return copy;
        }
        try {
            for (Map.Entry<?, ?> entry : ContainerSnapshots.entries(map)) {
                String key = shortened(String.valueOf(copyOf(entry.getKey())));
                copy.put(key, copyOf(entry.getValue()));
                if (values > MAX_VALUES) {
                    break;
                }
            }
        } catch (Throwable e) {
            copy.put("(more)", reason(describe(e)));
        }
        return copy;
    }
}
