package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.wire.testing.Trees;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes classes with fields of random types, and objects of them with random values. */
public final class RandomClasses {
    static {
        Types.registerNested(Samples.class);
    }

    private static final Class<?>[] TYPES = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class,
        String.class,
        Boolean.class,
        Byte.class,
        Short.class,
        Character.class,
        Integer.class,
        Long.class,
        Float.class,
        Double.class,
        LocalDate.class,
        LocalTime.class,
        OffsetDateTime.class,
        ZonedDateTime.class,
        Instant.class,
        BigDecimal.class,
        UUID.class,
        Samples.Colour.class,
        Samples.Point.class,
        Samples.Animal.class,
        StringBuilder.class,
        int[].class,
        String[].class,
        List.class,
        Object.class,
        CharSequence.class
    };

    /** Of fields that are held in columns as they are. */
    private static final Class<?>[] FLAT = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class,
        String.class,
        LocalDate.class,
        LocalTime.class,
        OffsetDateTime.class,
        ZonedDateTime.class,
        Instant.class,
        Samples.Colour.class
    };

    private final SplittableRandom random;
    private final Trees.Generator texts = new Trees.Generator(42, false, false);
    private final String prefix;
    private int classes;

    /** @param prefix of the names of the classes, which must be a test's own */
    public RandomClasses(SplittableRandom random, String prefix) {
        this.random = random;
        this.prefix = prefix;
    }

    /** Defines a class with random fields. */
    public Class<?> define(Class<?> parent, int fields) throws ReflectiveOperationException {
        List<Integer> types = random.ints(fields, 0, TYPES.length).boxed().toList();
        return define(parent, types, i -> "f" + classes + "_" + i);
    }

    /** Defines a class with random fields, each of which fits a cell of a table. */
    public Class<?> defineOfColumns(Class<?> parent, int fields) throws ReflectiveOperationException {
        int scalars = Arrays.asList(TYPES).indexOf(Samples.Point.class);
        List<Integer> types = random.ints(fields, 0, scalars).boxed().toList();
        return define(parent, types, i -> "f" + classes + "_" + i);
    }

    /** Defines a class with some of always the same fields, in any order. */
    public Class<?> defineOfCommonFields() throws ReflectiveOperationException {
        List<Integer> fields = new ArrayList<>();
        for (int i = 0; i < TYPES.length; i++) {
            if (random.nextInt(4) > 0) {
                fields.add(random.nextInt(6) > 0 ? fields.size() : random.nextInt(fields.size() + 1), i);
            }
        }
        return define(Object.class, fields, i -> "c" + fields.get(i));
    }

    /** Defines a class with random fields that are not final. */
    public Class<?> defineSettable(int fields) throws ReflectiveOperationException {
        List<Integer> types = random.ints(fields, 0, TYPES.length).boxed().toList();
        return define(Object.class, types, i -> "f" + classes + "_" + i, false);
    }

    /**
     * Defines a class with random fields that all are columns of a format which keeps records; the first one may be the
     * key.
     *
     * @param isElsewhere whether a class loader of its own defines it
     */
    public Class<?> defineFlat(int fields, boolean isElsewhere) throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = "io/deltawire/marshallable/testing/" + prefix + classes++;
        String superName = Type.getInternalName(AbstractMarshallable.class);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER | Opcodes.ACC_PUBLIC, name, null, superName, null);
        for (int i = 0; i < fields; i++) {
            int access =
                    (random.nextBoolean() ? Opcodes.ACC_PRIVATE : 0) | (random.nextInt(3) == 0 ? Opcodes.ACC_FINAL : 0);
            String type = Type.getDescriptor(FLAT[random.nextInt(FLAT.length)]);
            FieldVisitor field = writer.visitField(access, "f" + i, type, null, null);
            if (i == 0 && random.nextBoolean()) {
                field.visitAnnotation(Type.getDescriptor(Key.class), true).visitEnd();
            }
        }
        byte[] content = writer.toByteArray();
        return isElsewhere
                ? new Loader().define(content)
                : MethodHandles.lookup().defineClass(content);
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(RandomClasses.class.getClassLoader());
        }

        Class<?> define(byte[] content) {
            return defineClass(null, content, 0, content.length);
        }
    }

    private Class<?> define(Class<?> parent, List<Integer> types, IntFunction<String> names)
            throws ReflectiveOperationException {
        return define(parent, types, names, true);
    }

    private Class<?> define(Class<?> parent, List<Integer> types, IntFunction<String> names, boolean mayBeFinal)
            throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = "io/deltawire/marshallable/testing/" + prefix + classes++;
        String superName = Type.getInternalName(parent);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, name, null, superName, null);
        for (int i = 0; i < types.size(); i++) {
            int access = (random.nextBoolean() ? Opcodes.ACC_PRIVATE : 0)
                    | (random.nextInt(3) == 0 && mayBeFinal ? Opcodes.ACC_FINAL : 0)
                    | (random.nextInt(12) == 0 ? Opcodes.ACC_TRANSIENT : 0);
            writer.visitField(access, names.apply(i), Type.getDescriptor(TYPES[types.get(i)]), null, null);
        }
        if (random.nextBoolean() && hasConstructor(parent)) {
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(0, 0);
        }
        return MethodHandles.lookup().defineClass(writer.toByteArray());
    }

    private static boolean hasConstructor(Class<?> type) {
        return type.getDeclaredConstructors().length > 0;
    }

    public Object fill(Object object) throws IllegalAccessException {
        return change(object, 1);
    }

    /** Gives some of the fields another value. */
    public Object change(Object object, int oneIn) throws IllegalAccessException {
        for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isTransient(field.getModifiers()) && random.nextInt(oneIn) == 0) {
                    field.setAccessible(true);
                    field.set(object, value(field.getType()));
                }
            }
        }
        return object;
    }

    @SuppressWarnings("UnnecessaryStringBuilder") // that is what the field holds
    private Object value(Class<?> type) {
        if (!type.isPrimitive() && random.nextInt(5) == 0) {
            return null;
        }
        return switch (type.getSimpleName()) {
            case "boolean", "Boolean" -> random.nextBoolean();
            case "byte", "Byte" -> (byte) random.nextInt();
            case "short", "Short" -> (short) random.nextInt();
            case "char", "Character" -> (char) random.nextInt(random.nextBoolean() ? 128 : 65536);
            case "int", "Integer" -> random.nextInt();
            case "long", "Long" -> random.nextLong() >> random.nextInt(64);
            case "float", "Float" -> Float.intBitsToFloat(random.nextInt());
            case "double", "Double" -> number();
            case "String", "CharSequence" -> random.nextInt(3) == 0 ? "abc" + random.nextInt(1000) : texts.text();
            case "LocalDate" -> LocalDate.ofEpochDay(random.nextInt(100_000));
            case "ZonedDateTime" ->
                ZonedDateTime.ofInstant(
                        Instant.ofEpochSecond(random.nextInt()),
                        ZoneId.of(random.nextInt(9) == 0 ? "America/Argentina/Buenos_Aires" : "Europe/London"));
            case "LocalTime" -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case "OffsetDateTime" ->
                OffsetDateTime.ofInstant(Instant.ofEpochSecond(random.nextInt()), ZoneOffset.ofHours(5));
            case "Instant" -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case "BigDecimal" -> BigDecimal.valueOf(random.nextLong(), random.nextInt(-5, 30));
            case "UUID" -> new UUID(random.nextLong(), random.nextLong());
            case "Colour" -> random.nextBoolean() ? Samples.Colour.RED : Samples.Colour.GREEN;
            case "Point" -> new Samples.Point(random.nextInt(), random.nextInt());
            case "Animal" -> random.nextBoolean() ? new Samples.Animal(texts.text()) : new Samples.Dog(texts.text(), 1);
            case "StringBuilder" -> new StringBuilder(texts.text());
            case "int[]" -> random.ints(random.nextInt(20)).toArray();
            case "String[]" -> new String[] {texts.text(), null};
            case "List" -> Arrays.asList(texts.text(), random.nextLong(), null, List.of(true));
            default -> random.nextBoolean() ? (Object) random.nextInt() : new Samples.Circle(random.nextDouble());
        };
    }

    private double number() {
        return switch (random.nextInt(6)) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(-10_000_000, 10_000_000) / 1e2;
            case 2 -> random.nextInt() / 1e6;
            case 3 -> random.nextInt() >> random.nextInt(32);
            case 4 -> (float) random.nextDouble();
            default -> -0.0;
        };
    }
}
