package io.deltawire.bench.workload;

import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Makes messages of a class that is known by reflection only: some records with random values, then updates in which one to three fields
 * change by a small step.
 *
 * <p>A record is a tree of maps. The binary wire turns the tree into an object, and so handles constructors, private fields and Java
 * records. The seed is fixed: each process makes the same messages.
 */
final class RandomObjects {
    private static final int MAX_CHANGES = 3;

    private final Class<?> type;
    private final SplittableRandom random = new SplittableRandom(7);
    private final RandomValues values = new RandomValues(random);
    private final Set<String> keyFields;
    private final List<Field> fields;
    private final List<Field> changing;

    RandomObjects(Class<?> type, List<String> key) {
        this.type = type;
        this.fields = fieldsOf(type);
        this.keyFields = new TreeSet<>(key);
        for (Field field : fields) {
            if (field.isAnnotationPresent(Key.class)) {
                keyFields.add(field.getName());
            }
        }
        this.changing = fields.stream()
                .filter(field -> !keyFields.contains(field.getName()) && values.canStep(field.getGenericType()))
                .toList();
    }

    /** Returns the fields that hold data, those of superclasses first. */
    static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
            fields.addAll(fieldsOf(type.getSuperclass()));
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !Modifier.isTransient(field.getModifiers())
                    && !field.isSynthetic()) {
                fields.add(field);
            }
        }
        return fields;
    }

    /** Returns the first messages of some records, then updates of records that are taken at random. */
    Object[] messages(int records, int updates) {
        Object[] messages = new Object[records + updates];
        List<Map<String, Object>> trees = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            trees.add(tree(i));
            messages[i] = object(trees.get(i));
        }
        for (int i = records; i < messages.length; i++) {
            Map<String, Object> tree = trees.get(random.nextInt(records));
            change(tree);
            messages[i] = object(tree);
        }
        return messages;
    }

    private Map<String, Object> tree(int record) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Field field : fields) {
            Object value = keyFields.contains(field.getName())
                    ? values.numbered(field.getGenericType(), field.getName(), record)
                    : values.value(field.getGenericType(), field.getName(), 0);
            if (value != null) {
                tree.put(field.getName(), value);
            }
        }
        return tree;
    }

    private void change(Map<String, Object> tree) {
        if (changing.isEmpty()) {
            return;
        }
        int changes = 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes; i++) {
            Field field = changing.get(random.nextInt(changing.size()));
            tree.computeIfPresent(field.getName(), (name, old) -> values.step(field.getGenericType(), name, old));
        }
    }

    private Object object(Map<String, Object> tree) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        wire.write("own", tree);
        return wire.read(type);
    }
}
