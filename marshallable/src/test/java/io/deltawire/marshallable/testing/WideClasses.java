package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes classes with more fields than there are in one part of columns, and moves objects of them as streams do. */
public final class WideClasses {
    /** An object inside others. */
    public static class WideLevel extends AbstractMarshallable {
        public double price;
        public long quantity;
        public String tag;
    }

    /** Fields of all of these are flat. */
    private static final Class<?>[] FLAT = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class,
        double.class,
        String.class,
        Instant.class,
        LocalDate.class,
        Samples.Colour.class
    };

    private static final Class<?>[] OTHERS = {
        Integer.class,
        Long.class,
        Double.class,
        Boolean.class,
        BigDecimal.class,
        UUID.class,
        WideLevel.class,
        List.class,
        WideLevel[].class,
        double[].class,
        Object.class
    };

    private static final Class<?>[] KEYS = {int.class, long.class, double.class, String.class, boolean.class};
    /** Classes with columns that do not encode the bytes of the key. */
    private static final Class<?>[] OTHER_KEYS = {Integer.class, UUID.class, Instant.class, float.class, char.class};

    private final SplittableRandom random;
    private final String prefix;
    private int classes;

    public WideClasses(SplittableRandom random, String prefix) {
        this.random = random;
        this.prefix = prefix;
    }

    /**
     * Defines a class.
     *
     * @param flat one field in this many is not flat; 0 if all are flat
     * @param keys the ordinals of the fields that name the record
     * @param isElsewhere whether generated code accesses the fields only by handles
     */
    public Class<?> define(int fields, int flat, List<Integer> keys, boolean isElsewhere)
            throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = "io/deltawire/marshallable/testing/" + prefix + classes++;
        String superName = Type.getInternalName(AbstractMarshallable.class);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER | Opcodes.ACC_PUBLIC, name, null, superName, null);
        for (int i = 0; i < fields; i++) {
            boolean isKey = keys.contains(i);
            Class<?> type = isKey ? one(random.nextInt(3) == 0 ? OTHER_KEYS : KEYS) : oneOf(flat);
            String of = type == List.class ? "Ljava/util/List<" + Type.getDescriptor(WideLevel.class) + ">;" : null;
            int access = random.nextBoolean() ? Opcodes.ACC_PRIVATE : 0;
            FieldVisitor field = writer.visitField(access, "f" + i, Type.getDescriptor(type), of, null);
            if (isKey) {
                field.visitAnnotation(Type.getDescriptor(Key.class), true).visitEnd();
            }
        }
        byte[] content = writer.toByteArray();
        return isElsewhere
                ? new Elsewhere().define(content)
                : MethodHandles.lookup().defineClass(content);
    }

    private Class<?> oneOf(int flat) {
        return flat > 0 && random.nextInt(flat) == 0 ? one(OTHERS) : one(FLAT);
    }

    private Class<?> one(Class<?>[] types) {
        return types[random.nextInt(types.length)];
    }

    private static final class Elsewhere extends ClassLoader {
        Elsewhere() {
            super(WideClasses.class.getClassLoader());
        }

        Class<?> define(byte[] content) {
            return defineClass(null, content, 0, content.length);
        }
    }

    /** Returns an object with random values in its fields and the key of the given number. */
    public Object make(ObjectCodec codec, int number) {
        Object object = codec.newInstance(null, null);
        for (FieldPlan field : codec.plan().fields()) {
            Object value = null;
            if (!codec.plan().keys().contains(field)) {
                value = next(field.field().getType(), null, 100);
            } else if (codec.plan().keys().indexOf(field) == codec.plan().keys().size() - 1) {
                value = key(field.field().getType(), number);
            } else {
                value = key(field.field().getType(), 1);
            }
            field.set(object, value);
        }
        return object;
    }

    private static Object key(Class<?> type, int number) {
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> number;
            case "long" -> (long) number;
            case "double" -> (double) number;
            case "float" -> (float) number;
            case "char" -> (char) ('a' + number);
            case "boolean" -> number % 2 == 0;
            case "String" -> "K" + number;
            case "UUID" -> new UUID(1, number);
            default -> Instant.ofEpochSecond(number);
        };
    }

    /**
     * Changes some fields that are no key.
     *
     * @param oneIn one field in this many gets another value
     * @param step what moves in a line moves by
     * @param common what some fields of all objects come to be
     */
    public void change(Object object, ObjectCodec codec, int oneIn, int step, int common) {
        List<FieldPlan> fields = codec.plan().fields();
        for (int i = 0; i < fields.size(); i++) {
            FieldPlan field = fields.get(i);
            if (codec.plan().keys().contains(field)) {
                continue;
            }
            Class<?> type = field.field().getType();
            if (i % 16 == 15) {
                field.set(object, moved(type, field.get(object), step));
            } else if (i % 16 == 14) {
                field.set(object, commonOf(type, field.get(object), common));
            } else if (random.nextInt(oneIn) == 0) {
                field.set(object, next(type, field.get(object), 9));
            }
        }
    }

    private static Object moved(Class<?> type, Object held, int step) {
        return switch (type.getSimpleName()) {
            case "int" -> (int) held + step;
            case "long" -> (long) held + step;
            case "double" -> Math.rint((double) held) + step;
            case "Long" -> held == null ? (Long) 5L : (Long) ((Long) held + step);
            case "Instant" -> held == null ? Instant.EPOCH : ((Instant) held).plusSeconds(step);
            default -> held;
        };
    }

    private static Object commonOf(Class<?> type, Object held, int common) {
        return switch (type.getSimpleName()) {
            case "int" -> common;
            case "long", "Long" -> 3L * common;
            case "double", "Double" -> common / 4.0;
            case "String" -> "c" + common;
            default -> held;
        };
    }

    /** @param range how far numbers move */
    private Object next(Class<?> type, Object held, int range) {
        if (!type.isPrimitive() && random.nextInt(8) == 0) {
            return null;
        }
        int by = random.nextInt(2 * range) - range;
        return switch (type.getSimpleName()) {
            case "boolean", "Boolean" -> random.nextBoolean();
            case "byte" -> (byte) by;
            case "short" -> (short) by;
            case "char" -> (char) ('a' + random.nextInt(5));
            case "int" -> held == null ? by : (int) held + by;
            case "long" -> held == null ? by : (long) held + by;
            case "float" -> random.nextInt(30) == 0 ? Float.NaN : by / 4f;
            case "double" -> random.nextInt(40) == 0 ? random.nextDouble() : by / 100.0;
            case "String" -> "t" + random.nextInt(12);
            case "Integer" -> by;
            case "Long" -> (long) by;
            case "Double" -> by / 8.0;
            case "LocalDate" -> LocalDate.ofEpochDay(20_000 + by);
            case "Instant" ->
                held == null ? Instant.ofEpochSecond(1_700_000_000L + by) : ((Instant) held).plusMillis(by);
            case "BigDecimal" -> BigDecimal.valueOf(by, random.nextInt(3));
            case "UUID" -> new UUID(3, by);
            case "Colour" -> random.nextBoolean() ? Samples.Colour.RED : Samples.Colour.GREEN;
            case "WideLevel" -> level((WideLevel) held);
            case "WideLevel[]" -> new WideLevel[] {level(null), level(null)};
            case "List" -> levels(held);
            case "double[]" -> new double[] {1, by / 2.0, 3};
            default -> random.nextBoolean() ? (Object) (long) by : "any";
        };
    }

    private List<WideLevel> levels(Object held) {
        List<WideLevel> levels = new ArrayList<>();
        if (held instanceof List<?> before) {
            before.forEach(level -> levels.add((WideLevel) level));
        }
        if (levels.size() < 2 || levels.size() < 5 && random.nextInt(9) == 0) {
            levels.add(level(null));
        } else {
            int at = random.nextInt(levels.size());
            levels.set(at, level(levels.get(at)));
        }
        return levels;
    }

    private WideLevel level(WideLevel before) {
        WideLevel level = new WideLevel();
        if (before != null) {
            before.copyTo(level);
        }
        switch (random.nextInt(3)) {
            case 0 -> level.price += 0.25;
            case 1 -> level.quantity += random.nextInt(5);
            default -> level.tag = random.nextInt(4) == 0 ? null : "g" + random.nextInt(4);
        }
        return level;
    }
}
